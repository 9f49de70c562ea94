import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { DangerButton } from '../../../../parts/dialogs/DangerButton.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

/** Deletes the device after a confirmation. */
export function RemoveDevice({ entry }: { entry: ShownDevice }) {
  const [asked, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  return (
    <>
      <DangerButton onClick={open}>{deviceTexts.remove}</DangerButton>
      <RemoveDialog entry={entry} opened={asked} onClose={close} onRemoved={() => navigate({ to: '/admin/devices' })} />
    </>
  )
}
