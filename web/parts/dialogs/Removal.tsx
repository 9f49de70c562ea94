import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DangerButton } from './DangerButton.tsx'

interface RemovalProps {
  /** Text of the button that opens the question. */
  label: string
  title: string
  /** What is lost, and what is not. */
  hint: string
  /** Text of the button that deletes. */
  confirm?: string
  /** The mutation that deletes, and then leaves the page. */
  action: {
    readonly mutate: () => void
    readonly isPending: boolean
    readonly error: Error | null
    readonly reset: () => void
  }
}

/** The end of a page about one thing: deletes it after a confirmation. */
export function Removal({ label, title, hint, confirm = label, action }: RemovalProps) {
  const [asked, { open, close }] = useDisclosure(false)
  return (
    <div>
      <DangerButton onClick={open}>{label}</DangerButton>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={title}
        confirm={confirm}
        onConfirm={() => action.mutate()}
        action={action}
      >
        <p>{hint}</p>
      </ConfirmDialog>
    </div>
  )
}
