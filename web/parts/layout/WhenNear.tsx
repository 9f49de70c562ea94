import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenNearProps {
  /** Takes the same room. */
  placeholder: ReactNode
  children: ReactNode
}

/** Rendered this far before it scrolls into view. */
const MARGIN = '200px'

/** Renders its children once they are near the visible part of the page, and keeps them from then on. */
export function WhenNear({ placeholder, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setNear(true), {
      rootMargin: MARGIN,
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={place}>{placeholder}</div>
}
