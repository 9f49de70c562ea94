import { useQuery } from '@tanstack/react-query'
import { multicast } from '../../../../router/model/firewall/multicast/contract.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'

const USUAL = 'spr'

/**
 * The name of the router in addresses at home, such as `spr.local`. For a user who may not read it, that of this page, or the usual
 * one.
 */
export function useOwnHost(): string {
  const { data } = useQuery({ ...query(multicast.getMulticastSettings), enabled: may(multicast.getMulticastSettings) })
  const { hostname } = window.location
  if (data) return `${(data.MDNSName.replace(/\.local\.?$/i, '') || USUAL).toLowerCase()}.local`
  return hostname.endsWith('.local') ? hostname : `${USUAL}.local`
}
