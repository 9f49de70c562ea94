import { type Device, isDisabled, isPending, PENDING } from '../../../model/home/devices/device.ts'
import { isGuestLink } from '../../home/dhcp/refusal.ts'

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
