import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { decode, encode, type Packet, streamDecode, streamEncode } from 'dns-packet'
import { WEB } from './addresses.ts'

/**
 * A resolver as bad as they come, for the router to get along with: `node trouble.ts <address>`, on port 53. The first label
 * of a name says what becomes of the question: `slow`, `never`, `refused`, `cut` (too long for a datagram), `forged` (an
 * answer with another number comes first), `swapped` (an answer to another question comes first), `garbage`.
 */
const FORGED = '6.6.6.6'
const AUTHORITATIVE = 0x0400
const TRUNCATED = 0x0200
const REFUSED = 5

function answer(query: Packet, address: string, changes: Partial<Packet> = {}): Packet {
  const name = query.questions?.[0]?.name ?? ''
  return {
    type: 'response',
    id: query.id ?? 0,
    flags: AUTHORITATIVE,
    questions: query.questions ?? [],
    answers: [{ type: 'A', name, ttl: 60, data: address }],
    ...changes,
  }
}

/** The datagrams sent for a query, each with the delay before it. */
function misbehave(query: Packet): { afterMs: number; bytes: Uint8Array }[] {
  const good = { afterMs: 0, bytes: encode(answer(query, WEB)) }
  const later = { ...good, afterMs: 200 }
  const other = 'elsewhere.test'
  switch (query.questions?.[0]?.name.toLowerCase().split('.')[0]) {
    case 'slow':
      return [{ ...good, afterMs: 1500 }]
    case 'never':
      return []
    case 'refused':
      return [{ afterMs: 0, bytes: encode(answer(query, WEB, { flags: REFUSED, answers: [] })) }]
    case 'cut':
      return [{ afterMs: 0, bytes: encode(answer(query, WEB, { flags: TRUNCATED, answers: [] })) }]
    case 'forged':
      return [{ afterMs: 0, bytes: encode(answer(query, FORGED, { id: ((query.id ?? 0) + 1) & 0xffff })) }, later]
    case 'swapped': {
      const questions = [{ type: 'A', name: other }] as const
      const answers = [{ type: 'A', name: other, ttl: 60, data: FORGED }] as const
      return [
        { afterMs: 0, bytes: encode(answer(query, FORGED, { questions: [...questions], answers: [...answers] })) },
        later,
      ]
    }
    case 'garbage':
      return [{ afterMs: 0, bytes: Buffer.alloc(40, 0xc0) }, later]
    default:
      return [good]
  }
}

const [address = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
socket.on('message', async (bytes, { port, address: asker }) => {
  for (const { afterMs, bytes: reply } of misbehave(decode(bytes))) {
    await pause(afterMs)
    socket.send(reply, port, asker)
  }
})
createServer((stream) => {
  stream.on('error', () => {})
  stream.once('data', (bytes: Buffer) => stream.end(streamEncode(answer(streamDecode(bytes) as Packet, WEB))))
}).listen(53, address)
socket.bind(53, address, () => console.log('ready to misbehave'))
