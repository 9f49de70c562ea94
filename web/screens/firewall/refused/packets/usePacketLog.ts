import { useQuery } from '@tanstack/react-query'
import { packetLog } from '../../../../../router/model/firewall/refused/contract.ts'
import type { PacketLogging } from '../../../../../router/model/firewall/refused/settings.ts'
import { updatesOf } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { query } from '../../../../client/query.ts'

const useUpdate = updatesOf(packetLog.settings)

/** Which packets are logged, and a mutation that changes that. */
export function usePacketLog() {
  const settings = useQuery(query(packetLog.settings))
  const change = useUpdate((body: PacketLogging) => call(packetLog.configure, { body }))
  return { settings, change }
}
