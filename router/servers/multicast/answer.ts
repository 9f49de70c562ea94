import { type Ip, ipToNumber } from '../../values/ip.ts'
import { PLAIN_UDP_SIZE, RCODE, TYPE } from '../../wire/dns/constants.ts'
import { readQuestion } from '../../wire/dns/question.ts'
import { addressRecord, compose, render } from '../../wire/dns/reply.ts'
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

/** For how long one may keep it who does not speak multicast DNS, and would not hear of a change. RFC 6762 6.7. */
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
  // Who wants to have the name has to hear at once that it is taken.
  if (claims(message, host.name)) return { payload: encodeHost(host.name, host.ip, 'address'), to: 'everybody' }
  const addressWanted = questions.some(({ type }) => wantsAddress(type))
  if (addressWanted && knows(message, host)) return undefined
  return {
    payload: encodeHost(host.name, host.ip, addressWanted ? 'address' : 'another type'),
    to: questions.every(({ wantsUnicast }) => wantsUnicast) ? 'sender' : 'everybody',
  }
}

/** The same for one who asks from another port, as with `dig`: an ordinary DNS answer, to him alone. RFC 6762 6.7. */
export function answerToResolver(payload: Buffer, host: Host): OwnAnswer | undefined {
  const question = readQuestion(payload)
  if (!question || 'rcode' in question || question.name !== host.name) return undefined
  const answers = wantsAddress(question.type) ? [addressRecord(host.ip, LEGACY_TTL)] : []
  const own = compose(question, { rcode: RCODE.NOERROR, authoritative: true, answers })
  return { payload: render(own, question, 0, PLAIN_UDP_SIZE), to: 'sender' }
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
