/**
 * Requests to time servers, and the clock offset of their responses. RFC 5905, simplified for clients by its section 14.
 */

const LENGTH = 48
const VERSION = 4
const CLIENT = 3
const SERVER = 4
const NOT_SYNCHRONIZED = 3
/** Between 1900 and 1970. */
const EPOCH_SECONDS = 2_208_988_800
const ERA_SECONDS = 2 ** 32
const [RECEIVED, SENT, ORIGIN] = [32, 40, 24]

/**
 * A request. `nonce` is 8 random bytes that the response repeats, so that it cannot be forged without seeing the request. They
 * replace the client's own time, which the server does not need.
 */
export function sntpQuestion(nonce: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(LENGTH)
  bytes[0] = (VERSION << 3) | CLIENT
  bytes.set(nonce.subarray(0, 8), SENT)
  return bytes
}

/** When a request was sent and its response received, in milliseconds since 1970 by our own clock. */
export interface Moments {
  readonly asked: number
  readonly answered: number
}

/** How far our clock is behind the server's, in milliseconds; undefined for an invalid response. */
export function offsetIn(bytes: Uint8Array, nonce: Uint8Array, { asked, answered }: Moments): number | undefined {
  if (bytes.length < LENGTH) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [first, stratum] = [view.getUint8(0), view.getUint8(1)]
  const isOurs = nonce.every((byte, at) => byte === bytes[ORIGIN + at])
  // Stratum 0 is a kiss-o'-death: the server rejects the request.
  const isSound = (first & 7) === SERVER && first >> 6 !== NOT_SYNCHRONIZED && stratum >= 1 && stratum <= 15
  if (!isOurs || !isSound || view.getUint32(SENT) === 0) return undefined
  const [received, sent] = [timeAt(view, RECEIVED), timeAt(view, SENT)]
  return (received - asked + (sent - answered)) / 2
}

/** RFC 4330 3: the seconds begin again in 2036; with the first bit clear it is after that. */
function timeAt(view: DataView, at: number): number {
  const [seconds, fraction] = [view.getUint32(at), view.getUint32(at + 4)]
  const era = seconds < 2 ** 31 ? ERA_SECONDS : 0
  return (seconds + era - EPOCH_SECONDS) * 1000 + (fraction / 2 ** 32) * 1000
}
