import { type Device, isDisabled } from '../devices/device.ts'
import { isGuestLink } from '../dhcp/refusal.ts'

/**
 * The device that takes the waiting passphrase when a station with this MAC has joined; undefined when it is not for this
 * one. A stranger becomes what was announced; a known device without a passphrase (it was wired so far) stays what it is and
 * gets only the passphrase. One that is known to have used WPA3 may go on using it, whatever was announced.
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
