import { type Ip, ipToNumber } from '../../values/ip.ts'
import { CLASS_IN, FLAG, HEADER_SIZE, TYPE } from '../../wire/dns/constants.ts'
import { writeName } from '../../wire/dns/name.ts'
import { encodeHost, HOST_TTL, type MdnsMessage } from '../../wire/mdns.ts'

/** The router's name, and its address on the link of a query. */
export interface OwnHost {
  readonly name: string
  readonly ip: Ip
}

export interface MulticastAnswer {
  readonly payload: Buffer
  readonly to: 'all' | 'sender'
}

/** The TTL for a client without multicast DNS, which does not receive changes. RFC 6762 6.7. */
const LEGACY_TTL = 10

const wantsAddress = (type: number): boolean => type === TYPE.A || type === TYPE.ANY

/**
 * Whether the sender of a message claims the name: by a record in a response, or in the authority section of a probe (RFC 6762
 * §8.1). Known answers in a query are not a claim.
 */
export const claims = ({ isResponse, records }: MdnsMessage, name: string): boolean =>
  records.some((record) => record.name === name && (isResponse || record.section === 'authority'))

/** Whether all questions of a message are for this name. */
export const isOnlyFor = ({ questions }: MdnsMessage, name: string): boolean =>
  questions.length > 0 && questions.every((question) => question.name === name)

/** The response to a query for the router's own name; undefined if none is needed. RFC 6762 §6. */
export function answerTo(message: MdnsMessage, host: OwnHost): MulticastAnswer | undefined {
  if (message.isResponse) return undefined
  const questions = message.questions.filter(({ name }) => name === host.name)
  if (questions.length === 0) return undefined
  // The response to a probe must be immediate.
  if (claims(message, host.name)) return { payload: encodeHost(host.name, host.ip, 'address'), to: 'all' }
  const addressWanted = questions.some(({ type }) => wantsAddress(type))
  if (addressWanted && isKnown(message, host)) return undefined
  return {
    payload: encodeHost(host.name, host.ip, addressWanted ? 'address' : 'another type'),
    to: questions.every(({ wantsUnicast }) => wantsUnicast) ? 'sender' : 'all',
  }
}

/**
 * The same for a legacy unicast query from another port, as of `dig`: an ordinary DNS response to the sender, with the ID and all
 * questions of the query. `payload` is the encoded query. RFC 6762 §6.7.
 */
export function answerToResolver(payload: Buffer, message: MdnsMessage, host: OwnHost): MulticastAnswer | undefined {
  const questions = message.questions.filter(({ name }) => name === host.name)
  if (message.isResponse || questions.length === 0) return undefined
  const head = Buffer.from(payload.subarray(0, message.questions.at(-1)!.classAt + 2))
  const address = questions.some(({ type }) => wantsAddress(type)) ? encodeAddress(host, LEGACY_TTL) : undefined
  head[2] = FLAG.QR | FLAG.AA | (head[2]! & FLAG.RD)
  head[3] = 0
  head.writeUInt16BE(address ? 1 : 0, 6)
  head.fill(0, 8, HEADER_SIZE)
  return { payload: address ? Buffer.concat([head, address]) : head, to: 'sender' }
}

/** An address record of the host, with its name in full. */
function encodeAddress({ name, ip }: OwnHost, ttl: number): Buffer {
  const fixed = Buffer.alloc(14)
  fixed.writeUInt16BE(TYPE.A, 0)
  fixed.writeUInt16BE(CLASS_IN, 2)
  fixed.writeUInt32BE(ttl, 4)
  fixed.writeUInt16BE(4, 8)
  fixed.writeUInt32BE(ipToNumber(ip), 10)
  return Buffer.concat([writeName(name), fixed])
}

/** Known-answer suppression: the query has our address, with at least half its TTL. RFC 6762 §7.1. */
const isKnown = ({ records }: MdnsMessage, { name, ip }: OwnHost): boolean =>
  records.some(
    (record) =>
      record.section === 'answer' &&
      record.name === name &&
      record.type === TYPE.A &&
      record.ttl >= HOST_TTL / 2 &&
      record.data.length === 4 &&
      record.data.readUInt32BE(0) === ipToNumber(ip),
  )
