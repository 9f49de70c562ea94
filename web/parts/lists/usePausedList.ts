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

/** What keeps a list where it is: a mouse over it, a finger that has touched it, the focus in it, or its owner’s word. */
type Hold = 'mouse' | 'finger' | 'focus' | 'word'

interface Held<T> {
  readonly by: readonly Hold[]
  readonly lines: readonly T[]
}

/** A finger is on its way for about so long: what it presses sooner after the lines have moved is not what it aimed at. */
const AIM_MS = 400

/** What opens out of a line belongs to it, wherever in the document it is. */
const opened = (node: EventTarget | null): boolean => node instanceof Element && node.closest('[role="menu"]') !== null

/**
 * A list that updates automatically, newest first, and pauses while somebody is about to press something
 * in it. `list` belongs on the element that holds the lines.
 */
export function useStill<T extends { readonly at: number | string }>(newest: readonly T[]) {
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
    // Who pointed at lines that are gone does not point at them any more, and no event says so.
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
      // A button that a mouse has pressed keeps the focus, too, long after the hand has gone elsewhere.
      onFocus: ({ target }: FocusEvent<Element>) => (target.matches(':focus-visible') ? hold : release)('focus'),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null) && !opened(relatedTarget)) release('focus')
      },
    },
  }
}
