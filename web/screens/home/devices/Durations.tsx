import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './names/Names.module.css'

interface DurationsProps<Length extends number | string> {
  lengths: readonly Length[]
  labels: Readonly<Record<Length, string>>
  /** The accessible name of a button, which contains its label. */
  nameOf: (label: string) => string
  onChoose: (length: Length) => void
  isDisabled?: boolean
  /** Additional buttons. */
  children?: ReactNode
}

/** A button for each length of time. */
export const Durations = <Length extends number | string>(props: DurationsProps<Length>) => {
  const { lengths, labels, nameOf, onChoose, isDisabled = false, children } = props
  return (
    <div className={styles.buttons}>
      {lengths.map((length) => (
        <Button
          key={length}
          size="compact-sm"
          variant="default"
          disabled={isDisabled}
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
