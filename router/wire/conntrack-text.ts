import { ipToNumber, isIp } from '../values/ip.ts'
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
import {
  addressesInSelection,
  type ConnectionSelection,
  matcherOf,
  patternsIn,
  type SelectionEnds,
} from './conntrack-selection.ts'
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
 * Parses the selected IPv4 connections of `/proc/net/nf_conntrack`. The kernel writes this text without taking a lock for each
 * bucket, in a fraction of the time of a netlink dump. Undefined if a selected connection has a protocol whose identifying
 * fields are not in the text.
 */
export function parseConnections(text: string, selection: ConnectionSelection): Connection[] | undefined {
  const found: Connection[] = []
  const wanted = matcherOf(selection)
  const needles = needlesOf(selection)
  for (const line of text.split('\n')) {
    // Most lines of a long table are skipped without being parsed.
    if (!line.startsWith('ipv4') || !needles.some((needle) => line.includes(needle))) continue
    const start = line.indexOf(' src=')
    const answer = line.indexOf(' src=', start + 1)
    if (answer < 0) return undefined
    const outcome = parseConnection(line.slice(0, start), line.slice(start, answer), line.slice(answer), wanted)
    if (!outcome) return undefined
    if (outcome !== UNWANTED) found.push(outcome)
  }
  return found
}

/** Text that each selected line contains, one or another of these. */
function needlesOf(selection: ConnectionSelection): string[] {
  if (selection === 'all' || patternsIn(selection).length > 0) return [' src=']
  return addressesInSelection(selection).flatMap((ip) => [` src=${ip} `, ` dst=${ip} `])
}

const UNWANTED = 'unwanted'

/** `ipv4 2 tcp 6 431999 ESTABLISHED src=… dst=… sport=… dport=… packets=… bytes=… src=… …`: the original direction comes first. */
function parseConnection(
  head: string,
  opened: string,
  answered: string,
  wanted: (ends: SelectionEnds) => boolean,
): Connection | typeof UNWANTED | undefined {
  const [, , word, number = ''] = head.split(/ +/, 4)
  const original = readDirection(opened)
  const reply = readDirection(answered)
  if (!original || !reply) return undefined
  const protocol = Number(number)
  const hasPorts = number === '6' || number === '17'
  const port = hasPorts ? read(opened, 'dport') : undefined
  const ends = {
    source: ipToNumber(original.source),
    destination: ipToNumber(original.destination),
    responder: ipToNumber(reply.source),
    protocol,
    port,
    responderPort: hasPorts ? read(answered, 'sport') : undefined,
  }
  if (!wanted(ends)) return UNWANTED
  // A protocol without a tracker, such as IGMP: its number and the addresses identify the connection.
  const names = word === 'unknown' ? [] : NAMED_BY[number]
  if (!names) return undefined
  return {
    protocol,
    port,
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
      const protocolNumber = encodeAttribute(CTA_PROTO_NUM, Uint8Array.of(protocol))
      const tuple = [
        encodeNested(CTA_TUPLE_IP, joined(...addresses)),
        encodeNested(CTA_TUPLE_PROTO, joined(protocolNumber, ...numbers)),
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
