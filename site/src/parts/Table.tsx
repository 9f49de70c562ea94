import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'

/** A table that can be scrolled by keyboard where it is wider than the page. */
export function Table(props: ComponentProps<'table'>): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const [isWide, setIsWide] = useState(false)
  useEffect(() => {
    const measure = (): void =>
      setIsWide(frame.current !== null && frame.current.scrollWidth > frame.current.clientWidth)
    const observer = new ResizeObserver(measure)
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const region = isWide ? { role: 'region', tabIndex: 0, 'aria-label': 'Table, can be scrolled' } : {}
  return (
    <div ref={frame} className="table-frame" {...region}>
      <table {...props} />
    </div>
  )
}
