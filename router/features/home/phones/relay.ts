import { constants, createCipheriv, createPublicKey, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'
import type { Phone } from '../../../model/home/phones/phone.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { DeliveryFailed } from '../../messages/notify/carrier.ts'
import { type PostDeps, postTo } from '../../messages/notify/carriers/posting.ts'

/** A message for a phone. */
export interface PhoneMessage {
  readonly title: string
  readonly body: string
  readonly type: string
  readonly topic: string
}

const KEY_BYTES = 32
const NONCE_BYTES = 12
/** Characters. A push service accepts 4096 bytes, of which the key takes up to 700. */
const MOST_BODY = 400

/** The RSA key of a PEM text; undefined if it is another one, or has not 2048 to 4096 bits. */
export function rsaKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    return key.asymmetricKeyType === 'rsa' && bits >= 2048 && bits <= 4096 ? key : undefined
  } catch {
    return undefined
  }
}

/** Encrypts a text for the holder of a private key. Both in base64: `Key` with RSA-OAEP and SHA-256, `Data` with AES-256-GCM. */
function encryptFor(pem: string, text: string): { Key: string; Data: string } {
  const [key, nonce] = [randomBytes(KEY_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const data = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return {
    Key: publicEncrypt({ key: pem, padding, oaepHash: 'sha256' }, key).toString('base64'),
    Data: data.toString('base64'),
  }
}

/** Sends a message to a phone through a relay. The relay can read neither the message nor its key. Throws `DeliveryFailed`. */
export async function sendToPhone(deps: PostDeps, domain: string, phone: Phone, message: PhoneMessage): Promise<void> {
  if (domain === '') throw new DeliveryFailed(phrase('home.noPhoneRelay'))
  const body = Array.from(message.body).slice(0, MOST_BODY).join('')
  await postTo(deps, {
    url: `https://${domain}/`,
    ...{ field: 'APNSDomain', secret: 'APNSDomain' },
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      DeviceToken: phone.DeviceToken,
      ...encryptFor(phone.PublicKey, JSON.stringify({ ...message, body })),
    }),
  })
}
