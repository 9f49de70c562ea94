import { z } from 'zod'
import type { Machine } from '../../machine/machine.ts'
import { baseOf, stationLink } from '../../model/internet/links/interface.ts'
import type { Draft, Facts } from '../../store/facts.ts'
import { parseDuration } from '../../values/duration.ts'
import type { Lease } from '../tables.ts'

const Neighbour = z.object({ dst: z.string(), dev: z.string(), lladdr: z.string().optional() })

/**
 * Restores presence after a restart of the router, from the kernel's permanent neighbours: they contain the address and link
 * of each device. After a reboot there are none: then a wired device is assumed to be on the link of its last lease until that
 * expires, since a device behind a switch does not notice the reboot.
 */
export async function learnPresence(
  machine: Pick<Machine, 'run' | 'readLinks' | 'clock'>,
  facts: Facts,
): Promise<(draft: Draft) => void> {
  const leaseMs = (parseDuration(facts.setting('subnet').LeaseTime) ?? 0) * 1000
  const [time, now] = [machine.clock.now(), machine.clock.monotonic()]
  const links = await machine.readLinks()
  const shown = await machine.run(['ip', '-j', '-4', 'neighbour', 'show', 'nud', 'permanent'])
  const neighbours = z.array(Neighbour).parse(JSON.parse(shown || '[]'))

  const leases = new Map<string, Lease>()
  for (const { MAC, RecentIP, DHCPLastInterface, DHCPLastTime } of facts.devices.values()) {
    const link = facts.interfaces.get(DHCPLastInterface) ?? facts.interfaces.get(baseOf(DHCPLastInterface))
    const age = time - Date.parse(DHCPLastTime.slice(0, 23).replace(' ', 'T').concat('Z'))
    // A negative age: the clock is behind, as after the reboot of a board without a battery. The lease then counts as new.
    if (RecentIP && link?.Type === 'Downlink' && age < leaseMs)
      leases.set(MAC, {
        ...{ mac: MAC, link: DHCPLastInterface, ip: RecentIP, hostName: '' },
        expiresAt: now + leaseMs - Math.max(age, 0),
      })
  }
  for (const { dst, dev, lladdr } of neighbours) {
    const device = facts.devices.by('RecentIP', dst)
    if (device && device.MAC === lladdr)
      leases.set(lladdr, { mac: lladdr, link: dev, ip: dst, hostName: '', expiresAt: now + leaseMs })
  }

  return (draft) => {
    for (const link of links) draft.links.put(link.name, link)
    for (const [mac, lease] of leases) {
      draft.leases.put(mac, lease)
      if (stationLink(lease.link)) draft.stations.put(mac, { mac, link: lease.link })
    }
  }
}
