import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import styles from './Face.module.css'

interface FaceProps {
  icon?: ReactNode
  title: string
  hint: string
  /** Nothing else is on the screen: then this is what it is called. */
  isAlone?: boolean
  children?: ReactNode
}

/** What a screen shows when it has nothing else to show. */
export const Face = ({ icon, title, hint, isAlone = false, children }: FaceProps) => (
  <div className={styles.face}>
    {icon && <div className={styles.icon}>{icon}</div>}
    {isAlone ? <Title title={title} /> : <h2>{title}</h2>}
    <p>{hint}</p>
    {children}
  </div>
)

function Title({ title }: { title: string }) {
  useDocumentTitle(`${title} · ${texts.product}`)
  return <h1 className={styles.title}>{title}</h1>
}

interface FailedProps {
  title: string
  error: Error
  isAlone?: boolean
  onRetry: () => void
}

/** A screen whose data could not be read: the reason, and a way to try again. */
export const Failed = ({ title, error, isAlone = false, onRetry }: FailedProps) => (
  <div role="alert">
    <Face icon={<IconPlugConnectedX size={32} stroke={1.5} />} title={title} hint={error.message} isAlone={isAlone}>
      <Button variant="default" onClick={onRetry}>
        {texts.failure.retry}
      </Button>
    </Face>
  </div>
)
