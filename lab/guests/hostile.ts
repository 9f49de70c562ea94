import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { hostileQuestions, strangeQuestions } from '../../router/wire/dns/hostile.fixture.ts'
import { openChance } from '../probes/chance.ts'

/**
 * A device that wants to break the router's resolver: `node hostile.ts <address> <datagrams> <seed>`. Sends hostile questions
 * and broken ones over UDP, a window at a time, then some over TCP, and says `done`.
 */
const [address = '', datagrams = '', seed = ''] = process.argv.slice(2)
const PORT = 53
const WINDOW = 64
const chance = openChance(Number(seed))
const corpus = [...Object.values(hostileQuestions), ...Object.values(strangeQuestions)]

/** A message of the corpus, usually with changed, removed or added bytes. */
function next(): Buffer {
  const bytes = Buffer.from(chance.one(corpus))
  for (let left = chance.between(0, 4); left > 0 && bytes.length > 0; left--)
    bytes[chance.between(0, bytes.length - 1)] = chance.between(0, 255)
  if (chance.happens(0.2)) return bytes.subarray(0, chance.between(0, bytes.length))
  if (chance.happens(0.1)) return Buffer.concat([bytes, Buffer.alloc(chance.between(1, 1200), chance.between(0, 255))])
  return bytes
}

async function flood(count: number): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.connect(PORT, address, resolve))
  socket.on('error', () => {})
  for (let sent = 0; sent < count; sent += WINDOW) {
    const window = Array.from({ length: WINDOW }, () => new Promise<void>((done) => socket.send(next(), () => done())))
    await Promise.all(window)
  }
  socket.close()
}

/** Frames with correct, too small and too large lengths, and incomplete ones. */
function drip(): Promise<void> {
  return new Promise((resolve) => {
    const stream = connect(PORT, address)
    stream.on('error', () => {})
    stream.on('close', () => resolve())
    stream.setTimeout(300, () => stream.destroy())
    stream.resume()
    for (let i = 0; i < 20; i++) {
      const message = next()
      const frame = Buffer.alloc(2)
      frame.writeUInt16BE(chance.happens(0.8) ? message.length : chance.between(0, 0xffff))
      stream.write(Buffer.concat([frame, message]))
    }
  })
}

await flood(Number(datagrams))
for (let i = 0; i < 50; i++) await drip()
console.log('done')
