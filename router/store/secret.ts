import { Invalid } from '../errors.ts'
import { MASK } from '../model/home/devices/device.ts'
import { isSameRecipient } from '../model/recipient.ts'
import { phrase } from '../phrases/phrase.ts'
import type { Vault } from './vault.ts'

/** A sealed secret as clients see it. */
export const masked = (sealed: string): string => (sealed === '' ? '' : MASK)

interface SecretChange {
  /** The name of the secret in the request. */
  readonly field: string
  /** Absent or `**`: the stored one. Empty: none. */
  readonly given: string | null | undefined
  /** The stored one, sealed; empty for none. */
  readonly stored: string
  /** The settings that the stored secret belongs to; undefined if there are none. */
  readonly before: object | undefined
  /** The settings after the change. */
  readonly after: object
}

/**
 * The sealed secret after a change; empty for none. Throws `Invalid` if there is none to keep, or for another recipient: a client that
 * may not read the secret could otherwise have it sent to its own server.
 */
export function revisedSecret({ field, given, stored, before, after }: SecretChange, vault: Vault): string {
  if (typeof given === 'string' && given !== MASK) return given && vault.seal(given)
  if (given === MASK && stored === '') throw new Invalid(phrase('field.noStoredSecret', MASK), field)
  if (stored !== '' && !(before && isSameRecipient(before, after)))
    throw new Invalid(phrase('field.secretNeededAgain'), field)
  return stored
}
