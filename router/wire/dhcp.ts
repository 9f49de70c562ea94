import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { formatMac, type Mac, parseMac } from '../values/mac.ts'
import { joined } from './bytes.ts'

/** DHCP message types, option 53. RFC 2132 9.6. */
export const DISCOVER = 1
export const OFFER = 2
export const REQUEST = 3
export const DECLINE = 4
export const ACK = 5
export const NAK = 6
export const RELEASE = 7
export const INFORM = 8

/** Option codes, RFC 2132. */
export const OPTION = {
  subnetMask: 1,
  router: 3,
  dns: 6,
  hostName: 12,
  domainName: 15,
  broadcastAddress: 28,
  requestedIp: 50,
  leaseTime: 51,
  overload: 52,
  messageType: 53,
  serverId: 54,
  parameters: 55,
  message: 56,
  maxMessageSize: 57,
  renewalTime: 58,
  rebindingTime: 59,
  vendorClass: 60,
  clientId: 61,
} as const

export const NO_IP: Ip = '0.0.0.0'

/** Raw values by option code, in the order in which they are encoded; of any length. */
export type Options = ReadonlyMap<number, Uint8Array>

export interface DhcpMessage {
  readonly op: 'request' | 'reply'
  readonly xid: number
  readonly secs: number
  /** The client cannot receive unicast packets before it has its address. */
  readonly broadcast: boolean
  readonly ciaddr: Ip
  readonly yiaddr: Ip
  readonly siaddr: Ip
  readonly giaddr: Ip
  readonly chaddr: Mac
  readonly options: Options
}

const FIXED = 236
const COOKIE = 0x63825363
const PAD = 0
const END = 255
const FILE = { from: 108, to: 236 }
const SNAME = { from: 44, to: 108 }
/** BOOTP's size; some clients ignore shorter messages. RFC 1542 §2.1. */
const SMALLEST = 300

/**
 * Decodes a DHCP message of an Ethernet client. Undefined for anything else, and for options that exceed their field. Fragments
 * of an option are joined, and the `file` and `sname` fields may have more options. RFC 2131, RFC 3396.
 */
export function decodeDhcp(bytes: Uint8Array): DhcpMessage | undefined {
  if (bytes.length < FIXED + 4) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const op = bytes[0]
  if ((op !== 1 && op !== 2) || bytes[1] !== 1 || bytes[2] !== 6 || view.getUint32(FIXED) !== COOKIE) return undefined

  const options = new Map<number, Uint8Array>()
  if (!readOptions(bytes, FIXED + 4, bytes.length, options)) return undefined
  const overload = options.get(OPTION.overload)
  if (overload !== undefined) {
    if (overload.length !== 1 || overload[0]! < 1 || overload[0]! > 3) return undefined
    options.delete(OPTION.overload)
    if (overload[0]! & 1 && !readOptions(bytes, FILE.from, FILE.to, options)) return undefined
    if (overload[0]! & 2 && !readOptions(bytes, SNAME.from, SNAME.to, options)) return undefined
    // The overload option is not allowed in those fields.
    if (options.has(OPTION.overload)) return undefined
  }
  return {
    op: op === 1 ? 'request' : 'reply',
    xid: view.getUint32(4),
    secs: view.getUint16(8),
    broadcast: (bytes[10]! & 0x80) !== 0,
    ciaddr: numberToIp(view.getUint32(12)),
    yiaddr: numberToIp(view.getUint32(16)),
    siaddr: numberToIp(view.getUint32(20)),
    giaddr: numberToIp(view.getUint32(24)),
    chaddr: formatMac(bytes.subarray(28, 34)),
    options,
  }
}

function readOptions(bytes: Uint8Array, from: number, to: number, into: Map<number, Uint8Array>): boolean {
  let at = from
  while (at < to) {
    const code = bytes[at]!
    if (code === END) return true
    if (code === PAD) {
      at += 1
      continue
    }
    const length = bytes[at + 1]
    if (length === undefined || at + 2 + length > to) return false
    const fragment = bytes.subarray(at + 2, at + 2 + length)
    const before = into.get(code)
    into.set(code, before === undefined ? fragment : joined(before, fragment))
    at += 2 + length
  }
  // Without an end mark: the field was full.
  return true
}

/** Encodes a message, with options in the map's order, padded to BOOTP's size. Values over 255 bytes are split into fragments. */
export function encodeDhcp(message: DhcpMessage): Uint8Array {
  let length = FIXED + 4 + 1
  for (const value of message.options.values()) length += value.length + 2 * fragments(value)
  const bytes = new Uint8Array(Math.max(length, SMALLEST))
  const view = new DataView(bytes.buffer)
  bytes[0] = message.op === 'request' ? 1 : 2
  bytes[1] = 1
  bytes[2] = 6
  view.setUint32(4, message.xid)
  view.setUint16(8, message.secs)
  if (message.broadcast) bytes[10] = 0x80
  view.setUint32(12, ipToNumber(message.ciaddr))
  view.setUint32(16, ipToNumber(message.yiaddr))
  view.setUint32(20, ipToNumber(message.siaddr))
  view.setUint32(24, ipToNumber(message.giaddr))
  bytes.set(parseMac(message.chaddr), 28)
  view.setUint32(FIXED, COOKIE)

  let at = FIXED + 4
  for (const [code, value] of message.options) {
    let from = 0
    do {
      const end = Math.min(from + 255, value.length)
      bytes[at] = code
      bytes[at + 1] = end - from
      at += 2
      while (from < end) bytes[at++] = value[from++]!
    } while (from < value.length)
  }
  bytes[at] = END
  return bytes
}

const fragments = (value: Uint8Array): number => Math.max(1, Math.ceil(value.length / 255))

/** The value of an option with one address; undefined if it has another size. */
export function ipOption(options: Options, code: number): Ip | undefined {
  const value = options.get(code)
  if (value?.length !== 4) return undefined
  return `${value[0]}.${value[1]}.${value[2]}.${value[3]}`
}
