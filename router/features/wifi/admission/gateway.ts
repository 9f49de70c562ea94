import type { Core } from '../../../core.ts'
import { CommandFailed } from '../../../errors.ts'
import { routerSide } from '../../../model/home/dhcp/subnet.ts'
import type { Mac } from '../../../values/mac.ts'

/** RFC 5227 §1.1: ANNOUNCE_NUM and ANNOUNCE_INTERVAL. The first one may be sent before the station has installed its keys. */
const REPEAT_MS = 2000

/**
 * Announces the router's address to a station that has connected with an address, since it has roamed. It has the MAC of the access
 * point before in its ARP table, and would send to it until that entry expires.
 */
export function openGatewayAnnouncements({
  machine,
  facts,
  bus,
  onFailure,
}: Pick<Core, 'machine' | 'facts' | 'bus' | 'onFailure'>): Disposable {
  const repeats = new Map<Mac, Disposable>()

  async function announce(mac: Mac): Promise<void> {
    const lease = facts.leases.get(mac)
    if (!lease || facts.stations.get(mac)?.link !== lease.link) return
    try {
      // Those in presence are read later than a new link is used.
      const end = (await machine.readLinks()).find(({ name }) => name === lease.link)
      if (end) machine.arpAnnounce(end.name, { ip: routerSide(lease.ip), mac: end.mac })
    } catch (error) {
      // The station may have left.
      if (!(error instanceof CommandFailed))
        onFailure(`a station on ${lease.link} was not sent the router's address`, error)
    }
  }

  const subscription = bus.subscribe('wifi:auth:success', ({ MAC, Iface }) => {
    repeats.get(MAC)?.[Symbol.dispose]()
    repeats.delete(MAC)
    if (facts.leases.get(MAC)?.link !== Iface) return
    void announce(MAC)
    repeats.set(
      MAC,
      machine.clock.after(REPEAT_MS, () => {
        repeats.delete(MAC)
        void announce(MAC)
      }),
    )
  })
  return {
    [Symbol.dispose]() {
      subscription[Symbol.dispose]()
      for (const repeat of repeats.values()) repeat[Symbol.dispose]()
    },
  }
}
