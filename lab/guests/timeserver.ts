import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:tls'

/**
 * A resolver over TLS that resolves all names to one address, and at that address a time server (SNTP) whose clock is ahead by some
 * milliseconds. Arguments: the address of the resolver, its certificate and key, the address of the time server, the milliseconds.
 */
const [, , resolver, certificate = '', key = '', address = '', ahead] = process.argv

const ANSWER = Buffer.from('c00c00010001000000010004', 'hex')
const octets = Buffer.from(address.split('.').map(Number))

/** The response to a query: its head and question, and one A record. */
function respond(query: Buffer): Buffer {
  let end = 12
  while (query[end] !== 0) end += query[end]! + 1
  const response = Buffer.concat([query.subarray(0, end + 5), ANSWER, octets])
  response.writeUInt16BE(0x8180, 2)
  for (const [count, at] of [
    [1, 6],
    [0, 8],
    [0, 10],
  ] as const)
    response.writeUInt16BE(count, at)
  return response
}

const secure = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (stream) => {
  let rest = Buffer.alloc(0)
  stream.on('error', () => stream.destroy())
  stream.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
      const length = rest.readUInt16BE(0)
      const response = respond(rest.subarray(2, 2 + length))
      rest = rest.subarray(2 + length)
      const size = Buffer.alloc(2)
      size.writeUInt16BE(response.length)
      stream.write(Buffer.concat([size, response]))
    }
  })
})
secure.on('tlsClientError', () => undefined)

/** Between 1900 and 1970. */
const EPOCH_SECONDS = 2_208_988_800

const time = createSocket('udp4')
time.on('message', (question, { port, address: from }) => {
  const response = Buffer.alloc(48)
  response.writeUInt8(0x24, 0)
  response.writeUInt8(1, 1)
  question.copy(response, 24, 40, 48)
  for (const at of [32, 40]) response.writeUInt32BE(Math.floor((Date.now() + Number(ahead)) / 1000) + EPOCH_SECONDS, at)
  time.send(response, port, from)
})
time.bind(123, address, () => secure.listen(853, resolver, () => console.log('ready')))
