import { createSocket, type Socket } from 'node:dgram'
import { parseArgs } from 'node:util'

/** Sends empty UDP datagrams at a rate until it is stopped, from these addresses in turn: paced.ts ADDRESS PORT PER_SECOND SOURCE … */
const [address = '', port = '', perSecond = '', ...sources] = parseArgs({ allowPositionals: true }).positionals
const STEP_MS = 10
const sockets = await Promise.all(
  sources.map(
    (source) =>
      new Promise<Socket>((resolve) => {
        const socket = createSocket('udp4')
        // Without a listener, an ICMP error would end the program.
        socket.on('error', () => {})
        socket.bind(0, source, () => resolve(socket))
      }),
  ),
)
const began = performance.now()
let sent = 0
setInterval(() => {
  const due = ((performance.now() - began) * Number(perSecond)) / 1000
  for (; sent < due; sent++) sockets[sent % sockets.length]!.send('', Number(port), address)
}, STEP_MS)
console.log('sending')
