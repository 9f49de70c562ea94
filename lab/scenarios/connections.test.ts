import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { test } from 'node:test'
import { openLinux } from '../../router/machine/linux.ts'

const PORTS = Array.from({ length: 300 }, (_, i) => 20_000 + i)
const EARS = ['127.1.0.1', '127.1.0.2']

/** All parts of a walk over the table. */
const all = async <T>(parts: AsyncIterable<readonly T[]>): Promise<T[]> => (await Array.fromAsync(parts)).flat()

/** On the loopback link of this namespace: it tracks connections once a rule asks for their state. */
async function openLoopback() {
  const machine = openLinux()
  await machine.run(['ip', 'link', 'set', 'lo', 'up'])
  await machine.nft(
    'add table ip tracked\nadd chain ip tracked out { type filter hook output priority 0; }\nadd rule ip tracked out ct state new accept',
  )
  const sender = createSocket('udp4')
  const say = (port: number, address: string): Promise<void> =>
    new Promise((resolve, reject) =>
      sender.send('hello', port, address, (error) => (error ? reject(error) : resolve())),
    )
  // The port is closed; without a listener the ECONNREFUSED would end this process.
  sender.on('error', () => undefined)
  for (const ear of EARS) for (const port of PORTS) await say(port, ear)
  return {
    machine,
    async [Symbol.asyncDispose]() {
      sender.close()
      await machine.nft('delete table ip tracked')
      machine[Symbol.dispose]()
    },
  }
}

test('connections are found by either address, and only selected ones are deleted', async () => {
  await using loopback = await openLoopback()
  const { machine } = loopback
  const found = await all(machine.connections(['127.1.0.1']))
  assert.deepEqual(found.map(({ port }) => port).sort(), PORTS)
  assert.ok(found.every(({ protocol, original }) => protocol === 17 && original.destination === '127.1.0.1'))
  assert.ok((await all(machine.connections('all'))).length >= EARS.length * PORTS.length)

  const kept = found.filter(({ port }) => port === 20_007)
  await machine.endConnections(found.filter(({ port }) => port !== 20_007))
  assert.deepEqual(await all(machine.connections(['127.1.0.1'])), kept)
  assert.equal((await all(machine.connections(['127.1.0.2']))).length, PORTS.length)
})

test('deleting a connection that is already gone succeeds', async () => {
  await using loopback = await openLoopback()
  const { machine } = loopback
  const before = await all(machine.connections(['127.1.0.2']))
  const old = before.find(({ port }) => port === 20_007)
  assert.ok(old)
  await machine.endConnections([old])
  await machine.endConnections([old])
  assert.equal((await all(machine.connections(['127.1.0.2']))).length, before.length - 1)
})

test('deleting an empty list deletes nothing', async () => {
  await using loopback = await openLoopback()
  const { machine } = loopback
  const before = await all(machine.connections(EARS))
  await machine.endConnections([])
  assert.equal((await all(machine.connections(EARS))).length, before.length)
})
