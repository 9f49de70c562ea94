import { type Ip, ipToNumber } from '../../values/ip.ts'
import { CLASS_IN, FLAG, HEADER_SIZE, TYPE } from '../../wire/dns/constants.ts'
import { writeName } from '../../wire/dns/name.ts'
import { encodeHost, HOST_TTL, type MdnsMessage } from '../../wire/mdns.ts'

/** The router's name, and its address where it was asked for. */
export interface Host {
  readonly name: string
  readonly ip: Ip
}

export interface OwnAnswer {
  readonly payload: Buffer
  readonly to: 'everybody' | 'sender'
}

/** The TTL for a client without multicast DNS, which does not receive changes. RFC 6762 6.7. */
const LEGACY_TTL = 10

const wantsAddress = (type: number): boolean => type === TYPE.A || type === TYPE.ANY

/**
 * Whether a message says that the name is its sender's: a record of that name in an answer, or in the authority section of
 * a question, where one who wants the name announces it (RFC 6762 8.1). What a question brings as known is no claim.
 */
export const claims = ({ isResponse, records }: MdnsMessage, name: string): boolean =>
  records.some((record) => record.name === name && (isResponse || record.section === 'authority'))

/** Whether a message asks for nothing but this name. */
export const isOnlyFor = ({ questions }: MdnsMessage, name: string): boolean =>
  questions.length > 0 && questions.every((question) => question.name === name)

/** What the router says to a question for its own name; undefined when it has nothing to say. RFC 6762 6. */
export function answerTo(message: MdnsMessage, host: Host): OwnAnswer | undefined {
  if (message.isResponse) return undefined
  const questions = message.questions.filter(({ name }) => name === host.name)
  if (questions.length === 0) return undefined
  // A host that probes for the name has to learn immediately that it is taken.
  if (claims(message, host.name)) return { payload: encodeHost(host.name, host.ip, 'address'), to: 'everybody' }
  const addressWanted = questions.some(({ type }) => wantsAddress(type))
  if (addressWanted && knows(message, host)) return undefined
  return {
    payload: encodeHost(host.name, host.ip, addressWanted ? 'address' : 'another type'),
    to: questions.every(({ wantsUnicast }) => wantsUnicast) ? 'sender' : 'everybody',
  }
}

/**
 * The same for a resolver that asks from another port, as `dig` does: an ordinary DNS answer, to it alone, with its ID and
 * all its questions as they were sent, whatever bit their class has. `payload` holds the message. RFC 6762 6.7.
 */
export function answerToResolver(payload: Buffer, message: MdnsMessage, host: Host): OwnAnswer | undefined {
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
function encodeAddress({ name, ip }: Host, ttl: number): Buffer {
  const fixed = Buffer.alloc(14)
  fixed.writeUInt16BE(TYPE.A, 0)
  fixed.writeUInt16BE(CLASS_IN, 2)
  fixed.writeUInt32BE(ttl, 4)
  fixed.writeUInt16BE(4, 8)
  fixed.writeUInt32BE(ipToNumber(ip), 10)
  return Buffer.concat([writeName(name), fixed])
}

/** It brings our address along, good for half its time still: then it needs no answer. RFC 6762 7.1. */
const knows = ({ records }: MdnsMessage, { name, ip }: Host): boolean =>
  records.some(
    (record) =>
      record.section === 'answer' &&
      record.name === name &&
      record.type === TYPE.A &&
      record.ttl >= HOST_TTL / 2 &&
      record.data.length === 4 &&
      record.data.readUInt32BE(0) === ipToNumber(ip),
  )
