import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { Confirmed } from '../../../parts/dialogs/Confirmed.tsx'
import { showResult } from '../../../parts/shell/showResult.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'

const { keep: words } = dnsTexts

/** Deletes the DNS log of all devices after a confirmation. */
export function ClearLog() {
  const cache = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call(dnsLog.clear),
    onSuccess: async () => {
      showResult(words.cleared)
      for (const operation of [dnsLog.queries, dnsLog.history, dnsLog.counts, dnsLog.clients, dnsLog.top])
        await cache.resetQueries({ queryKey: keyOf(operation) })
    },
  })
  return (
    <Confirmed title={words.clearTitle} hint={words.clearHint} confirm={words.clear} action={clear}>
      {(open) => (
        <Button variant="default" onClick={open}>
          {words.clear}
        </Button>
      )}
    </Confirmed>
  )
}
