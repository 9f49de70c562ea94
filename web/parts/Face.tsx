import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import styles from './Face.module.css'

interface FaceProps {
  icon?: ReactNode
  title: string
  hint: string
  children?: ReactNode
}

/** What a screen shows when it has nothing else to show. */
export const Face = ({ icon, title, hint, children }: FaceProps) => (
  <div className={styles.face}>
    {icon && <div className={styles.icon}>{icon}</div>}
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
)

/** A screen whose data could not be read: the reason, and a way to try again. */
export const Failed = ({ title, error, onRetry }: { title: string; error: Error; onRetry: () => void }) => (
  <div role="alert">
    <Face icon={<IconPlugConnectedX size={32} stroke={1.5} />} title={title} hint={error.message}>
      <Button variant="default" onClick={onRetry}>
        {texts.failure.retry}
      </Button>
    </Face>
  </div>
)
