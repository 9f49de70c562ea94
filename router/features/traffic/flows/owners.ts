import { z } from 'zod'
import { keyOfDevice } from '../../../model/home/devices/device.ts'
import type { Facts } from '../../../store/facts.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import { type Ip, ipToNumber, numberToIp } from '../../../values/ip.ts'

/** Numbers below are identities, from here on addresses: no device has an address in 0.0.0.0/8. */
const FIRST_ADDRESS = 2 ** 24
/** Numbers from here on are not owners: `offsetOf`. */
const FIRST_OFFSET = 2 ** 32
/** The numbers of deleted devices are kept for as long as traffic by day is: another device must not get them. */
const KEEP_MS = 400 * 24 * 3600_000

const Owner = z.object({
  id: z
    .int()
    .min(0)
    .max(FIRST_ADDRESS - 1),
  ip: z.string(),
  /** When the device was first found to be deleted, in milliseconds since 1970. */
  deletedAt: z.number().optional(),
})
type Owner = z.infer<typeof Owner>

/** Whether the number of an owner is an address. */
export const isAddress = (owner: number): boolean => owner >= FIRST_ADDRESS && owner < FIRST_OFFSET
/** Whether a number is that of an owner. */
export const isOwner = (number: number): boolean => number < FIRST_OFFSET
/** The number by which the history has the difference between an owner's total and the kernel's counters. */
export const offsetOf = (owner: number): number => FIRST_OFFSET + owner

/**
 * Whose traffic it is: a number for each identity, so that a device's history goes with it to its next address. Traffic of
 * an address without a device, and records from before there were numbers, have the address itself as their number.
 */
export interface Owners {
  /** The number of the device that has an address now. */
  numberOf(ip: Ip): number
  /** The address that a number's traffic is shown at: the device's present or last one, unless it belongs to another by now. */
  addressOf(owner: number): Ip | undefined
  /** The last address that `numberOf` was called with for a number, also if another device has it by now. */
  countedAt(owner: number): Ip | undefined
  /** Whether a number is that of a device that exists. */
  isDevice(owner: number): boolean
  /** The key of the device that has a number (`keyOfDevice`), also after it was deleted; undefined for an address. */
  identityOf(owner: number): string | undefined
  /** Forget devices that were deleted 400 days ago; `now` in milliseconds since 1970. */
  tidy(now: number): void
}

export function openOwners(saved: KeyValueLog, { devices }: Pick<Facts, 'devices'>): Owners {
  const owners = new Map<string, Owner>()
  const identities = new Map<number, string>()
  for (const [identity, text] of saved.read()) {
    const owner = readOwner(text)
    if (!owner || identities.has(owner.id)) continue
    owners.set(identity, owner)
    identities.set(owner.id, identity)
  }
  let next = Math.max(-1, ...identities.keys()) + 1

  const keep = (identity: string, owner: Owner): Owner => {
    owners.set(identity, owner)
    identities.set(owner.id, identity)
    saved.change(new Map([[identity, JSON.stringify(owner)]]))
    return owner
  }
  const countedAt = (owner: number): Ip | undefined => {
    if (isAddress(owner)) return numberToIp(owner)
    const identity = identities.get(owner)
    return identity === undefined ? undefined : owners.get(identity)?.ip
  }
  return {
    numberOf(ip) {
      const device = devices.by('RecentIP', ip)
      if (!device) return ipToNumber(ip)
      const identity = keyOfDevice(device)
      const had = owners.get(identity)
      if (had?.ip === ip && had.deletedAt === undefined) return had.id
      return keep(identity, { id: had?.id ?? next++, ip }).id
    },
    addressOf(owner) {
      if (isAddress(owner)) return numberToIp(owner)
      const identity = identities.get(owner)
      if (identity === undefined) return undefined
      const device = devices.get(identity)
      if (device?.RecentIP) return device.RecentIP
      const last = countedAt(owner)
      return last === undefined || devices.by('RecentIP', last) ? undefined : last
    },
    countedAt,
    identityOf: (owner) => identities.get(owner),
    isDevice(owner) {
      const identity = identities.get(owner)
      return identity !== undefined && devices.get(identity) !== undefined
    },
    tidy(now) {
      for (const [identity, owner] of owners) {
        if (devices.get(identity)) continue
        if (owner.deletedAt === undefined) keep(identity, { ...owner, deletedAt: now })
        else if (now - owner.deletedAt > KEEP_MS) {
          owners.delete(identity)
          identities.delete(owner.id)
          saved.change(new Map([[identity, undefined]]))
        }
      }
    },
  }
}

/** Undefined for a text that is damaged: the device gets another number, and its history starts again. */
function readOwner(text: string): Owner | undefined {
  try {
    return Owner.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
