import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Bytes = Uint8Array

const sha256 = (data: Bytes | string): Buffer => createHash('sha256').update(data).digest()

/** The beginning of a CBOR item (RFC 8949 §3): its major type and a length below 65536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const bytesOf = (data: Bytes): Buffer => Buffer.concat([head(2, data.length), data])
const textOf = (text: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const intOf = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value))
const mapOf = (entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()])

interface Flags {
  /** The origin that the browser writes; by default that of the RP ID. */
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly type?: string
  /** The format of the attestation statement. */
  readonly format?: string
}

/** A passkey of an authenticator in software: ES256, with a counter (Web Authentication Level 3 §6). */
export function openAuthenticator(ownRpId = 'spr.local') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0
  let handle = ''

  const authData = ({ rpId = ownRpId, isVerified = true, counter }: Flags, attested: Bytes[]): Buffer => {
    count = counter ?? count + 1
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    const flags = 1 | (isVerified ? 4 : 0) | (attested.length > 0 ? 64 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, ...attested])
  }
  const clientData = (type: string, challenge: string, { origin = `https://${ownRpId}` }: Flags): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: Record<string, string>) => ({
    ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const },
    clientExtensionResults: {},
    response: response as Record<string, string> & { clientDataJSON: string },
  })

  return {
    id: id.toString('base64url'),
    /** The answer to creation options. */
    create(publicKeyOptions: Record<string, unknown>, flags: Flags = {}) {
      const { challenge, user } = publicKeyOptions as { challenge: string; user: { id: string } }
      handle = user.id
      const cose = mapOf([
        [intOf(1), intOf(2)],
        [intOf(3), intOf(-7)],
        [intOf(-1), intOf(1)],
        [intOf(-2), bytesOf(Buffer.from(x, 'base64url'))],
        [intOf(-3), bytesOf(Buffer.from(y, 'base64url'))],
      ])
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]
      const object = mapOf([
        [textOf('fmt'), textOf(flags.format ?? 'none')],
        [textOf('attStmt'), mapOf([])],
        [textOf('authData'), bytesOf(authData(flags, attested))],
      ])
      return credential({
        clientDataJSON: clientData(flags.type ?? 'webauthn.create', challenge, flags).toString('base64url'),
        attestationObject: object.toString('base64url'),
      })
    },
    /** The answer to request options. */
    get(publicKeyOptions: Record<string, unknown>, flags: Flags = {}) {
      const { challenge } = publicKeyOptions as { challenge: string }
      const client = clientData(flags.type ?? 'webauthn.get', challenge, flags)
      const data = authData(flags, [])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: handle,
      })
    },
  }
}
