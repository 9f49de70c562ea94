import { z } from 'zod'

/** The recovery key as it is kept: sealed; empty until it is needed. */
export const BackupRow = z.object({ RecoveryKey: z.string() })

/** Crockford's base 32: no letter that is taken for another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 7
const GROUP_LENGTH = 4

const SHAPE = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`)

/** A passphrase that nobody has to think up: 140 bits in seven groups of four, to be written down. */
export const generateRecoveryKey = (): string =>
  grouped(
    [...crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))].map((byte) => ALPHABET[byte % 32]).join(''),
  )

/** A passphrase as it counts: a recovery key may be typed in small letters, and without its dashes. */
export function asTyped(passphrase: string): string {
  const bare = passphrase.replace(/[-\s]/g, '').toUpperCase()
  return SHAPE.test(bare) ? grouped(bare) : passphrase
}

const grouped = (text: string): string => (text.match(/.{4}/g) ?? []).join('-')
