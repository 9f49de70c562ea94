import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Reasons for a pause: a pointer over the list, a recent touch, the focus in it, or the pause button. */
type Hold = 'mouse' | 'finger' | 'focus' | 'word'

interface Held<T> {
  readonly by: readonly Hold[]
  readonly lines: readonly T[]
}

/** Duration of a tap: a tap within this time after an update was aimed at the lines before it. */
const AIM_MS = 400

/** Popups of a row belong to the list, wherever they are in the document. */
const opened = (node: EventTarget | null): boolean => node instanceof Element && node.closest('[role="menu"]') !== null

/**
 * A list that updates automatically, newest first, and pauses while the user is about to press something in it. Set `list` on the
 * element that contains the rows.
 */
export function usePausedList<T extends { readonly at: number | string }>(newest: readonly T[]) {
  const [held, setHeld] = useState<Held<T>>()
  const element = useRef<HTMLElement>(null)
  const movedAt = useRef(0)
  const isSlip = useRef(false)

  const hold = (by: Hold) =>
    setHeld((was) => ({ by: [...(was?.by ?? []).filter((one) => one !== by), by], lines: was?.lines ?? newest }))
  const release = useCallback(
    (by: Hold) =>
      setHeld((was) => {
        const others = was?.by.filter((one) => one !== by) ?? []
        return was && others.length > 0 ? { ...was, by: others } : undefined
      }),
    [],
  )
  const ref = useCallback((node: HTMLElement | null) => {
    element.current = node
    // A pointer over removed rows has left the list, which no event reports.
    return () => setHeld((was) => (was?.by.includes('word') ? { ...was, by: ['word'] } : undefined))
  }, [])

  const lines = held?.lines ?? newest
  const top = lines[0]?.at
  useLayoutEffect(() => {
    if (top !== undefined) movedAt.current = performance.now()
  }, [top])

  const isTouched = held?.by.includes('finger') ?? false
  useEffect(() => {
    if (!isTouched) return
    const leave = ({ target }: Event) => {
      if (!element.current?.contains(target as Node) && !opened(target)) release('finger')
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isTouched, release])

  return {
    lines,
    /** Lines received while the list is paused. */
    fresh: held ? newest.filter(({ at }) => top === undefined || at > top) : [],
    isHeld: held !== undefined,
    isHeldByWord: held?.by.includes('word') ?? false,
    holdByWord: () => hold('word'),
    goOn: () => setHeld(undefined),
    list: {
      ref,
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && hold('mouse'),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && release('mouse'),
      onPointerDown: ({ pointerType, timeStamp }: PointerEvent) => {
        isSlip.current = pointerType !== 'mouse' && timeStamp - movedAt.current < AIM_MS
        if (pointerType !== 'mouse') hold('finger')
      },
      onPointerCancel: () => {
        isSlip.current = false
      },
      onClickCapture: (event: MouseEvent) => {
        if (!isSlip.current) return
        isSlip.current = false
        event.preventDefault()
        event.stopPropagation()
      },
      // A button that was clicked keeps the focus after the pointer has left.
      onFocus: ({ target }: FocusEvent<Element>) => (target.matches(':focus-visible') ? hold : release)('focus'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null) && !opened(relatedTarget)) release('focus')
      },
    },
  }
}
