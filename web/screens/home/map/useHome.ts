import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '../../../../router/model/firewall/config/configrule.ts'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { sites } from '../../../../router/model/vpn/sites/contract.ts'
import { query } from '../../../client/query.ts'
import type { ListedSite } from '../../vpn/sites/useSites.ts'
import { useEntries } from '../devices/useEntries.ts'
import type { Home } from './reach.ts'
import type { MapSite } from './sites.ts'

const none: readonly Endpoint[] = []
const noSites: readonly MapSite[] = []

const sitesOf = (listed: readonly ListedSite[]): MapSite[] =>
  listed.map(({ Name, State, Users, Shared, Peer }) => ({ Name, State, Users, Shared, Networks: Peer?.Networks ?? [] }))

/** A change of one device's groups that the router has not answered yet. */
export interface Move {
  readonly identity: string
  readonly groups: readonly string[]
}

/** The home as the map draws it, with `moving` as if it were done. Without the firewall's rules, other homes,
 * or what the links are, the rest is still shown. */
export function useHome(moving: Move | undefined) {
  const devices = useEntries()
  const known = useQuery(query(groups.list))
  const rules = useQuery(query(firewall.config))
  const kinds = useQuery(query(links.configuration))
  const connected = useQuery({ ...query(sites.list), select: sitesOf })
  const { entries } = devices
  const endpoints = rules.data?.Endpoints ?? none
  const others = connected.data ?? noSites
  const home = useMemo((): Home | undefined => {
    if (!entries || !known.data || rules.isPending || kinds.isPending) return undefined
    const moved = entries.map((entry) =>
      entry.identity === moving?.identity
        ? { ...entry, device: { ...entry.device, Groups: [...moving.groups] } }
        : entry,
    )
    const radios = new Set(kinds.data?.flatMap(({ Name, Type }) => (Type === 'AP' ? [Name] : [])))
    return { entries: moved, groups: known.data, endpoints, radios, sites: others }
  }, [entries, known.data, rules.isPending, kinds.isPending, kinds.data, endpoints, others, moving])
  return {
    home,
    error: devices.error ?? known.error,
    refetch: () => Promise.all([devices.refetch(), known.refetch(), rules.refetch(), connected.refetch()]),
  }
}
