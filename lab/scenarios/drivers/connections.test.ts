import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { test } from 'node:test'
import { openLinux } from '../../../router/machine/linux.ts'
import { parseSubnet } from '../../../router/values/subnet.ts'

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
    say,
    async [Symbol.asyncDispose]() {
      sender.close()
      await machine.nft('delete table ip tracked')
      await machine[Symbol.asyncDispose]()
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

test('a long table is filtered by network, port and translated destination', async () => {
  await using loopback = await openLoopback()
  const { machine, say } = loopback
  await machine.nft(
    'add chain ip tracked nat { type nat hook output priority -100; }\nadd rule ip tracked nat ip daddr 127.9.0.1 udp dport 4001 dnat to 127.9.1.1:4000',
  )
  for (let port = 30_000; port < 34_096; port++) await say(port, '127.1.0.3')
  await say(30_000, '127.1.0.4')
  await say(4001, '127.9.0.1')
  const UDP = 17
  const among = async (destination: string, first: number, last: number, protocol = UDP) => {
    const pattern = { source: parseSubnet('127.0.0.0/8')!, destination: parseSubnet(destination)!, protocol }
    const found = await all(machine.connections([{ ...pattern, ports: { first, last } }]))
    // One may come twice.
    return [...new Map(found.map((one) => [`${one.original.destination} ${one.port}`, one])).values()]
  }
  assert.equal((await among('127.1.0.0/24', 30_000, 30_009)).length, 11)
  assert.equal((await among('127.1.0.3/32', 30_000, 30_009)).length, 10)
  assert.equal((await among('127.1.0.0/24', 30_000, 30_000)).length, 2)
  assert.equal((await among('127.1.0.4/32', 30_000, 30_000)).length, 1)
  assert.equal((await among('127.1.0.0/24', 30_000, 30_000, 6)).length, 0)
  assert.ok((await all(machine.connections('all'))).length > 4096)

  const translated = [['127.9.0.1', 4001]]
  const sent = (found: Awaited<ReturnType<typeof among>>) =>
    found.map(({ original, port }) => [original.destination, port])
  assert.deepEqual(sent(await among('127.9.0.1/32', 4001, 4001)), translated)
  assert.deepEqual(sent(await among('127.9.1.1/32', 4000, 4000)), translated)
  assert.deepEqual(sent(await among('127.9.0.0/16', 4000, 4000)), translated)
  assert.deepEqual(sent(await all(machine.connections(['127.9.0.1']))), translated)
  assert.deepEqual(sent(await all(machine.connections(['127.9.1.1']))), translated)
})
