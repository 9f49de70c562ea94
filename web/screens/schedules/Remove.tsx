import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../parts/dialogs/ConfirmDialog.tsx'
import removal from '../devices/overview/Remove.module.css'
import { useRuleChange } from './useSchedules.ts'

interface RemoveProps {
  name: string
  remove: () => Promise<unknown>
  words: {
    readonly delete: string
    readonly deleteTitle: (name: string) => string
    readonly deleteHint: string
  }
  /** The list that it was in. */
  to: '/admin/schedules' | '/admin/schedules/rules'
}

/** Deletes a schedule, a rule or a persona after a confirmation. */
export function Remove({ name, remove, words, to }: RemoveProps) {
  const [asked, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  const action = useRuleChange(remove, () => navigate({ to }))
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        className={removal.ask}
        leftSection={<IconTrash size={18} stroke={1.6} />}
        onClick={open}
      >
        {words.delete}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={words.deleteTitle(name)}
        confirm={words.delete}
        onConfirm={() => action.mutate(undefined)}
        action={action}
      >
        <p>{words.deleteHint}</p>
      </ConfirmDialog>
    </div>
  )
}
