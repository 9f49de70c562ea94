import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import styles from './LongList.module.css'

interface LongListProps {
  /** Key of each row, in order. */
  keys: readonly string[]
  /** Estimated height of a row in pixels; rendered rows are measured. */
  height: number
  className?: string | undefined
  children: (index: number) => ReactNode
}

/** Rows that are rendered beyond each end of the window. */
const SPARE = 12
/** Rows are added and removed in steps: each change costs a layout, which is slower than a few more rows. */
const STEP = 4

/**
 * A list of hundreds of rows that renders only those near the viewport. Each row announces its position in the whole list to
 * screen readers; the focused row and its neighbours are always rendered.
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
  // With known heights, rows need not be moved as others come into view.
  const usual = useRef(height)
  const lines = useWindowVirtualizer<HTMLLIElement>({
    count: keys.length,
    estimateSize: () => usual.current,
    getItemKey: (index) => keys[index]!,
    overscan: SPARE,
    scrollMargin: top,
    rangeExtractor: withFocused,
    // The first row is measured immediately, so that others are placed correctly. Others report their size when the browser
    // measures them: measuring each would cause a layout between every two rows.
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
      // Between two rows the focus is briefly on neither, and both have to be rendered.
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
