import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deviceTexts } from '../../texts/home/devices/device.ts'
import styles from './SaveNote.module.css'

/** The result of the last change of a field. Errors are the router's messages. */
export const SaveNote = ({ status }: { status: 'idle' | 'pending' | 'success' | 'error' }) => (
  <span className={styles.note} role="status">
    {status === 'pending' && deviceTexts.saving}
    {status === 'error' && <span className={styles.refused}>{deviceTexts.notSaved}</span>}
    {status === 'success' && (
      <span className={styles.saved}>
        <IconCheck size={14} stroke={2.5} aria-hidden />
        {deviceTexts.saved}
      </span>
    )}
  </span>
)

export const SaveError = ({ error }: { error: Error | null }) => error && <ErrorLine message={error.message} />

/** Why something failed. */
export const ErrorLine = ({ message }: { message: ReactNode }) => (
  <p className={styles.error} role="alert">
    {message}
  </p>
)
