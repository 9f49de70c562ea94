import type { ReactNode } from 'react'
import type { Operation } from '../../../router/model/operation.ts'
import { may } from '../../client/may.ts'
import styles from './Permitted.module.css'

interface PermittedProps {
  /** What the content calls. Undefined if nothing. */
  to: Pick<Operation, 'details'> | undefined
  /** Whether users who may not call it see the fields with their values, disabled, and without buttons. */
  isShown?: boolean
  children: ReactNode
}

/** Content that changes something: for users whose role permits the operation. */
export function Permitted({ to, isShown = false, children }: PermittedProps) {
  if (!to || may(to)) return children
  return isShown ? (
    <fieldset disabled className={styles.shown}>
      {children}
    </fieldset>
  ) : null
}
