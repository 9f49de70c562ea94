import { useMutation, useQuery } from '@tanstack/react-query'
import { packetLog } from '../../../../router/model/firewall/refused/contract.ts'
import type { PacketLogging } from '../../../../router/model/firewall/refused/settings.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { replace } from '../../../client/replace.ts'

/** Which packets are logged, and a mutation that changes that. */
export function usePacketLog() {
  const settings = useQuery(query(packetLog.settings))
  const change = useMutation({
    scope: { id: 'packet log' },
    mutationFn: (body: PacketLogging) => call(packetLog.configure, { body }),
    onSuccess: (saved) => replace(keyOf(packetLog.settings), saved),
  })
  return { settings, change }
}
