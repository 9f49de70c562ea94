import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Unavailable } from '../errors.ts'
import type { Machine } from '../machine/machine.ts'
import { phrase } from '../phrases/phrase.ts'
import { DamagedFile } from './versions.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** NIST SP 800-38D 8.2.2: a random nonce of 96 bits for each message, and a tag of 128. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets in the database that have to be read again (tokens that the API shows, seeds of one-time codes) with
 * AES-256-GCM and a key in a separate file. The database or a copy of it does not disclose them; root can read both files.
 * Passwords are only stored as hashes.
 */
export interface Vault {
  /** The encrypted text for a row; different for each call. */
  seal(text: string): string
  /** Decrypts a sealed text. Throws `Unavailable` if it was sealed with another key or altered. */
  open(sealed: string): string
}

/**
 * Opens the vault with the key in the file `path`, readable by root only. A missing file is created with a new key. Throws `DamagedFile`
 * for a file without a valid key, which is left unchanged: with another key, saved secrets could not be opened any more.
 */
export function openVault(machine: Pick<Machine, 'readFile' | 'writeFile'>, path: string): Vault {
  const kept = machine.readFile(path)
  if (kept !== undefined) return vaultWith(keyIn(kept, path), path)
  const key = randomBytes(KEY_BYTES)
  machine.writeFile(path, `${key.toString('base64url')}\n`, 0o600)
  return vaultWith(key, path)
}

/** A vault whose key is damaged: it neither seals nor opens secrets, and says why. */
export function refusingVault(damage: DamagedFile): Vault {
  const refuse = (): never => {
    throw damage
  }
  return { seal: refuse, open: refuse }
}

/** A vault with a key, by default a random one. `place` is the name of the key in error messages. */
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
        throw new Unavailable(phrase('machine.secretUnreadable', place), { cause })
      }
    },
  }
}

/**
 * Parses a file of version 1: the key alone, in base64url (RFC 4648 §5). That of a later version has another beginning, and is refused
 * like a damaged one.
 */
function keyIn(text: string, path: string): Uint8Array {
  const key = text.trim()
  if (!/^[A-Za-z0-9_-]{43}$/.test(key)) throw new DamagedFile(phrase('machine.vaultKeyDamaged', path))
  return Buffer.from(key, 'base64url')
}
