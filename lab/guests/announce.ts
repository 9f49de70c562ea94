import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'

/**
 * Sends recorded announcements to a multicast group from its port: `node announce.ts <group:port> <own address> <file> <count>`. The file has
 * one in base64 per line; they are repeated until `count` are sent.
 */
const [group = '', own = '', file = '', count = ''] = process.argv.slice(2)
const [address, port] = group.split(':') as [string, string]
const payloads = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => Buffer.from(line, 'base64'))
const socket = createSocket({ type: 'udp4', reuseAddr: true })
await new Promise<void>((resolve) => socket.bind(Number(port), own, resolve))
socket.setMulticastInterface(own)
for (let sent = 0; sent < Number(count); sent++)
  await new Promise<void>((resolve) =>
    socket.send(payloads[sent % payloads.length]!, Number(port), address, () => resolve()),
  )
socket.close()
