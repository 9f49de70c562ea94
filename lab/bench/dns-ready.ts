import { createSocket } from 'node:dgram'
import packet from 'dns-packet'

/**
 * Queries a name repeatedly until a server returns NXDOMAIN, and prints when that was, in milliseconds since 1970:
 * dns-ready.ts ADDRESS PORT NAME.
 */
const [ip = '', port = '', name = ''] = process.argv.slice(2)
const socket = createSocket('udp4')
const query = packet.encode({ type: 'query', id: 1, flags: packet.RECURSION_DESIRED, questions: [{ type: 'A', name }] })
// The server may not listen yet.
socket.on('error', () => {})
socket.on('message', (bytes) => {
  if ((packet.decode(bytes) as { rcode?: string }).rcode !== 'NXDOMAIN') return
  console.log(Date.now())
  process.exit(0)
})
console.log('asking')
setInterval(() => socket.send(query, Number(port), ip), 5)
setTimeout(() => process.exit(1), 60_000)
