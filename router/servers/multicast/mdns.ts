import { askingAll, type MdnsMessage, withRecords } from '../../wire/mdns.ts'
import type { NameOwner, Names } from './names.ts'
import { permittedRecords } from './records.ts'

/**
 * Legacy queries: responses are sent within half a second (RFC 6762 §6, §6.7), later by devices that sleep between two beacons of
 * their radio, and resolvers wait for a few seconds.
 */
export const LEGACY_ANSWERED_WITHIN_MS = 10_000

/**
 * The message with the records that its sender may send to other devices, split if it does not fit one packet. Empty if nothing of it
 * is left. A legacy response answers a query from another port than 5353, and repeats its questions.
 */
export function permittedMdns(
  payload: Buffer,
  message: MdnsMessage,
  sender: NameOwner,
  names: Names,
  form: { readonly isLegacy?: boolean } = {},
): Buffer[] {
  const kept = permittedRecords(message, sender, names)
  // Without its claims a probe would be a question for a name that it may not have.
  const isClaim = message.isResponse || message.records.some(({ section }) => section === 'authority')
  if (isClaim && !kept.some(({ section }) => message.isResponse || section === 'authority')) return []
  // A unicast response from port 5353 would be dropped by the firewall under most policies.
  const open = message.isResponse ? payload : askingAll(payload, message)
  const isWhole = kept.length === message.records.length && kept.every((record, n) => record === message.records[n])
  return isWhole ? [open] : withRecords(open, message, kept, form)
}
