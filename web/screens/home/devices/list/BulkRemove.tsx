import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog } from '../../../../parts/dialogs/ConfirmDialog.tsx'
import { DangerButton } from '../../../../parts/dialogs/DangerButton.tsx'
import { notify } from '../../../../parts/shell/notify.tsx'
import { deviceTexts } from '../../../../texts/home/device.ts'
import { devicesTexts } from '../../../../texts/home/devices.ts'
import type { Entry } from '../entry.ts'
import styles from './BulkRemove.module.css'
import { useRemoveMany } from './useBulk.ts'

const words = devicesTexts.bulk

/** Deletes all selected devices after a confirmation. */
export function BulkRemove({ chosen }: { chosen: readonly Entry[] }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = useRemoveMany()
  const confirm = async () => {
    const count = await remove.mutateAsync(chosen.map(({ identity }) => identity)).catch(() => undefined)
    if (count === undefined) return
    close()
    notify(words.deleted(count))
  }
  return (
    <>
      <DangerButton isDisabled={chosen.length === 0} onClick={open}>
        {words.delete}
      </DangerButton>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={words.deleteTitle(chosen.length)}
        confirm={deviceTexts.removeConfirm}
        onConfirm={() => void confirm()}
        action={remove}
      >
        <p>{words.deleteHint}</p>
        <ul className={styles.names}>
          {chosen.map(({ identity, name }) => (
            <li key={identity}>{name}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}
