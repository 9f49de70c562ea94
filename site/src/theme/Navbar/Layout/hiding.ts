import { useLocation } from '@docusaurus/router'
import { useScrollPosition } from '@docusaurus/theme-common/internal'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** So near to the end of the page, in pixels, the bar is there again. */
const NEAR_END = 64

/**
 * Hides the bar while the page is scrolled down past the bar's height. It is there again when the page is scrolled up, near
 * the page's end, and on another page, unless a heading there is gone to, which it would cover.
 */
export function useHiding(isOn: boolean): { bar: RefObject<HTMLElement | null>; isHidden: boolean } {
  const bar = useRef<HTMLElement>(null)
  const [isHidden, setIsHidden] = useState(false)
  const goesToHeading = useRef(false)
  const { pathname, hash } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page counts, also where the hash is the same
  useEffect(() => {
    if (!isOn) return
    goesToHeading.current = hash !== '' && document.getElementById(decodeURIComponent(hash.slice(1))) !== null
    setIsHidden(goesToHeading.current)
  }, [isOn, pathname, hash])

  useScrollPosition(({ scrollY }, before) => {
    if (!isOn) return
    if (goesToHeading.current) {
      goesToHeading.current = false
      return
    }
    const fromEnd = document.documentElement.scrollHeight - innerHeight - scrollY
    const goesDown = before !== null && before !== undefined && scrollY >= before.scrollY
    setIsHidden(goesDown && scrollY > (bar.current?.offsetHeight ?? 0) && fromEnd > NEAR_END)
  })
  return { bar, isHidden }
}
