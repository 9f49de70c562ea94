import { useState } from 'react'
import { eventTexts } from '../../../texts/messages/events.ts'
import styles from './RawEvent.module.css'

/** An event as the router stores it, closed at first. */
export function RawEvent({ topic, event }: { topic: string; event: unknown }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.raw} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{eventTexts.raw}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached with the keyboard
        <pre className={styles.json} tabIndex={0}>
          {`${topic}\n${JSON.stringify(event, undefined, 2)}`}
        </pre>
      )}
    </details>
  )
}
