import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { changesOf } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { ConfirmDialog } from '../../../../parts/dialogs/ConfirmDialog.tsx'
import { showResult } from '../../../../parts/notices/showResult.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { connectionOf, type ShownDevice } from '../entry.ts'

const useChange = changesOf(devices.list)

interface RemoveDialogProps {
  entry: ShownDevice
  opened: boolean
  onClose: () => void
  /** Called when the device is deleted, before lists are loaded again. */
  onRemoved: () => unknown
}

/** Deletes a device after a confirmation. */
export function RemoveDialog({ entry, opened, onClose, onRemoved }: RemoveDialogProps) {
  const { identity, name } = entry
  const remove = useChange(async () => {
    await call(devices.remove, { query: { identity } })
    await onRemoved()
    showResult(deviceTexts.removed(name))
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={deviceTexts.removeTitle(name)}
      hint={deviceTexts.removeHints[connectionOf(entry)]}
      confirm={deviceTexts.removeConfirm}
      onConfirm={() => remove.mutate()}
      action={remove}
    />
  )
}
