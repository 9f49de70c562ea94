import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type SiteUpdate, sites } from '../../../../router/model/vpn/sites/contract.ts'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'

export type ListedSite = z.output<typeof sites.list.details.reply>[number]

/** States have events; handshakes and counters change all the time. */
const LOOK_AGAIN_MS = 3000

/** Other homes. */
export const useSites = () => useQuery({ ...query(sites.list), refetchInterval: LOOK_AGAIN_MS })

/** A change of other homes. `onDone` is called when they have been loaded again. */
export const useSitesChange = changesOf(sites.list, tunnels.list)

/** Changes another home. The reply, which has the text of this home, is kept in the screen only. */
export const useSiteChange = (name: string, onDone?: () => unknown) =>
  useSitesChange((body: SiteUpdate) => call(sites.update, { params: { name }, body }), onDone)
