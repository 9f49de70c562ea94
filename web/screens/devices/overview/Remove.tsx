import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { devices } from '../../../../router/features/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { texts } from '../../../texts.ts'
import { connectionOf, type Entry } from '../entry.ts'
import styles from './Remove.module.css'

/** Deletes the device after one plain question. */
export function Remove({ entry }: { entry: Entry }) {
  const { identity, name } = entry
  const [asked, { open, close }] = useDisclosure(false)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => call(devices.remove, { query: { identity } }),
    onSuccess: async () => {
      await navigate({ to: '/admin/devices' })
      notifications.show({
        message: texts.device.removed(name),
        withBorder: true,
        closeButtonProps: { 'aria-label': texts.device.dismiss },
      })
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
      <Dialog opened={asked} onClose={close} title={texts.device.removeTitle(name)}>
        <p>{texts.device.removeHints[connectionOf(entry)]}</p>
        <SaveError error={remove.error} />
        <div className={styles.answers}>
          <Button variant="default" onClick={close} autoFocus>
            {texts.device.cancel}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {texts.device.removeConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
