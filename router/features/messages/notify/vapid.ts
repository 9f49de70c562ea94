import { createECDH } from 'node:crypto'
import type { Core } from '../../../core.ts'
import type { Vapid } from '../../../model/messages/notify/target.ts'

type Deps = Pick<Core, 'facts' | 'change' | 'vault'>

/** A key pair of the curve P-256, base64url: the public key as a point of 65 bytes, the private key as 32 bytes. RFC 8292 §3.2. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * The router's keys for push services, which are made when they are needed first, and anew if the vault has another key: browsers
 * have to subscribe again then.
 */
export const openVapidKeys = ({ facts, change, vault }: Deps) => {
  const opened = (saved: Vapid): VapidKeys | undefined => {
    try {
      return saved ? { publicKey: saved.PublicKey, privateKey: vault.open(saved.PrivateKey) } : undefined
    } catch {
      return undefined
    }
  }
  return async (): Promise<VapidKeys> => {
    const known = opened(facts.setting('vapid'))
    if (known) return known
    const { publicKey, privateKey } = newVapidKeys()
    const PrivateKey = vault.seal(privateKey)
    await change((draft) => {
      if (!opened(draft.setting('vapid'))) draft.set('vapid', { PublicKey: publicKey, PrivateKey })
    })
    return opened(facts.setting('vapid'))!
  }
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
