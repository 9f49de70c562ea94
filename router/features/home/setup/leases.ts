import type { Network } from '../../../compiler/network.ts'
import type { Drift } from '../../../events/catalogue.ts'
import type { AddressPool, Granted, LeaseRequest } from '../../../model/home/dhcp/grant.ts'
import { BLOCK_SIZE, routerSide } from '../../../model/home/dhcp/subnet.ts'
import { isSetupLink } from '../../../model/home/setup/network.ts'
import type { SetupLease } from '../../../presence/tables.ts'
import type { Change, Facts } from '../../../store/facts.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'
import { containsIp, sizeOf } from '../../../values/subnet.ts'
import { isAdmitted } from '../dhcp/refusal.ts'

/** Short: clients learn another address of the resolver with their next renewal, when the owner has chosen the home network. */
const LEASE_SECONDS = 120

/**
 * Addresses for clients of the setup network. They are kept in memory only, and no device is saved. The address of a client that
 * has left is given to another one.
 */
export function openSetupLeases(deps: {
  readonly facts: Pick<Facts, 'stations' | 'setupLeases'>
  readonly change: Change
  readonly network: () => Network
  readonly drift: () => readonly Drift[]
}): AddressPool {
  const { facts, change, network, drift } = deps
  const offered = new Map<Mac, Ip>()
  const isHere = (mac: Mac): boolean => isSetupLink(facts.stations.get(mac)?.link ?? '', network().frame)
  const inPool = (ip: Ip | undefined): Ip | undefined => {
    const { setup } = network().frame
    return ip !== undefined && setup && containsIp(setup.net, ip) ? ip : undefined
  }
  const ownAddress = (mac: string): Ip | undefined => inPool(facts.setupLeases.get(mac)?.ip ?? offered.get(mac))

  /** The first free address: the third one of each block of four. */
  function freeAddress(): Ip | undefined {
    const { setup } = network().frame
    if (!setup) return undefined
    const used = new Set([
      ...[...facts.setupLeases.values()].filter(({ mac }) => isHere(mac)).map(({ ip }) => ip),
      ...[...offered].filter(([mac]) => isHere(mac)).map(([, ip]) => ip),
    ])
    // The first block has the router's own address.
    for (let at = BLOCK_SIZE; at < sizeOf(setup.net); at += BLOCK_SIZE) {
      const ip = numberToIp(setup.net.base + at + 2)
      if (!used.has(ip)) return ip
    }
    return undefined
  }

  const terms = (ip: Ip): Granted => ({
    ip,
    routerIp: routerSide(ip),
    dnsIp: network().frame.lanIp,
    leaseSeconds: LEASE_SECONDS,
  })
  const refusalOf = ({ mac, link }: LeaseRequest) =>
    facts.stations.get(mac)?.link === link ? undefined : ('not a household link' as const)
  const leaseAt = ({ mac, link }: Pick<LeaseRequest, 'mac' | 'link'>): SetupLease | undefined => {
    const lease = facts.setupLeases.get(mac)
    return lease?.link === link && inPool(lease.ip) ? lease : undefined
  }

  const offer: AddressPool['offer'] = (ask) => {
    const refused = refusalOf(ask)
    if (refused) return { refused }
    const ip = ownAddress(ask.mac) ?? freeAddress()
    if (ip === undefined) return { refused: 'no address left' }
    for (const mac of offered.keys()) if (!isHere(mac)) offered.delete(mac)
    offered.set(ask.mac, ip)
    return { granted: terms(ip) }
  }

  return {
    refusalOf,
    ownAddress,
    leaseOf: (mac, link) => {
      const lease = leaseAt({ mac, link })
      return lease && { ...lease, hostName: '', expiresAt: Number.POSITIVE_INFINITY }
    },
    offer,
    async grant(ask, ip) {
      const answer = offer(ask)
      if ('refused' in answer) return answer
      const { granted } = answer
      if (ip !== undefined && ip !== granted.ip) return { refused: 'address in use' }
      const { mac, link } = ask
      try {
        await change((draft) => {
          for (const [other, lease] of [...draft.setupLeases.rows()])
            if (lease.ip === granted.ip) draft.setupLeases.remove(other)
          draft.setupLeases.put(mac, { mac, link, ip: granted.ip })
        })
      } catch {
        // The failed change has been logged; the client retries.
        return { refused: 'change failed' }
      }
      return isAdmitted(network(), drift(), mac, link, granted.ip) ? { granted } : { refused: 'not admitted' }
    },
    renew(ask, ip) {
      const isSame = leaseAt(ask)?.ip === ip && !refusalOf(ask)
      return isSame && isAdmitted(network(), drift(), ask.mac, ask.link, ip) ? terms(ip) : undefined
    },
    terms,
    forget: (mac) => void offered.delete(mac),
    async release(mac) {
      offered.delete(mac)
      await change((draft) => draft.setupLeases.remove(mac))
    },
    // No other device is on the link of a client.
    decline: async () => 'not the address it has',
  }
}
