import type { Ip } from '../../router/values/ip.ts'
import { RCODE, TYPE } from '../../router/wire/dns/constants.ts'
import { readQuestion } from '../../router/wire/dns/question.ts'
import { addressRecord, compose, datagramLimit, encodeReply, zoneRecord } from '../../router/wire/dns/reply.ts'

/** The router's upstream resolver. It answers for all names. */
export const RESOLVER: Ip = '203.0.113.53'
/** The provider's end of the uplink, and the router's address. */
export const PROVIDER = { gateway: '203.0.113.1', address: '203.0.113.100', mask: 24 } as const
/** A block list, and the names in it. */
export const ADS_LIST = 'https://lists.example.net/ads.txt'
export const ADVERTISERS = ['ads.example', 'tracker.example', 'metrics.example']

const TTL_SECONDS = 300
const LAST_OCTETS = 250

/** The address of a name: always the same, in a network for documentation (RFC 5737). */
export function addressOfName(name: string): Ip {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % LAST_OCTETS
  return `198.51.100.${sum + 1}`
}

/** The response of the simulated internet to a DNS query: an address for each name, except below `.invalid` (RFC 6761). */
export function answerQuery(query: Uint8Array): Buffer | undefined {
  const question = readQuestion(Buffer.from(query))
  if (!question) return undefined
  if ('reply' in question) return question.reply
  const { name, type } = question
  const isUnknown = name === 'invalid' || name.endsWith('.invalid')
  const answers = type === TYPE.A && !isUnknown ? [addressRecord(addressOfName(name), TTL_SECONDS)] : []
  const authority = answers.length > 0 ? [] : [zoneRecord(name.slice(name.lastIndexOf('.') + 1), TTL_SECONDS)]
  const rcode = isUnknown ? RCODE.NXDOMAIN : RCODE.NOERROR
  return encodeReply(compose(question, { rcode, answers, authority }), question, 0, datagramLimit(question))
}
