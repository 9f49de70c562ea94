import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './DangerButton.module.css'

interface DangerButtonProps {
  onClick: () => void
  isDisabled?: boolean
  children: ReactNode
}

/** Opens the question before something is deleted. */
export const DangerButton = ({ onClick, isDisabled = false, children }: DangerButtonProps) => (
  <Button
    variant="subtle"
    color="red"
    className={styles.danger}
    leftSection={<IconTrash size={18} stroke={1.6} />}
    disabled={isDisabled}
    onClick={onClick}
  >
    {children}
  </Button>
)
