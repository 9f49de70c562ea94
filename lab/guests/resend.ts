import { createSocket, type Socket } from 'node:dgram'
import { readFileSync } from 'node:fs'

/**
 * Sends recorded datagrams: `node resend.ts <address> <port> <file> <count> [ports]`. The file has one in base64 per line; they are
 * repeated until `count` are sent, from one port or, with `ports`, each from another one. Prints `done` when all are sent.
 */
const [address = '', port = '', file = '', count = '', mode] = process.argv.slice(2)
const payloads = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => Buffer.from(line, 'base64'))
const WINDOW = 100

const open = (): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.on('error', () => {})
    socket.bind(0, () => resolve(socket))
  })
const send = (socket: Socket, index: number): Promise<void> =>
  new Promise((resolve) => socket.send(payloads[index % payloads.length]!, Number(port), address, () => resolve()))

const shared = await open()
for (let sent = 0; sent < Number(count); sent += WINDOW)
  await Promise.all(
    Array.from({ length: WINDOW }, async (_, offset) => {
      if (mode !== 'ports') return send(shared, sent + offset)
      const own = await open()
      await send(own, sent + offset)
      own.close()
    }),
  )
shared.close()
console.log('done')
