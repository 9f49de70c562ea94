import { z } from 'zod'

/** The stored recovery key: sealed; empty until it is needed. */
export const BackupRow = z.object({ RecoveryKey: z.string() })

/** Crockford's base 32, without letters that are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 7
const GROUP_LENGTH = 4

const SHAPE = new RegExp(`^[${ALPHABET}]{${GROUPS * GROUP_LENGTH}}$`)

/** A new recovery key: 140 random bits in seven groups of four characters, which can be written down. */
export const generateRecoveryKey = (): string =>
  grouped(
    [...crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))].map((byte) => ALPHABET[byte % 32]).join(''),
  )

/** Normalises a passphrase: a recovery key may be typed in lower case and without dashes. */
export function asTyped(passphrase: string): string {
  const bare = passphrase.replace(/[-\s]/g, '').toUpperCase()
  return SHAPE.test(bare) ? grouped(bare) : passphrase
}

const grouped = (text: string): string => (text.match(/.{4}/g) ?? []).join('-')
