import { type RefObject, useEffect } from 'react'

interface Shortcuts {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
  /** Opens with the letter that was typed while the button had the focus. */
  readonly type: (letter: string) => void
  readonly button: RefObject<HTMLButtonElement | null>
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName))

/** Ctrl or Cmd with K, and `/` outside of text fields, open the search; the first and Escape close it. */
export function useShortcuts({ isOpen, open, close, type, button }: Shortcuts): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isK = event.key?.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      const isSlash = event.key === '/' && !isOpen && !isField(event.target)
      if (isK || isSlash || (event.key === 'Escape' && isOpen)) {
        event.preventDefault()
        if (isOpen) close()
        else if (!document.body.classList.contains('DocSearch--active')) open()
      } else if (
        document.activeElement === button.current &&
        /^[\p{L}\p{N}]$/u.test(event.key) &&
        !event.ctrlKey &&
        !event.metaKey
      ) {
        // Or the letter would come twice: once with the opening, once into the field.
        event.preventDefault()
        type(event.key)
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOpen, open, close, type, button])
}
