import { useDisclosure } from '@mantine/hooks'
import { ConfirmDialog } from '../../../../parts/dialogs/ConfirmDialog.tsx'
import { DangerButton } from '../../../../parts/dialogs/DangerButton.tsx'
import { showResult } from '../../../../parts/notices/showResult.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { devicesTexts } from '../../../../texts/home/devices/list.ts'
import type { ShownDevice } from '../entry.ts'
import styles from './BulkRemove.module.css'
import { useRemoveMany } from './useBulk.ts'

const words = devicesTexts.bulk

/** Deletes all selected devices after a confirmation. */
export function BulkRemove({ chosen }: { chosen: readonly ShownDevice[] }) {
  const [asked, { open, close }] = useDisclosure(false)
  const remove = useRemoveMany()
  const confirm = async () => {
    const count = await remove.mutateAsync(chosen.map(({ identity }) => identity)).catch(() => undefined)
    if (count === undefined) return
    close()
    showResult(words.deleted(count))
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
