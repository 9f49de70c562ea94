import { type Ip, isIp } from '../values/ip.ts'
import { bigEndian, ipBytes, joined } from './bytes.ts'
import {
  type Connection,
  CTA_IP_V4_DST,
  CTA_IP_V4_SRC,
  CTA_PROTO_NUM,
  CTA_TUPLE_IP,
  CTA_TUPLE_ORIG,
  CTA_TUPLE_PROTO,
} from './conntrack.ts'
import { encodeAttribute, encodeNested } from './netlink.ts'

/** Fields that identify a connection in addition to its addresses: the text's word, the attribute, its size in bytes. */
const NAMED_BY: Readonly<Record<string, readonly (readonly [word: string, attribute: number, size: 1 | 2])[]>> = {
  '1': [
    ['id', 4, 2],
    ['type', 5, 1],
    ['code', 6, 1],
  ],
  '6': [
    ['sport', 2, 2],
    ['dport', 3, 2],
  ],
  '17': [
    ['sport', 2, 2],
    ['dport', 3, 2],
  ],
}

/**
 * Parses the IPv4 connections of `/proc/net/nf_conntrack` whose originator, destination or responder is wanted. The kernel
 * writes this text without taking a lock for each bucket, in a fraction of the time of a netlink dump. Undefined if a
 * connection has a protocol whose identifying fields are not in the text.
 */
export function parseConnections(text: string, wanted: readonly Ip[] | 'all'): Connection[] | undefined {
  const found: Connection[] = []
  const needles = wanted === 'all' ? [' src='] : wanted.flatMap((ip) => [` src=${ip} `, ` dst=${ip} `])
  for (const line of text.split('\n')) {
    // Most lines of a long table are skipped without being parsed.
    if (!line.startsWith('ipv4') || !needles.some((needle) => line.includes(needle))) continue
    const start = line.indexOf(' src=')
    const answer = line.indexOf(' src=', start + 1)
    if (answer < 0) return undefined
    // The first address of the reply direction is the responder's. The second is translated, and is not compared.
    const ends = line.slice(start, line.indexOf(' ', answer + 1) + 1)
    if (!needles.some((needle) => ends.includes(needle))) continue
    const connection = parseConnection(line.slice(0, start), line.slice(start, answer), line.slice(answer))
    if (!connection) return undefined
    found.push(connection)
  }
  return found
}

/** `ipv4 2 tcp 6 431999 ESTABLISHED src=… dst=… sport=… dport=… packets=… bytes=… src=… …`: the original direction comes first. */
function parseConnection(head: string, opened: string, answered: string): Connection | undefined {
  const [, , word, protocol = ''] = head.split(/ +/, 4)
  // A protocol without a tracker, such as IGMP: its number and the addresses identify the connection.
  const names = word === 'unknown' ? [] : NAMED_BY[protocol]
  const original = readDirection(opened)
  const reply = readDirection(answered)
  if (!names || !original || !reply) return undefined
  return {
    protocol: Number(protocol),
    port: protocol === '6' || protocol === '17' ? read(opened, 'dport') : undefined,
    original,
    reply,
    // A getter: few of the connections are ended.
    get entry() {
      const numbers = names.map(([word, attribute, size]) =>
        encodeAttribute(attribute, bigEndian(read(opened, word), size)),
      )
      const addresses = [
        encodeAttribute(CTA_IP_V4_SRC, ipBytes(original.source)),
        encodeAttribute(CTA_IP_V4_DST, ipBytes(original.destination)),
      ]
      const number = encodeAttribute(CTA_PROTO_NUM, Uint8Array.of(Number(protocol)))
      const tuple = [
        encodeNested(CTA_TUPLE_IP, joined(...addresses)),
        encodeNested(CTA_TUPLE_PROTO, joined(number, ...numbers)),
      ]
      return encodeNested(CTA_TUPLE_ORIG, joined(...tuple))
    },
  }
}

function readDirection(words: string): Connection['original'] | undefined {
  const [source, destination] = [wordAfter(words, 'src'), wordAfter(words, 'dst')]
  if (!isIp(source) || !isIp(destination)) return undefined
  return { source, destination, packets: read(words, 'packets'), bytes: read(words, 'bytes') }
}

const read = (words: string, name: string): number => Number(wordAfter(words, name))

/** The text after ` name=`, or empty. */
function wordAfter(words: string, name: string): string {
  const found = words.indexOf(` ${name}=`)
  if (found < 0) return ''
  const start = found + name.length + 2
  const end = words.indexOf(' ', start)
  return end < 0 ? words.slice(start) : words.slice(start, end)
}
