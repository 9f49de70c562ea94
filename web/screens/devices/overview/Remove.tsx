import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { devices } from '../../../../router/features/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { notify } from '../../../parts/shell/notify.tsx'
import { texts } from '../../../texts.ts'
import { connectionOf, type Entry } from '../entry.ts'
import styles from './Remove.module.css'

/** Deletes the device after a confirmation. */
export function Remove({ entry }: { entry: Entry }) {
  const { identity, name } = entry
  const [asked, { open, close }] = useDisclosure(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(devices.remove, { query: { identity } }),
    onSuccess: async () => {
      await navigate({ to: '/admin/devices' })
      notify(texts.device.removed(name))
      await cache.invalidateQueries({ queryKey: keyOf(devices.list) })
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className={styles.ask}
        leftSection={<IconTrash size={18} stroke={1.6} />}
        onClick={open}
      >
        {texts.device.remove}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={texts.device.removeTitle(name)}
        confirm={texts.device.removeConfirm}
        onConfirm={() => remove.mutate()}
        action={remove}
      >
        <p>{texts.device.removeHints[connectionOf(entry)]}</p>
      </ConfirmDialog>
    </>
  )
}
