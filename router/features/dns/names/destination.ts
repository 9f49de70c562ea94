import { isRouter } from '../../../compiler/ends.ts'
import type { Core } from '../../../core.ts'
import { FailedAttempt } from '../../../errors.ts'
import type { Found, Resolve } from '../../../model/dns/names/found.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { isIp } from '../../../values/ip.ts'
import { reachOf } from '../../../values/subnet.ts'
import { localAddresses } from './resolution.ts'

interface Deps extends Pick<Core, 'facts' | 'network'> {
  readonly resolver: { lookUp(name: string): Promise<Found | undefined> }
}

/**
 * Resolves the hosts that settings name. They may be on the internet or in the home, but never this router: a client of the API
 * could otherwise send requests to services that accept connections from the router only. Connect to the returned address: the
 * name may have another one the next time.
 */
export const openDestinations =
  ({ facts, network, resolver }: Deps): Resolve =>
  async (host) => {
    if (host.startsWith('[')) throw new FailedAttempt(phrase('dns.onlyIpv4Reached'))
    const name = host.toLowerCase().replace(/\.$/, '')
    const found = isIp(name) ? [name] : (localAddresses(facts, name) ?? (await resolver.lookUp(name))?.ips)
    if (!found || found.length === 0) throw new FailedAttempt(phrase('dns.hostUnresolved', host))
    const address = found.find((ip) => reachOf(ip) !== 'nowhere' && !isRouter(network(), ip))
    if (address === undefined) throw new FailedAttempt(phrase('dns.addressOfNoOther', host))
    return address
  }
