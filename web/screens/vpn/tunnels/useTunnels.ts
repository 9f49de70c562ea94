import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { query } from '../../../client/query.ts'
import { useSites } from '../sites/useSites.ts'

export type ListedTunnel = z.output<typeof tunnels.list.details.reply>[number]
export type ListedExit = z.output<typeof tunnels.exits.details.reply>[number]

/** States have events; handshakes and counters change all the time. */
const LOOK_AGAIN_MS = 3000

/** The outgoing tunnels, without those of other homes, which have a separate list. */
export function useTunnels() {
  const all = useQuery({ ...query(tunnels.list), refetchInterval: LOOK_AGAIN_MS })
  const homes = useSites()
  const data =
    all.data && !homes.isPending
      ? all.data.filter(({ Name }) => !homes.data?.some((home) => home.Name === Name))
      : undefined
  return { data, error: all.error, refetch: all.refetch }
}

/** The devices that use tunnels. */
export const useExits = () => useQuery(query(tunnels.exits))

/** A change of tunnels or exits. `onDone` is called when both have been loaded again. */
export const useTunnelChange = changesOf(tunnels.list, tunnels.exits)
