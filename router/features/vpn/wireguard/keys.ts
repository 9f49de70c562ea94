import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
/** RFC 8410: the header of a private key of X25519 in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** A key pair of WireGuard, in base64. */
export interface KeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

/** A new key pair of Curve25519. */
export function newKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('x25519')
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-KEY_BYTES).toString('base64')
  return { privateKey: key, publicKey: publicKeyOf(key) }
}

/** The public key of a private key in base64. Throws if that has another length. */
export function publicKeyOf(privateKey: string): string {
  const der = Buffer.concat([PKCS8, Buffer.from(privateKey, 'base64')])
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  return key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES).toString('base64')
}

/** A new preshared key, in base64. */
export const newPresharedKey = (): string => randomBytes(KEY_BYTES).toString('base64')
