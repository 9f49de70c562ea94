import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Key, Signature } from '@tufjs/models'

/** The roles of The Update Framework (specification 1.0, 2.1). Root needs two of three keys, so that one can be lost or stolen. */
export type Role = 'root' | 'targets' | 'snapshot' | 'timestamp'
export const KEYS: Readonly<Record<Role, { readonly count: number; readonly threshold: number }>> = {
  root: { count: 3, threshold: 2 },
  targets: { count: 1, threshold: 1 },
  snapshot: { count: 1, threshold: 1 },
  timestamp: { count: 1, threshold: 1 },
}

/** A key that signs metadata: Ed25519. */
export interface SigningKey {
  readonly role: Role
  readonly key: Key
  sign(data: Buffer): Signature
}

function signingKey(role: Role, privateKey: KeyObject): SigningKey {
  // The last 32 bytes of the DER form are the key: RFC 8410, 4.
  const hex = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')
  const keyVal = { public: hex }
  const keyID = createHash('sha256')
    .update(`{"keytype":"ed25519","keyval":{"public":"${hex}"},"scheme":"ed25519"}`)
    .digest('hex')
  const key = new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal })
  return { role, key, sign: (data) => new Signature({ keyID, sig: sign(null, data, privateKey).toString('hex') }) }
}

/** Makes the keys of a new repository: one file each, `root-1.pem` and so on. Throws if there are any: they cannot be made again. */
export function makeKeys(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.pem')))
    throw new Error(`${folder} contains keys; they are not replaced`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [role, { count }] of Object.entries(KEYS))
    for (let number = 1; number <= count; number++) {
      const { privateKey } = generateKeyPairSync('ed25519')
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
      writeFileSync(join(folder, `${role}-${number}.pem`), pem, { mode: 0o600, flag: 'wx' })
    }
}

/** The keys that are present in a folder. Those of root are needed only to make or change the list of keys. */
export const readKeys = (folder: string): SigningKey[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.pem'))
    .map((name) =>
      signingKey(name.replace(/-\d+\.pem$/, '') as Role, createPrivateKey(readFileSync(join(folder, name)))),
    )
