import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { deriveArgon2id } from '../../../machine/argon2.ts'
import { phrase, phraseIn, schemaPhrase } from '../../../phrases/phrase.ts'

/** Maximum size of the uncompressed state. */
const MAX_STATE_BYTES = 64 << 20

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Archives may be attacked offline for years, so the cost is above what RFC 9106 recommends for little memory. */
const COST = { memory: 64 * 1024, passes: 3, parallelism: 1, tagLength: 32 }

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))

/**
 * An archive is one line of JSON: a header in plain text, and the state as gzipped JSON, encrypted with AES-256-GCM. The key is
 * derived from a passphrase with argon2id; the header is authenticated with the state.
 */
const Archive = z.object({
  Sallyport: z.literal('backup'),
  Format: z.literal(1, schemaPhrase('machine.backupFormatVersion')),
  /** Time of creation (RFC 3339), and the release. */
  Made: z.iso.datetime(),
  Release: z.string().max(64),
  Salt: base64.refine((salt) => salt.length === SALT_BYTES),
  Nonce: base64.refine((nonce) => nonce.length === NONCE_BYTES),
  State: base64.refine((state) => state.length > TAG_BYTES),
})
export type Archive = z.output<typeof Archive>

/** Reads the header of an archive. Throws `Invalid` if it is not an archive. */
export function readArchive(text: string): Archive {
  const result = Archive.safeParse(parsed(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Invalid(issue?.path[0] === 'Format' ? phraseIn(issue.message) : phrase('machine.backupFormat'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Derives a key of 32 bytes from a passphrase and a salt. */
export type DeriveKey = (passphrase: string, salt: Buffer) => Promise<Buffer>

interface About {
  /** ms since 1970. */
  readonly made: number
  readonly release: string
}

/** Encrypts a state as an archive. */
export async function sealArchive(
  state: unknown,
  passphrase: string,
  deriveKey: DeriveKey,
  { made, release }: About,
): Promise<string> {
  const head = { Sallyport: 'backup', Format: 1, Made: new Date(made).toISOString(), Release: release }
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv(CIPHER, await deriveKey(passphrase, salt), nonce)
  cipher.setAAD(proved(head))
  const packed = await promisify(gzip)(JSON.stringify(state))
  const sealed = Buffer.concat([cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  const bytes = { Salt: salt.toString('base64'), Nonce: nonce.toString('base64'), State: sealed.toString('base64') }
  return `${JSON.stringify({ ...head, ...bytes })}\n`
}

/** Decrypts an archive. Throws `Invalid` if the passphrase is wrong or the archive was altered. */
export async function openArchive(archive: Archive, passphrase: string, deriveKey: DeriveKey): Promise<unknown> {
  const { Salt, Nonce, State, ...head } = archive
  const cipher = createDecipheriv(CIPHER, await deriveKey(passphrase, Salt), Nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(proved(head))
  cipher.setAuthTag(State.subarray(-TAG_BYTES))
  try {
    const packed = Buffer.concat([cipher.update(State.subarray(0, -TAG_BYTES)), cipher.final()])
    return JSON.parse((await promisify(gunzip)(packed, { maxOutputLength: MAX_STATE_BYTES })).toString())
  } catch {
    throw new Invalid(phrase('machine.backupPasswordWrong'), 'Passphrase')
  }
}

/**
 * The key of an archive. Slow on purpose; uses 64 MiB while it runs. Normalised (NFC), since the same letters may be typed as
 * different bytes.
 */
export const deriveSlowly: DeriveKey = (passphrase, nonce) =>
  deriveArgon2id({ message: passphrase.normalize('NFC'), nonce, ...COST })

const proved = ({
  Sallyport,
  Format,
  Made,
  Release,
}: Pick<Archive, 'Made' | 'Release'> & { Sallyport: string; Format: number }) =>
  Buffer.from(JSON.stringify([Sallyport, Format, Made, Release]))
