import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { call } from '../../../client/client.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import { useGroupChange } from './useGroupChange.ts'

/** Deletes the group after one plain question. */
export function RemoveGroup({ group: { Name } }: { group: GroupSettings }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = useGroupChange(() => call(groups.remove, { body: { Name } }))
  return (
    <>
      <Button variant="subtle" color="red" size="compact-md" onClick={open}>
        {groupTexts.remove}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={groupTexts.removeTitle(Name)}
        confirm={groupTexts.removeConfirm}
        onConfirm={() => remove.mutate()}
        action={remove}
      >
        <p>{groupTexts.removeHint}</p>
      </ConfirmDialog>
    </>
  )
}
