import { formatMac, type Mac } from '../values/mac.ts'

/** An authentication frame of IEEE 802.11-2020, 9.3.3.11: the step of SAE (12.4.8) that a station has taken. */
export interface Authentication {
  readonly station: Mac
  readonly step: 'commit' | 'confirm'
  readonly status: number
}

const HEADER_BYTES = 24
const STATION_AT = 10
/** Frame control: type management, subtype authentication. */
const AUTHENTICATION = 0xb0
const SAE = 3

/** What a management frame says of SAE; undefined for any other frame, and one cut short. */
export function decodeAuthentication(bytes: Uint8Array): Authentication | undefined {
  if (bytes.length < HEADER_BYTES + 6 || bytes[0] !== AUTHENTICATION) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [algorithm, sequence, status] = [0, 2, 4].map((at) => view.getUint16(HEADER_BYTES + at, true))
  if (algorithm !== SAE || (sequence !== 1 && sequence !== 2)) return undefined
  return {
    station: formatMac(bytes.subarray(STATION_AT, STATION_AT + 6)),
    step: sequence === 1 ? 'commit' : 'confirm',
    status: status ?? 0,
  }
}
