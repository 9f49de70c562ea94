import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './names/Names.module.css'

interface DurationsProps<Length extends number> {
  lengths: readonly Length[]
  labels: Readonly<Record<Length, string>>
  /** The accessible name of a button, which contains its label. */
  nameOf: (label: string) => string
  onChoose: (length: Length) => void
  /** Additional buttons. */
  children?: ReactNode
}

/** A button for each length of time. */
export const Durations = <Length extends number>(props: DurationsProps<Length>) => {
  const { lengths, labels, nameOf, onChoose, children } = props
  return (
    <div className={styles.buttons}>
      {lengths.map((length) => (
        <Button
          key={length}
          size="compact-sm"
          variant="default"
          aria-label={nameOf(labels[length])}
          onClick={() => onChoose(length)}
        >
          {labels[length]}
        </Button>
      ))}
      {children}
    </div>
  )
}
