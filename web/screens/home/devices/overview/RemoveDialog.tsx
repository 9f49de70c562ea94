import { useMutation } from '@tanstack/react-query'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { call } from '../../../../client/client.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { ConfirmDialog } from '../../../../parts/dialogs/ConfirmDialog.tsx'
import { showResult } from '../../../../parts/shell/showResult.tsx'
import { deviceTexts } from '../../../../texts/home/device.ts'
import { connectionOf, type ShownDevice } from '../entry.ts'

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
  const remove = useMutation({
    mutationFn: () => call(devices.remove, { query: { identity } }),
    onSuccess: async () => {
      await onRemoved()
      showResult(deviceTexts.removed(name))
      await readAgain(devices.list)
    },
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
