import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Says where one is now to whoever has the page read out: a browser does that for pages, and not for screens of one page. */
export function Announcer() {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const element = document.querySelector('title')
    if (!element) return
    const observer = new MutationObserver(() => setTitle(document.title))
    observer.observe(element, { childList: true })
    return () => observer.disconnect()
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {title}
    </VisuallyHidden>
  )
}
