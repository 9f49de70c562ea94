import type { Network } from '../../../compiler/network.ts'
import { CommandFailed } from '../../../errors.ts'
import type { Machine, MonotonicClock } from '../../../machine/machine.ts'
import { openRateLimiter, type RateLimit } from '../../../machine/ratelimit.ts'
import type { DeclineRefusal } from '../../../model/home/dhcp/grant.ts'
import { routerSide } from '../../../model/home/dhcp/subnet.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'

/** Limit for each device: two changes of address, then one in ten minutes. */
const DECLINES_OF_A_MAC: RateLimit = { burst: 2, perSecond: 1 / 600 }
/** Limit for each link, since any host on a shared wire can send a DECLINE for each of its neighbours: eight, then one a minute. */
const DECLINES_ON_A_LINK: RateLimit = { burst: 8, perSecond: 1 / 60 }
/** Time for a device to answer ARP: twice the wait of RFC 5227 §2.1.1, for hosts in power saving. */
const ARP_TIMEOUT_MS = 400

/** A client's address on a link. */
export interface Held {
  readonly mac: Mac
  readonly link: string
  readonly ip: Ip
}

/** Checks a DECLINE with ARP on the link. */
export interface Conflicts {
  /**
   * Returns why a DECLINE is ignored; undefined if it is accepted. On a shared wire any host can send one in the name of a
   * neighbour, so another host has to answer ARP for the address, and the device itself must not.
   */
  refusalOf(held: Held): Promise<DeclineRefusal | undefined>
  /** True if the device answers ARP at its address on the link. */
  answers(held: Held): Promise<boolean>
}

export function openConflicts(deps: {
  machine: Pick<Machine, 'arpProbe' | 'connections'>
  facts: Facts
  network: () => Network
  clock: MonotonicClock
}): Conflicts {
  const { machine, facts, network, clock } = deps
  const ofMac = openRateLimiter(clock, DECLINES_OF_A_MAC)
  const onLink = openRateLimiter(clock, DECLINES_ON_A_LINK)

  const owners = async ({ link, ip }: Held): Promise<readonly Mac[]> => {
    const end = facts.links.get(link)
    if (!end?.up) return []
    try {
      const sender = { ip: routerSide(ip), mac: end.mac }
      return await machine.arpProbe({ link, sender, target: ip, timeoutMs: ARP_TIMEOUT_MS })
    } catch (error) {
      // The link may have been removed.
      if (error instanceof CommandFailed) return []
      throw error
    }
  }

  return {
    async refusalOf(held) {
      if (facts.devices.get(held.mac)?.StaticIP) return 'declined, but set by the owner'
      if (!ofMac.take(held.mac) || !onLink.take(held.link)) return 'declined too often'
      if (!network().frame.wired.includes(held.link)) return undefined
      const answering = await owners(held)
      if (answering.includes(held.mac)) return 'declined, but its device answers there'
      if (answering.length === 0) return 'declined, but no other host answers there'
      for await (const connections of machine.connections([held.ip]))
        if (connections.length > 0) return 'declined, but its device has connections there'
      return undefined
    },
    answers: async (held) => (await owners(held)).includes(held.mac),
  }
}
