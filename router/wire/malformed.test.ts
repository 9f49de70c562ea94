import assert from 'node:assert/strict'
import { test } from 'node:test'
import packet from 'dns-packet'
import fc from 'fast-check'
import { decodeArpReply, encodeArpRequest } from './arp.ts'
import { joined } from './bytes.ts'
import { decodeConnection } from './conntrack.ts'
import { parseConnections } from './conntrack-text.ts'
import { decodeDhcp, encodeDhcp } from './dhcp.ts'
import { addressAmong, addressesIn, belongs, readAnswer } from './dns/answer.ts'
import { questionFor, withCname } from './dns/cname.ts'
import { queryFor } from './dns/query.ts'
import { type Question, readQuestion } from './dns/question.ts'
import { readDnsMessage } from './dns/record.ts'
import { encodeReply } from './dns/reply.ts'
import { framed, openUnframer } from './dns/stream.ts'
import { decodeDatagram, encodeDatagram } from './ethernet.ts'
import { decodeEchoReply, encodeEchoRequest } from './icmp.ts'
import { decodeIpv4 } from './ipv4.ts'
import { readMdns } from './mdns.ts'
import { decodeMessages, decodeOutcome, encodeAttribute, encodeMessage, encodeNested } from './netlink.ts'
import { decodeLogEntry } from './nflog.ts'
import { decodeCounters } from './nft-counters.ts'
import { offsetIn, sntpQuestion } from './sntp.ts'

/** Each decoder returns for every input: valid bytes that were changed, cut or extended. What is invalid gives undefined. */

const question = packet.encode({ type: 'query', id: 7, questions: [{ type: 'A', name: 'www.example.org' }] })
const client = readQuestion(question) as Question
const query = queryFor(client)
const name = 'x.example.org'
const response = packet.encode({
  type: 'response',
  id: 7,
  questions: [{ type: 'A', name: 'www.example.org' }],
  answers: [
    { type: 'CNAME', name: 'www.example.org', data: name },
    { type: 'A', name, data: '203.0.113.7' },
    { type: 'MX', name, data: { preference: 1, exchange: name } },
    { type: 'SRV', name, data: { port: 80, target: name } },
    { type: 'TXT', name, data: 'text' },
    { type: 'UNKNOWN_65' as 'NULL', name, data: Buffer.from('000101780000040004cb007107', 'hex') },
  ],
  authorities: [{ type: 'SOA', name, data: { mname: name, rname: name, serial: 1, minimum: 60 } as never }],
})
const dhcp = encodeDhcp({
  op: 'request',
  xid: 1,
  secs: 0,
  broadcast: true,
  ciaddr: '0.0.0.0',
  yiaddr: '0.0.0.0',
  siaddr: '0.0.0.0',
  giaddr: '0.0.0.0',
  chaddr: '02:00:00:00:00:01',
  options: new Map([
    [53, Uint8Array.of(1)],
    [61, new Uint8Array(300)],
    [55, Uint8Array.of(1, 3, 6)],
  ]),
})
const frame = encodeDatagram({
  destinationMac: 'ff:ff:ff:ff:ff:ff',
  sourceMac: '02:00:00:00:00:01',
  sourceIp: '0.0.0.0',
  destinationIp: '255.255.255.255',
  sourcePort: 68,
  destinationPort: 67,
  payload: dhcp,
})
const nfgenmsg = Uint8Array.of(2, 0, 0, 0)
const eight = new Uint8Array(8)
const tuple = (type: number): Uint8Array =>
  encodeNested(
    type,
    encodeNested(1, encodeAttribute(1, Uint8Array.of(10, 0, 0, 1)), encodeAttribute(2, Uint8Array.of(10, 0, 0, 2))),
    encodeNested(2, encodeAttribute(1, Uint8Array.of(6)), encodeAttribute(3, Uint8Array.of(0, 80))),
  )
