import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { groups } from '../../../router/features/groups/contract.ts'
import type { Group } from '../../../router/features/groups/group.ts'
import { call } from '../../client/client.ts'
import { Dialog } from '../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../parts/forms/SaveNote.tsx'
import { groupTexts } from '../../texts/groups.ts'
import styles from './Answers.module.css'
import { useChange } from './useChange.ts'

/** Deletes the group after one plain question. */
export function RemoveGroup({ group: { Name } }: { group: Group }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = useChange(() => call(groups.remove, { body: { Name } }))
  return (
    <>
      <Button variant="subtle" color="red" size="compact-md" onClick={open}>
        {groupTexts.remove}
      </Button>
      <Dialog opened={asked} onClose={close} title={groupTexts.removeTitle(Name)}>
        <p>{groupTexts.removeHint}</p>
        <SaveError error={remove.error} />
        <div className={styles.answers}>
          <Button variant="default" onClick={close} autoFocus>
            {groupTexts.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {groupTexts.removeConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
