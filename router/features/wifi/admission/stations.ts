import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import { type Device, isDisabled, isPending, PENDING } from '../../../model/home/devices/device.ts'
import { isGuestLink } from '../../../model/internet/links/interface.ts'
import { type Cause, causeOf } from '../../../model/wifi/admission/failure.ts'
import type { FailedJoin, Joined, Left } from '../../../model/wifi/admission/report.ts'
import { isWpa2Link } from '../../../model/wifi/radios/radio.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { putStation, removeStation } from '../../../presence/watch/stations.ts'
import type { Draft } from '../../../store/facts.ts'
import { announceDevice } from '../../home/devices/announce.ts'
import { newDevice } from '../../home/dhcp/newdevice.ts'

/** Stores and publishes that stations join, fail to join, and leave, for the access points of this router and for reports. */
export interface Stations {
  /** `waiting` is the pending device that a station without a passphrase becomes; by default, the one with the identity `pending`. */
  join(report: Joined, waiting?: string): Promise<Joined>
  /** The same for a station that has proved the passphrase of this pending device. False, without an effect, if it does not wait (any more). */
  claim(report: Joined, identity: string): Promise<boolean>
  /** By default, the cause is what the settings of the device explain. */
  fail(report: FailedJoin, cause?: Cause): FailedJoin
  leave(report: Left): Promise<Left>
}

type Parts = Pick<Core, 'facts' | 'change' | 'bus'>

export function openStations({ facts, change, bus }: Parts): Stations {
  /** Places a station, as the pending device if it is that one's first; undefined if it had to be and is not. */
  async function place(body: Joined, identity: string, isRequired: boolean): Promise<Joined | undefined> {
    let before: Device | undefined
    let taken: Device | undefined
    let guest: Device | undefined
    await change((draft) => {
      refuseOtherLinks(draft, body.Iface)
      before = draft.devices.get(body.MAC)
      taken = isPending(identity)
        ? assign(draft.devices.get(identity), before, body, isRequired && !isWpa2Link(body.Iface))
        : undefined
      if (taken) {
        draft.devices.put(body.MAC, taken)
        draft.devices.remove(identity)
      }
      guest = isRequired || before ? undefined : guestOfLeaf(body)
      if (guest) draft.devices.put(body.MAC, guest)
      if (taken || !isRequired) putStation(facts, draft, body)
    })
    if (!taken && isRequired) return undefined
    const usual = facts.setting('setup').done ? 'Okay' : 'Okay-setup'
    const Status = taken ? 'Installed Pending PSK' : guest ? 'Provisioned mesh guest' : usual
    const report = { ...body, Status }
    bus.publish('wifi:auth:success', report)
    const added = taken ?? guest
    if (added) announceDevice({ bus, facts }, before, added)
    return report
  }

  return {
    join: async (body, waiting = PENDING) => (await place(body, waiting, false))!,

    claim: async (body, identity) => (await place(body, identity, true)) !== undefined,

    fail(body, cause = causeOf(facts.devices.get(body.MAC), body)) {
      const report = { ...body, Status: 'Okay' }
      bus.publish('wifi:auth:fail', { ...report, Cause: cause })
      return report
    },

    async leave(body) {
      await change((draft) => removeStation(draft, body))
      const report = { ...body, Status: 'Okay' }
      bus.publish('wifi:station:disconnect', report)
      return report
    },
  }
}

/** An unknown station on the guest network of another router of the mesh; one of this router is added at its DHCP request. */
const guestOfLeaf = ({ MAC, Iface, Router }: Joined): Device | undefined =>
  Router !== '' && isGuestLink(Iface) ? newDevice(MAC, Iface) : undefined

/** A station has a link of an access point: never one that others share, and never an uplink. */
function refuseOtherLinks(draft: Draft, link: string): void {
  const type = draft.interfaces.get(link)?.Type
  if (type === 'Uplink' || type === 'Downlink') throw new Invalid(phrase('wifi.notWifiLink', link), 'Iface')
}

/**
 * The device that gets the pending passphrase when a station with this MAC has joined; undefined if the station may not use
 * it. An unknown station becomes the pending device; a known device without a passphrase (it was wired so far) keeps its entry and
 * gets only the passphrase. A station that has used WPA3 may continue to use it, also with a passphrase for WPA2.
 */
export function assign(
  pending: Device | undefined,
  known: Device | undefined,
  { MAC, Iface }: { readonly MAC: string; readonly Iface: string },
  isWpa3 = false,
): Device | undefined {
  if (!pending || isGuestLink(Iface)) return undefined
  const PSKEntry = { ...pending.PSKEntry, Type: isWpa3 ? ('sae' as const) : pending.PSKEntry.Type }
  if (!known) return { ...pending, MAC, PSKEntry }
  return known.PSKEntry.Psk === '' && !isDisabled(known) ? { ...known, PSKEntry } : undefined
}

/**
 * Identity of the pending device for a station whose passphrase is unknown: the only one of the form `pending:ID` if no other
 * device is pending, otherwise `pending`.
 */
export function anyPending(identities: Iterable<string>): string {
  const [first = PENDING, ...others] = [...identities].filter(isPending)
  return others.length === 0 ? first : PENDING
}
