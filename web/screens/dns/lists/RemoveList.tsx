import { Button } from '@mantine/core'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { dnsTexts } from '../../../texts/dns.ts'
import styles from '../Form.module.css'
import { nameOfList } from './suggestions.ts'
import { useRemoveList } from './useLists.ts'

interface RemoveListProps {
  uri: string
  opened: boolean
  onClose: () => void
}

/** Removes a list after one plain question. */
export function RemoveList({ uri, opened, onClose }: RemoveListProps) {
  const remove = useRemoveList()
  return (
    <Dialog opened={opened} onClose={onClose} title={dnsTexts.list.removeTitle(nameOfList(uri))}>
      <p>{dnsTexts.list.removeHint}</p>
      <SaveError error={remove.error} />
      <div className={styles.answers}>
        <Button variant="default" onClick={onClose} autoFocus>
          {dnsTexts.cancel}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(uri)}>
          {dnsTexts.remove}
        </Button>
      </div>
    </Dialog>
  )
}
