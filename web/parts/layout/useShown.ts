import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Scrolls an element into view when it is mounted, if the address ends with its fragment: it may be loaded after the page. */
export function useShown(fragment: string): (element: HTMLElement | null) => void {
  const isWanted = useLocation({ select: ({ hash }) => hash === fragment })
  return useCallback(
    (element) => {
      if (isWanted) element?.scrollIntoView()
    },
    [isWanted],
  )
}