const counts = encodeNested(9, encodeAttribute(1, eight), encodeAttribute(2, eight))
const connection = joined(nfgenmsg, tuple(1), tuple(2), counts, encodeAttribute(12, Uint8Array.of(0, 0, 0, 1)))
const key = encodeNested(1, encodeAttribute(1, Uint8Array.of(10, 0, 0, 1)))
const counter = encodeNested(7, encodeNested(2, encodeAttribute(1, eight), encodeAttribute(2, eight)))
const elements = joined(nfgenmsg, encodeNested(3, encodeNested(1, key, counter)))
const refusal = joined(Uint8Array.of(255, 255, 255, 255), new Uint8Array(16), encodeAttribute(1, Buffer.from('no\0')))
const netlink = joined(
  encodeMessage({ type: 2, flags: 0x200, sequence: 1, payload: refusal }),
  encodeMessage({ type: 256, flags: 0, sequence: 2, payload: connection }),
)
const logged = joined(
  nfgenmsg,
  encodeAttribute(4, Uint8Array.of(0, 0, 0, 7)),
  encodeAttribute(10, Buffer.from('drop:input \0')),
  encodeAttribute(12, Uint8Array.of(0, 0, 0, 1)),
  encodeAttribute(15, Uint8Array.of(0, 1)),
  encodeAttribute(16, frame.subarray(0, 14)),
  encodeAttribute(9, frame.subarray(14)),
)
const connections = Buffer.from(
  'ipv4     2 tcp      6 9 ESTABLISHED src=10.0.0.1 dst=1.1.1.1 sport=1 dport=2 packets=1 bytes=2 src=1.1.1.1 dst=10.0.0.9 sport=2 dport=1 packets=1 bytes=2 [ASSURED] use=1\n',
)

/** Sets the header and the question so that the changed records are read. */
function readRecords(bytes: Buffer): void {
  const message = Buffer.from(bytes)
  if (message.length < question.length) return
  question.copy(message, 12, 12)
  message.set([0, 7, 0x81, 0x80, 0, 1])
  assert.ok(belongs(message, query, 7))
  const received = readAnswer(message, query, { secure: true })
  if (received?.kind !== 'answer') return
  const { answer } = received
  addressesIn(answer)
  addressAmong(answer, new Set(['203.0.113.8']))
  const other = questionFor(client, 'another.example')
  assert.ok(readDnsMessage(encodeReply(answer, client, 5, 65_535)))
  assert.ok(readDnsMessage(encodeReply(withCname(other, client, answer, 1), other, 5, 65_535)))
  assert.ok(encodeReply(answer, client, 5, 512).length <= 512)
}

const decoders: Readonly<Record<string, readonly [valid: Uint8Array, decode: (bytes: Buffer) => unknown]>> = {
  ARP: [encodeArpRequest({ ip: '10.0.0.1', mac: '02:00:00:00:00:01' }, '10.0.0.2'), decodeArpReply],
  DHCP: [dhcp, decodeDhcp],
  Ethernet: [frame, decodeDatagram],
  ICMP: [encodeEchoRequest({ sequence: 1, payload: Uint8Array.of(1) }), decodeEchoReply],
  SNTP: [sntpQuestion(eight), (bytes) => offsetIn(bytes, eight, { asked: 0, answered: 1 })],
  'a DNS query': [question, readQuestion],
  'a DNS response': [response, readRecords],
  'a DNS message for display': [response, readDnsMessage],
  'DNS over TCP': [framed(question, question), (bytes) => openUnframer(4096).push(bytes)],
  'multicast DNS': [response, readMdns],
  netlink: [netlink, (bytes) => [...decodeMessages(bytes)].map(decodeOutcome)],
  'an IPv4 packet': [frame.subarray(14), decodeIpv4],
  'a logged packet': [logged, (bytes) => decodeIpv4(decodeLogEntry(bytes)?.packet ?? bytes)],
  'connection tracking': [connection, (bytes) => decodeConnection(bytes, () => true)?.entry],
  'the text of connection tracking': [
    connections,
    (bytes) => parseConnections(bytes.toString('latin1'), 'all')?.map(({ entry }) => entry),
  ],
  'counters of a set': [elements, decodeCounters],
}

const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 4, 63, 64, 0x80, 0xc0, 0xff))
const bytes = fc.array(byte, { maxLength: 24 })
/** Replaces `replaced` bytes at a place, counted in fractions of the length, by others. */
const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), replaced: fc.nat(24), by: bytes })
const edits = fc.array(edit, { minLength: 1, maxLength: 5 })

for (const [what, [valid, decode]] of Object.entries(decoders))
  test(`malformed input: ${what}`, () => {
    fc.assert(
      fc.property(edits, fc.boolean(), (all, isCut) => {
        let input = Buffer.from(valid)
        for (const { at, replaced, by } of all) {
          const start = Math.floor(at * input.length)
          input = Buffer.concat([input.subarray(0, start), Buffer.from(by), input.subarray(start + replaced)])
        }
        decode(isCut ? input.subarray(0, Math.floor(all[0]!.at * input.length)) : input)
      }),
      { numRuns: 1000 },
    )
  })
