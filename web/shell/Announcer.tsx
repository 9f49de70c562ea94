import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Announces the title of a new screen to screen readers, which announce new documents only. */
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
