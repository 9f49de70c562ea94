import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dnsLog } from '../../../../../router/model/dns/querylog/contract.ts'
import { call } from '../../../../client/client.ts'
import { keyOf } from '../../../../client/keys.ts'
import { ConfirmDialog } from '../../../../parts/dialogs/ConfirmDialog.tsx'
import { deviceTexts } from '../../../../texts/home/device.ts'

const words = deviceTexts.log

/** Deletes the DNS log of the device after a confirmation. */
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
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={words.deleteTitle}
        confirm={words.deleteConfirm}
        onConfirm={() => forget.mutate()}
        action={forget}
      >
        <p>{words.deleteHint}</p>
      </ConfirmDialog>
    </>
  )
}
