import { type Argon2Parameters, argon2, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { Invalid } from '../../errors.ts'

/** What an archive may come to when it is unpacked. */
const MAX_STATE_BYTES = 64 << 20

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** An archive lies about for years where others may try their luck: more than RFC 9106 asks where memory is scarce. */
const COST = { memory: 64 * 1024, passes: 3, parallelism: 1, tagLength: 32 }

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))

/**
 * An archive is one line of JSON: what it is, in clear, and the state, which is gzipped JSON under AES-256-GCM. The key is made
 * from a passphrase with argon2id; the clear part is proved along with the rest.
 */
const Archive = z.object({
  Sallyport: z.literal('backup'),
  Format: z.literal(1, 'is of a form that this Sallyport does not know'),
  /** When, in RFC 3339, and by which release. */
  Made: z.iso.datetime(),
  Release: z.string().max(64),
  Salt: base64.refine((salt) => salt.length === SALT_BYTES),
  Nonce: base64.refine((nonce) => nonce.length === NONCE_BYTES),
  State: base64.refine((state) => state.length > TAG_BYTES),
})
export type Archive = z.output<typeof Archive>

/** The clear part of an archive. Throws `Invalid` for what is none. */
export function readArchive(text: string): Archive {
  const result = Archive.safeParse(parsed(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Invalid(issue?.path[0] === 'Format' ? issue.message : 'is not an archive of Sallyport')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The key that a passphrase gives with this salt: 32 bytes. */
export type DeriveKey = (passphrase: string, salt: Buffer) => Promise<Buffer>

interface About {
  /** ms since 1970. */
  readonly made: number
  readonly release: string
}

/** A state as an archive. */
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

/** The state again. Throws `Invalid` when the passphrase is another one, or anything in the archive has been altered. */
export async function openArchive(archive: Archive, passphrase: string, deriveKey: DeriveKey): Promise<unknown> {
  const { Salt, Nonce, State, ...head } = archive
  const cipher = createDecipheriv(CIPHER, await deriveKey(passphrase, Salt), Nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(proved(head))
  cipher.setAuthTag(State.subarray(-TAG_BYTES))
  try {
    const packed = Buffer.concat([cipher.update(State.subarray(0, -TAG_BYTES)), cipher.final()])
    return JSON.parse((await promisify(gunzip)(packed, { maxOutputLength: MAX_STATE_BYTES })).toString())
  } catch {
    throw new Invalid('is not the one of this archive, or the archive has been altered', 'Passphrase')
  }
}

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** The key of every archive. Slow on purpose, and 64 MiB for a moment. The same letters may be typed as different bytes. */
export const deriveSlowly: DeriveKey = (passphrase, nonce) =>
  derive('argon2id', { message: passphrase.normalize('NFC'), nonce, ...COST })

const proved = ({
  Sallyport,
  Format,
  Made,
  Release,
}: Pick<Archive, 'Made' | 'Release'> & { Sallyport: string; Format: number }) =>
  Buffer.from(JSON.stringify([Sallyport, Format, Made, Release]))
