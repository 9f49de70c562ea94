import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dnsLog } from '../../../../router/features/dnslog/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { deviceTexts } from '../../../texts/device.ts'
import styles from '../overview/Remove.module.css'

const words = deviceTexts.log

/** Deletes what the device asked for, after one plain question. */
export function ForgetLog({ ip }: { ip: string }) {
  const [asked, { open, close }] = useDisclosure(false)
  const cache = useQueryClient()
  const forget = useMutation({
    mutationFn: () => call(dnsLog.forget, { params: { ip } }),
    onSuccess: async () => {
      close()
      await cache.resetQueries({ queryKey: keyOf(dnsLog.history) })
    },
  })
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={open}>
        {words.delete}
      </Button>
      <Dialog opened={asked} onClose={close} title={words.deleteTitle}>
        <p>{words.deleteHint}</p>
        <SaveError error={forget.error} />
        <div className={styles.answers}>
          <Button variant="default" onClick={close} autoFocus>
            {words.cancel}
          </Button>
          <Button color="red" loading={forget.isPending} onClick={() => forget.mutate()}>
            {words.deleteConfirm}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
