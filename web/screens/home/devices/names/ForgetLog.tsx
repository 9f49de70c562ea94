import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dnsLog } from '../../../../../router/model/dns/querylog/contract.ts'
import { call } from '../../../../client/client.ts'
import { keyOf } from '../../../../client/keys.ts'
import { Confirmed } from '../../../../parts/dialogs/Confirmed.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'

const words = deviceTexts.log

/** Deletes the DNS log of the device after a confirmation. */
export function ForgetLog({ ip }: { ip: string }) {
  const cache = useQueryClient()
  const forget = useMutation({
    mutationFn: () => call(dnsLog.forget, { params: { ip } }),
    onSuccess: async () => {
      await cache.resetQueries({ queryKey: keyOf(dnsLog.history) })
    },
  })
  return (
    <Confirmed title={words.deleteTitle} hint={words.deleteHint} confirm={words.deleteConfirm} action={forget}>
      {(open) => (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={open}>
          {words.delete}
        </Button>
      )}
    </Confirmed>
  )
}
