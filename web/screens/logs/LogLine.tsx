import { memo } from 'react'
import { texts } from '../../texts/logs.ts'
import styles from './Log.module.css'
import type { Line } from './lines.ts'

const format = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

export const LogLine = memo(
  ({ line: { at, level, text } }: { line: Line }) => (
    <li className={styles.line} data-level={level}>
      <time dateTime={at.toISOString()}>{format.format(at)}</time>
      <span className={styles.text}>
        {level !== 'info' && <strong className={styles.level}>{texts.line.badge[level]}</strong>}
        {text}
      </span>
    </li>
  ),
  sameLine,
)

/** Each look at the log makes its lines anew, and they stay what they were. */
function sameLine({ line: a }: { line: Line }, { line: b }: { line: Line }): boolean {
  return a.key === b.key
}
