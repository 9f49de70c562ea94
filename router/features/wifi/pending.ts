import { type Device, isDisabled } from '../devices/device.ts'
import { isGuestLink } from '../dhcp/refusal.ts'

/**
 * The device that takes the waiting passphrase when a station with this MAC has joined; undefined when it is not for this
 * one. A stranger becomes what was announced; a known device without a passphrase (it was wired so far) stays what it is and
 * gets only the passphrase.
 */
export function assign(
  pending: Device | undefined,
  known: Device | undefined,
  { MAC, Iface }: { readonly MAC: string; readonly Iface: string },
): Device | undefined {
  if (!pending || isGuestLink(Iface)) return undefined
  if (!known) return { ...pending, MAC }
  return known.PSKEntry.Psk === '' && !isDisabled(known) ? { ...known, PSKEntry: pending.PSKEntry } : undefined
}
