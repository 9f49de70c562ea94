import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { deviceTexts } from '../../../texts/device.ts'
import type { Entry } from '../entry.ts'
import styles from './Remove.module.css'
import { RemoveDialog } from './RemoveDialog.tsx'

/** Deletes the device after a confirmation. */
export function Remove({ entry }: { entry: Entry }) {
  const [asked, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={styles.ask}
        leftSection={<IconTrash size={18} stroke={1.6} />}
        onClick={open}
      >
        {deviceTexts.remove}
      </Button>
      <RemoveDialog entry={entry} opened={asked} onClose={close} onRemoved={() => navigate({ to: '/admin/devices' })} />
    </>
  )
}
