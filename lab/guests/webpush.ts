import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser's subscription with its secrets. RFC 8291, 2. */
export interface PushBrowser {
  /** base64url. */
  readonly privateKey: string
  readonly publicKey: string
  readonly auth: string
}

export function newPushBrowser(): PushBrowser {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys('base64url', 'uncompressed')
  return { publicKey, privateKey: curve.getPrivateKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/**
 * Decrypts the body of a push message as the browser does: RFC 8291, 3.4, with the encoding `aes128gcm` of RFC 8188 and one record.
 * Throws if it is not for this browser.
 */
export function decryptPush({ privateKey, publicKey, auth }: PushBrowser, body: Uint8Array): string {
  const bytes = Buffer.from(body)
  const salt = bytes.subarray(0, 16)
  const recordSize = bytes.readUInt32BE(16)
  const sender = bytes.subarray(21, 21 + bytes.readUInt8(20))
  const record = bytes.subarray(21 + sender.length)
  if (record.length > recordSize) throw new Error('there is more than one record')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  const receiver = Buffer.from(publicKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const key = derive(curve.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  )
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // RFC 8188, 2: the last record ends with 2, and zeros after it.
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is not valid')
  return padded.subarray(0, end).toString()
}

/**
 * Why a push service refuses an Authorization header, or undefined: RFC 8292, 2 to 4. `key` is the `applicationServerKey` of the
 * subscription, `now` in milliseconds since 1970.
 */
export function vapidFault(header: string, audience: string, key: string, now: number): string | undefined {
  const [, token = '', given] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (given !== key) return 'another key than that of the subscription'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (alg !== 'ES256' || !isSigned) return 'the signature is not valid'
  if (aud !== audience) return `made for ${aud}`
  if (typeof exp !== 'number' || exp * 1000 < now || exp * 1000 > now + 24 * 3600_000)
    return 'expired, or valid for too long'
  return /^(mailto:|https:)/.test(String(sub)) ? undefined : 'no contact'
}
