import { createECDH } from 'node:crypto'
import type { Change, Facts } from '../../store/facts.ts'
import type { Vault } from '../../store/vault.ts'

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly vault: Vault
}

/** A key pair of the curve P-256, base64url: the public key as a point of 65 bytes, the private key as 32 bytes. RFC 8292 §3.2. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** The router's keys for push services, which are made when they are needed first. */
export const openVapidKeys =
  ({ facts, change, vault }: Deps) =>
  async (): Promise<VapidKeys> => {
    if (!facts.setting('vapid')) {
      const { publicKey, privateKey } = newVapidKeys()
      const PrivateKey = vault.seal(privateKey)
      await change((draft) => {
        if (!draft.setting('vapid')) draft.set('vapid', { PublicKey: publicKey, PrivateKey })
      })
    }
    const { PublicKey, PrivateKey } = facts.setting('vapid')!
    return { publicKey: PublicKey, privateKey: vault.open(PrivateKey) }
  }

function newVapidKeys(): VapidKeys {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  // OpenSSL omits leading zeros.
  const privateKey = Buffer.alloc(32)
  const scalar = curve.getPrivateKey()
  scalar.copy(privateKey, 32 - scalar.length)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
