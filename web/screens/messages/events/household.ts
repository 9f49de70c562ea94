import { type Device, isPending } from '../../../../router/model/home/devices/device.ts'
import { shownName } from '../../../parts/values/name.ts'
import { eventTexts } from '../../../texts/messages/events.ts'
import { texts } from '../../../texts.ts'

/**
 * What an event calls a device: its MAC address, its IP address or its VPN key. Empty texts are ignored. With a MAC address, the IP address
 * does not count: it may be forged, or have been of another device before.
 */
export interface Subject {
  readonly mac?: string
  readonly ip?: string
  readonly key?: string
}

export interface HouseholdMember {
  readonly identity: string
  readonly device: Device
  readonly name: string
}

/** Devices by every identifier that events use. */
export interface Household {
  /** The device of an event; undefined for an unknown one. */
  readonly find: (subject: Subject | undefined) => HouseholdMember | undefined
  /** The device’s name, or else its address. */
  readonly nameOf: (subject: Subject | undefined) => string
}

/** `devices` by identity, as in `GET /devices`. */
export function householdOf(devices: Readonly<Record<string, Device>>): Household {
  const known = new Map<string, HouseholdMember>()
  for (const [identity, device] of Object.entries(devices)) {
    if (isPending(identity)) continue
    const one = { identity, device, name: shownName(device.Name) || texts.devices.unnamed }
    for (const id of [device.MAC.toLowerCase(), device.WGPubKey, device.RecentIP]) if (id !== '') known.set(id, one)
  }
  const find = ({ mac = '', ip = '', key = '' }: Subject = {}) =>
    known.get(mac.toLowerCase()) ?? known.get(key) ?? (mac === '' ? known.get(ip) : undefined)
  return {
    find,
    nameOf(subject) {
      const one = find(subject)
      if (one && shownName(one.device.Name) !== '') return one.name
      if (subject?.mac) return eventTexts.unknownDevice(subject.mac.toLowerCase())
      return subject?.ip || (one?.name ?? eventTexts.someone)
    },
  }
}
