import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import styles from './Face.module.css'
import { usePageTitle } from './usePageTitle.ts'

interface FaceProps {
  icon?: ReactNode
  title: string
  hint: string
  /** The text is the title of the screen, if nothing else is shown. */
  isAlone?: boolean
  children?: ReactNode
}

/** An empty state. */
export const Face = ({ icon, title, hint, isAlone = false, children }: FaceProps) => (
  <div className={styles.face}>
    {icon && <div className={styles.icon}>{icon}</div>}
    {isAlone ? <Title title={title} /> : <h2>{title}</h2>}
    <p>{hint}</p>
    {children}
  </div>
)

function Title({ title }: { title: string }) {
  usePageTitle(title)
  return <h1 className={styles.title}>{title}</h1>
}

interface FailedProps {
  title: string
  error: Error
  isAlone?: boolean
  onRetry: () => void
}

/** Shown when data could not be loaded: the reason, and a button to retry. */
export const Failed = ({ title, error, isAlone = false, onRetry }: FailedProps) => (
  <div role="alert">
    <Face icon={<IconPlugConnectedX size={32} stroke={1.5} />} title={title} hint={error.message} isAlone={isAlone}>
      <Button variant="default" onClick={onRetry}>
        {texts.failure.retry}
      </Button>
    </Face>
  </div>
)
