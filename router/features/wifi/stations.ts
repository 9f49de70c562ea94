import { Invalid } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Change, Draft, Facts } from '../../store/facts.ts'
import { announceDevice } from '../devices/announce.ts'
import { type Device, PENDING } from '../devices/device.ts'
import { assign } from './pending.ts'
import type { Failed, Joined, Left } from './report.ts'

/** What becomes of it that stations join, fail to, and leave; whoever reports it. */
export interface Stations {
  join(report: Joined): Promise<Joined>
  fail(report: Failed): Failed
  leave(report: Left): Promise<Left>
}

interface Parts {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
}

export function openStations({ facts, change, bus }: Parts): Stations {
  return {
    async join(body) {
      let before: Device | undefined
      let taken: Device | undefined
      await change((draft) => {
        refuseOtherLinks(draft, body.Iface)
        before = draft.devices.get(body.MAC)
        taken = assign(draft.devices.get(PENDING), before, body)
        if (taken) {
          draft.devices.put(body.MAC, taken)
          draft.devices.remove(PENDING)
        }
        seat(facts, draft, body)
      })
      const waiting = facts.setting('setup').done ? 'Okay' : 'Okay-setup'
      const report = { ...body, Status: taken ? 'Installed Pending PSK' : waiting }
      bus.publish('wifi:auth:success', report)
      if (taken) announceDevice({ bus, facts }, before, taken)
      return report
    },

    fail(body) {
      const report = { ...body, Status: 'Okay' }
      bus.publish('wifi:auth:fail', report)
      return report
    },

    async leave(body) {
      await change((draft) => unseat(draft, body))
      const report = { ...body, Status: 'Okay' }
      bus.publish('wifi:station:disconnect', report)
      return report
    },
  }
}

/** Stations sit on links of access points. Nobody may be placed on a link that others share, or towards the internet. */
function refuseOtherLinks(draft: Draft, link: string): void {
  const type = draft.interfaces.get(link)?.Type
  if (type === 'Uplink' || type === 'Downlink') throw new Invalid(`${link} is not a wifi link`, 'Iface')
}

/** A MAC is on one link, and a station's link has one MAC: whoever was there before is gone. */
function seat(facts: Facts, draft: Draft, { MAC, Iface, Router }: Joined): void {
  const previous = facts.stations.by('link', Iface)
  if (previous && previous.mac !== MAC) unseat(draft, { MAC: previous.mac, Iface })
  if (draft.leases.get(MAC)?.link !== Iface) draft.leases.remove(MAC)
  // Seen by another router of the mesh: then it is not here any more.
  if (Router === '') draft.stations.put(MAC, { mac: MAC, link: Iface })
  else draft.stations.remove(MAC)
}

/** A late report about a link that the station has left already must not take it off its new one. */
function unseat(draft: Draft, { MAC, Iface }: Pick<Left, 'MAC' | 'Iface'>): void {
  if (draft.stations.get(MAC)?.link === Iface) draft.stations.remove(MAC)
  if (draft.leases.get(MAC)?.link === Iface) draft.leases.remove(MAC)
}
