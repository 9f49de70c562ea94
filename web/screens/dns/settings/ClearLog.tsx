import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { ConfirmDialog } from '../../../parts/dialogs/ConfirmDialog.tsx'
import { showResult } from '../../../parts/shell/showResult.tsx'
import { dnsTexts } from '../../../texts/dns/dns.ts'

const { keep: words } = dnsTexts

/** Deletes the DNS log of all devices after a confirmation. */
export function ClearLog() {
  const [asked, { open, close }] = useDisclosure(false)
  const cache = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call(dnsLog.clear),
    onSuccess: async () => {
      close()
      showResult(words.cleared)
      for (const operation of [dnsLog.queries, dnsLog.history, dnsLog.counts, dnsLog.clients, dnsLog.top])
        await cache.resetQueries({ queryKey: keyOf(operation) })
    },
  })
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.clear}
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={close}
        title={words.clearTitle}
        confirm={words.clear}
        onConfirm={() => clear.mutate()}
        action={clear}
      >
        <p>{words.clearHint}</p>
      </ConfirmDialog>
    </>
  )
}
