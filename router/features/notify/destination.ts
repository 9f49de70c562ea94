import { isRouter } from '../../compiler/ends.ts'
import type { Network } from '../../compiler/network.ts'
import type { Facts } from '../../store/facts.ts'
import { type Ip, isIp } from '../../values/ip.ts'
import { reachOf } from '../../values/reach.ts'
import { type Found, localAddresses } from '../names/resolution.ts'
import { DeliveryFailed } from './carrier.ts'

interface Deps {
  readonly facts: Facts
  readonly network: () => Network
  readonly resolver: { lookUp(name: string): Promise<Found | undefined> }
}

/** Resolves the address of a receiver. Throws `DeliveryFailed` with `field`. */
export type Resolve = (host: string, field: string) => Promise<Ip>

/**
 * Receivers may be on the internet or in the home, but never this router: the API trusts callers on the router itself. The
 * connection goes to the address that was checked.
 */
export const openDestinations =
  ({ facts, network, resolver }: Deps): Resolve =>
  async (host, field) => {
    const failed = (reason: string): DeliveryFailed => new DeliveryFailed(reason, { field })
    if (host.startsWith('[')) throw failed('only IPv4 addresses can be reached')
    const name = host.toLowerCase().replace(/\.$/, '')
    const found = isIp(name) ? [name] : (localAddresses(facts, name) ?? (await resolver.lookUp(name))?.ips)
    if (!found) throw failed(`the name ${host} cannot be resolved`)
    if (found.length === 0) throw failed(`the name ${host} has no address`)
    const address = found.find((ip) => reachOf(ip) !== 'nowhere' && !isRouter(network(), ip))
    if (address === undefined) throw failed(`the address of ${host} is one of this router, or of no host`)
    return address
  }
