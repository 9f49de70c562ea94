import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveArgon2id } from '../../../machine/argon2.ts'

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** What a stored hash may ask of us, so that a damaged one cannot take the router's memory. KiB and passes. */
const MOST = { memory: 256 * 1024, passes: 16, parallelism: 8 }

const SHAPE = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

/** A password as text that can be kept: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, the form of the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await deriveArgon2id({ message: composed(password), nonce, tagLength: TAG_BYTES, ...COST })
  return encode(nonce, tag)
}

/** Whether `text` was made from this password. Slow on purpose; a text that is no hash matches nothing. */
export async function matchesPassword(password: string, text: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = SHAPE.exec(text) ?? []
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  if (!affordable(cost)) return false
  const expected = Buffer.from(hash, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  const tag = await deriveArgon2id({ message: composed(password), nonce, tagLength: expected.length, ...cost })
  return timingSafeEqual(tag, expected)
}

/** Keyboards and systems differ in how they compose letters such as ü. RFC 8265 §4.2.2. */
const composed = (password: string): string => password.normalize('NFC')

/** A hash that no password is known for: checking against it takes as long as checking a real user's. */
export const unmatchableHash = (): string => encode(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))

const encode = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const affordable = ({ memory, passes, parallelism }: typeof COST): boolean =>
  parallelism >= 1 &&
  parallelism <= MOST.parallelism &&
  passes >= 1 &&
  passes <= MOST.passes &&
  memory >= 8 * parallelism &&
  memory <= MOST.memory
