import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Unavailable } from '../errors.ts'
import type { Machine } from '../machine/machine.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D 8.2.2: a random nonce of 96 bits for each message, and a tag of 128. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Keeps secrets that have to be read again (tokens that the API shows, the seeds of one-time codes) out of the database:
 * rows hold them sealed, with AES-256-GCM, under a key in a file of its own. The database alone, a copy or a disk image of
 * it, gives none of them away; whoever can read both files as root can. Passwords are never kept this way, only hashed.
 */
export interface Vault {
  /** The encrypted text for a row; different for each call. */
  seal(text: string): string
  /** The text again. Throws `Unavailable` for what was sealed under another key, or altered. */
  open(sealed: string): string
}

/**
 * The vault whose key is in the file at `path`, readable by root alone. A missing file is made, with a new key; so is one
 * that holds no key, which is set aside first: what was sealed before cannot be opened then, and all else goes on.
 */
export function openVault(machine: Pick<Machine, 'readFile' | 'writeFile'>, path: string): Vault {
  const kept = machine.readFile(path)
  const sound = kept === undefined ? undefined : keyIn(kept)
  if (sound) return vaultWith(sound, path)
  if (kept !== undefined) machine.writeFile(`${path}.damaged`, kept, 0o600)
  const key = randomBytes(KEY_BYTES)
  machine.writeFile(path, `${key.toString('base64url')}\n`, 0o600)
  return vaultWith(key, path)
}

/** The vault of a key, by default one that nobody will ever have again; `place` is what to call it in complaints. */
export function vaultWith(key: Uint8Array = randomBytes(KEY_BYTES), place = 'memory'): Vault {
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const hidden = bytes.subarray(NONCE_BYTES + TAG_BYTES)
      try {
        const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([cipher.update(hidden), cipher.final()]).toString('utf8')
      } catch (cause) {
        throw new Unavailable(`a saved secret cannot be read: it was not sealed with the key in ${place}`, { cause })
      }
    },
  }
}

/** Undefined for a text that is no key. */
function keyIn(text: string): Uint8Array | undefined {
  const key = Buffer.from(text.trim(), 'base64url')
  return key.length === KEY_BYTES ? key : undefined
}
