import { type Ip, ipToNumber, isIp } from '../values/ip.ts'
import { type Connection, CTA_PROTO_NUM, CTA_TUPLE_IP, CTA_TUPLE_ORIG, CTA_TUPLE_PROTO } from './conntrack.ts'
import { encodeAttribute, encodeNested, joined } from './netlink.ts'

/** What besides its addresses names a connection: the text's word, the attribute, its size in bytes. */
const NAMED_BY: Readonly<Record<string, readonly (readonly [word: string, attribute: number, size: number])[]>> = {
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
 * The IPv4 connections of `/proc/net/nf_conntrack` of which one end that the opener saw is wanted: the kernel walks its
 * table for this text without taking a lock for each bucket, in a tenth of the time of a netlink dump. Undefined when one
 * of them is of a protocol whose name cannot be told from the text.
 */
export function parseConnections(text: string, wanted: readonly Ip[]): Connection[] | undefined {
  const found: Connection[] = []
  const needles = wanted.flatMap((ip) => [` src=${ip} `, ` dst=${ip} `])
  for (const line of text.split('\n')) {
    // Most lines of a long table are passed over without being taken apart.
    if (!line.startsWith('ipv4') || !needles.some((needle) => line.includes(needle))) continue
    const [head = '', opened = '', answered = ''] = line.split(/(?= src=)/)
    if (!needles.some((needle) => opened.includes(needle))) continue
    const connection = parseConnection(head, opened, answered)
    if (!connection) return undefined
    found.push(connection)
  }
  return found
}

/** `ipv4 2 tcp 6 431999 ESTABLISHED src=… dst=… sport=… dport=… packets=… bytes=… src=… …`: the opener's words come first. */
function parseConnection(head: string, opened: string, answered: string): Connection | undefined {
  const [, , , protocol = ''] = head.split(/\s+/, 4)
  const names = NAMED_BY[protocol]
  if (!names) return undefined
  const original = readDirection(opened)
  const reply = readDirection(answered)
  const numbers = names.map(([word, attribute, size]) => encodeAttribute(attribute, bytesOf(read(opened, word), size)))
  if (!original || !reply) return undefined
  const tuple = joined(
    encodeNested(CTA_TUPLE_IP, joined(...[original.source, original.destination].map(encodeIp))),
    encodeNested(CTA_TUPLE_PROTO, joined(encodeAttribute(CTA_PROTO_NUM, Uint8Array.of(Number(protocol))), ...numbers)),
  )
  const port = protocol === '1' ? undefined : read(opened, 'dport')
  return { protocol: Number(protocol), port, original, reply, entry: encodeNested(CTA_TUPLE_ORIG, tuple) }
}

function readDirection(words: string): Connection['original'] | undefined {
  const [, source = '', destination = ''] = / src=(\S+) dst=(\S+)/.exec(words) ?? []
  if (!isIp(source) || !isIp(destination)) return undefined
  return { source, destination, packets: read(words, 'packets'), bytes: read(words, 'bytes') }
}

const read = (words: string, word: string): number => Number(new RegExp(` ${word}=(\\d+)`).exec(words)?.[1] ?? 0)

/** CTA_IP_V4_SRC is 1, CTA_IP_V4_DST 2. */
const encodeIp = (ip: Ip, i: number): Uint8Array => encodeAttribute(i + 1, bytesOf(ipToNumber(ip), 4))

const bytesOf = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => (value >>> (8 * (size - 1 - i))) & 255)
