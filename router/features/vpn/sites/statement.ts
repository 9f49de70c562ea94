import { addressesOf } from '../../../compiler/ends.ts'
import type { Frame } from '../../../compiler/network.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { namesOf } from '../../../model/internet/dyndns/settings.ts'
import type { Site } from '../../../model/vpn/sites/site.ts'
import { hostOf } from '../../../model/vpn/tunnels/check.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { containsIp, formatSubnet, PRIVATE_NETS, parseSubnet, UNROUTABLE_NETS } from '../../../values/subnet.ts'

/** Addresses that providers share between customers: RFC 6598. */
const SHARED_NET = parseSubnet('100.64.0.0/10')!

/** The networks of this home, in the order of their numbers. */
export const homeNetworks = (facts: Pick<Facts, 'setting'>): string[] =>
  tinyNets(facts.setting('subnet'))
    .sort((a, b) => a.base - b.base)
    .map(formatSubnet)

/** A host name or address at which the internet reaches this router; empty if there is none. */
export function publicHost(facts: Pick<Facts, 'setting'>, { uplinks }: Pick<Frame, 'uplinks'>): string {
  const configured = facts.setting('vpn').Endpoints.find((one) => !one.startsWith('['))
  if (configured) return hostOf(configured)
  const dyndns = facts.setting('dyndns')
  const [named] = dyndns.Provider === '' ? [] : namesOf(dyndns)
  if (named) return named.name
  const unreachable = [...PRIVATE_NETS, ...UNROUTABLE_NETS, SHARED_NET]
  const addresses = [...uplinks].sort((a, b) => Number(b.well) - Number(a.well)).flatMap(addressesOf)
  return addresses.find((ip) => !unreachable.some((net) => containsIp(net, ip))) ?? ''
}

/** What the owner has to do, because the last text of this router is out of date; empty for nothing. */
export function noticeOf({ Given, Endpoint }: Site, networks: readonly string[]): Phrase | undefined {
  const hasEndpoint = Given.Endpoint !== Endpoint
  if (Given.Networks.join() !== networks.join())
    return phrase(hasEndpoint ? 'vpn.siteNetworksAndEndpointChanged' : 'vpn.siteNetworksChanged')
  return hasEndpoint ? phrase('vpn.siteEndpointChanged') : undefined
}
