import { type ComponentType, type ReactNode, useCallback, useRef, useState } from 'react'
import { useShortcuts } from '../../search/shortcuts.ts'
import type { BoxProps } from './Box.tsx'
import { Button } from './Button.tsx'

let Box: ComponentType<BoxProps> | undefined
const bring = async (): Promise<void> => {
  Box ??= (await import('./Box.tsx')).Box
}

/** The button in the bar. The search box is large, and is loaded when the user is about to open it. */
export default function SearchBar(): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState<string>()

  const open = useCallback(() => {
    bring().then(
      () => setIsOpen(true),
      () => location.reload(),
    )
  }, [])
  const close = useCallback(() => {
    setIsOpen(false)
    setQuery(undefined)
    button.current?.focus()
  }, [])
  const type = useCallback(
    (letter: string) => {
      setQuery(letter)
      open()
    },
    [open],
  )
  useShortcuts({ isOpen, open, close, type, button })
  const prepare = (): void => void bring().catch(() => {})

  return (
    <>
      <Button ref={button} onTouchStart={prepare} onFocus={prepare} onMouseOver={prepare} onClick={open} />
      {isOpen && Box && <Box query={query} close={close} />}
    </>
  )
}
