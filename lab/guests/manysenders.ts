import { createSocket } from 'node:dgram'
import { setTimeout } from 'node:timers/promises'

/**
 * Sends UDP datagrams from many addresses: `node manysenders.ts <first half of the addresses> <count> <address> <port>`, such as
 * `10.9 5000 203.0.113.7 4000`. The namespace needs a route of type `local` for them. Says `all senders` when each has sent one, and
 * continues until it is stopped, for a minute at most.
 */
const [half = '', count = '', address = '', port = ''] = process.argv.slice(2)
/** Concurrent senders. */
const WINDOW = 100
const LONGEST_MS = 60_000
/** After each window, so that other programs of the machine have their turn. */
const PAUSE_MS = 20

const sendFrom = (index: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    const close = (): void => {
      socket.close()
      resolve()
    }
    socket.on('error', close)
    socket.bind(0, `${half}.${index >> 8}.${index & 255}`, () => socket.send('x', Number(port), address, close))
  })

const ends = Date.now() + LONGEST_MS
for (let round = 0; Date.now() < ends; round++) {
  for (let index = 0; index < Number(count); index += WINDOW) {
    await Promise.all(Array.from({ length: WINDOW }, (_, i) => sendFrom(index + i)))
    if (round > 0) await setTimeout(PAUSE_MS)
  }
  if (round === 0) console.log('all senders')
}
