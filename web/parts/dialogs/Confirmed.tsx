import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmedProps {
  title: string
  /** What is lost, and what is not. */
  hint: string
  /** Text of the button that performs the action. */
  confirm: string
  /** The mutation. The dialog closes when it has succeeded. */
  action: {
    readonly mutate: (given: undefined, options: { onSuccess: () => void }) => void
    readonly isPending: boolean
    readonly error: Error | null
    readonly reset: () => void
  }
  /** The button that opens the question. */
  children: (open: () => void) => ReactNode
}

/** An action that needs a confirmation. */
export function Confirmed({ action, children, ...words }: ConfirmedProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const confirm = () => action.mutate(undefined, { onSuccess: close })
  return (
    <>
      {children(open)}
      <ConfirmDialog {...words} opened={opened} onClose={close} onConfirm={confirm} action={action} />
    </>
  )
}
