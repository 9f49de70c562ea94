import { isHost, parseHost } from '../router/model/internet/links/address.ts'
import { demand } from './steps.ts'
import type { System } from './system.ts'

/** A static address, with its prefix length, and the router of the provider. */
export interface LinkAddress {
  readonly link: string
  readonly address: string
  readonly router: string
}

/** Of ip-address(8): `dynamic` if the address has a lifetime, as that of a DHCP lease. */
interface ListedAddress {
  readonly local: string
  readonly prefixlen: number
  readonly dynamic?: boolean
}

/** The static address of a link with a default route, in the network of the router of that route; undefined without one. */
export function staticAddressOf(system: System, link: string): LinkAddress | undefined {
  const list = <T>(...args: readonly string[]): T[] =>
    JSON.parse(demand(system, ['ip', '-j', '-4', ...args, 'dev', link]) || '[]') as T[]
  const [route] = list<{ gateway?: string }>('route', 'show', 'default')
  const [shown] = list<{ addr_info?: readonly ListedAddress[] }>('address', 'show')
  const router = route?.gateway
  if (router === undefined) return undefined
  for (const { local, prefixlen, dynamic } of shown?.addr_info ?? []) {
    const address = `${local}/${prefixlen}`
    const net = parseHost(address)?.net
    if (!dynamic && net && isHost(net, router)) return { link, address, router }
  }
  return undefined
}
