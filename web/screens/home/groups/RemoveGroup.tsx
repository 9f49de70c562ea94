import { Button } from '@mantine/core'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { call } from '../../../client/client.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import { useGroupChange } from './useGroupChange.ts'

/** Deletes the group after one plain question. */
export function RemoveGroup({ group: { Name } }: { group: GroupSettings }) {
  const remove = useGroupChange(() => call(groups.remove, { body: { Name } }))
  return (
    <Confirmed
      title={groupTexts.removeTitle(Name)}
      hint={groupTexts.removeHint}
      confirm={groupTexts.removeConfirm}
      action={remove}
    >
      {(open) => (
        <Button variant="subtle" color="red" size="compact-md" onClick={open}>
          {groupTexts.remove}
        </Button>
      )}
    </Confirmed>
  )
}
