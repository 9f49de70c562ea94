import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { devicesTexts } from '../../../texts/devices.ts'
import { texts } from '../../../texts.ts'
import type { Entry } from '../entry.ts'
import styles from '../overview/Remove.module.css'
import { useRemoveMany } from './useBulk.ts'

const words = devicesTexts.bulk

/** Deletes all selected devices after one plain question. */
export function BulkRemove({ chosen }: { chosen: readonly Entry[] }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = useRemoveMany()
  const confirm = async () => {
    const count = await remove.mutateAsync(chosen.map(({ identity }) => identity)).catch(() => undefined)
    if (count === undefined) return
    close()
    notifications.show({
      message: words.deleted(count),
      withBorder: true,
      closeButtonProps: { 'aria-label': texts.device.dismiss },
    })
  }
  return (
    <>
      <Button variant="subtle" color="red" className={styles.ask} disabled={chosen.length === 0} onClick={open}>
        {words.delete}
      </Button>
      <Dialog opened={asked} onClose={close} title={words.deleteTitle(chosen.length)}>
        <p>{words.deleteHint}</p>
        <ul className={styles.names}>
          {chosen.map(({ identity, name }) => (
            <li key={identity}>{name}</li>
          ))}
        </ul>
        <SaveError error={remove.error} />
        <div className={styles.answers}>
          <Button variant="default" onClick={close} autoFocus>
            {texts.device.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => void confirm()}>
            {texts.device.removeConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
