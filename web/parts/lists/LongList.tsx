import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import styles from './LongList.module.css'

interface LongListProps {
  /** Key of each row, in order. */
  keys: readonly string[]
  /** About how high a line is, in pixels, until one has been drawn; then each is measured. */
  height: number
  className?: string | undefined
  children: (index: number) => ReactNode
}

/** Rows that are rendered beyond each end of the window. */
const SPARE = 12
/** Rows are added and removed in steps: each change costs a layout, which is slower than a few more rows. */
const STEP = 4

/**
 * A list of hundreds, of which only the lines near the window are drawn. Each announces to screen readers which of how many it
 * is; the line that has the focus stays with its neighbours, wherever the window is.
 */
export function LongList({ keys, height, className = '', children }: LongListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<number>()
  useLayoutEffect(() => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)), [])
  const withFocused = useCallback(
    (range: Range) => {
      const startIndex = range.startIndex - (range.startIndex % STEP)
      const endIndex = Math.min(range.count, range.endIndex - (range.endIndex % STEP) + STEP) - 1
      const near = defaultRangeExtractor({ ...range, startIndex, endIndex })
      if (focused === undefined) return near
      const around = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < range.count)
      return [...new Set([...near, ...around])].sort((a, b) => a - b)
    },
    [focused],
  )
  // Whoever knows how high lines are need not put all of them in other places with each one that comes into view.
  const usual = useRef(height)
  const lines = useWindowVirtualizer<HTMLLIElement>({
    count: keys.length,
    estimateSize: () => usual.current,
    getItemKey: (index) => keys[index]!,
    overscan: SPARE,
    scrollMargin: top,
    rangeExtractor: withFocused,
    // The first is asked at once, so that the others are placed correctly. Others report their size when the browser measures them: to ask
    // each would have it lay out everything between two lines.
    measureElement: (line, entry, { indexFromElement, itemSizeCache }) => {
      if (itemSizeCache.size === 0) usual.current = line.getBoundingClientRect().height
      return entry?.borderBoxSize[0]?.blockSize ?? itemSizeCache.get(keys[indexFromElement(line)]!) ?? usual.current
    },
    useFlushSync: false,
  })
  const lineOf = ({ target }: FocusEvent<HTMLElement>) =>
    Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
  return (
    <ul
      ref={list}
      className={`${styles.list} ${className}`}
      style={{ height: lines.getTotalSize() }}
      onFocus={(event) => setFocused(lineOf(event))}
      // On its way to the next line the focus is in none for a moment, and both have to be there.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(undefined)
      }}
    >
      {lines.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={lines.measureElement}
          data-index={index}
          className={styles.line}
          style={{ top: start - top }}
          aria-setsize={keys.length}
          aria-posinset={index + 1}
        >
          {children(index)}
        </li>
      ))}
    </ul>
  )
}
