import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLinux } from '../../router/machine/linux.ts'
import { encodeDatagram } from '../../router/wire/ethernet.ts'
import { until } from '../until.ts'

const [HERE, THERE] = ['frames0', 'frames1']

const frame = (size: number): Uint8Array =>
  encodeDatagram({
    destinationMac: 'ff:ff:ff:ff:ff:ff',
    sourceMac: '02:00:00:00:00:01',
    sourceIp: '192.0.2.1',
    destinationIp: '192.0.2.255',
    sourcePort: 9,
    destinationPort: 10_000,
    payload: new Uint8Array(size),
  })

test('frames that no link would carry are left out, and the others arrive', async () => {
  using machine = openLinux()
  await machine.run(['ip', 'link', 'add', HERE, 'type', 'veth', 'peer', 'name', THERE])
  for (const link of [HERE, THERE]) await machine.run(['ip', 'link', 'set', link, 'up'])
  using packets = machine.openPackets({ udpDestination: 10_000 })
  const arrived: number[] = []
  packets.onFrames((frames) => arrived.push(...frames.map(({ bytes }) => bytes.length)))
  const sizes = Array.from({ length: 128 }, (_, i) => (i % 2 ? 3000 : 100 + i))
  packets.send(sizes.map((size) => ({ link: HERE, bytes: frame(size) })))
  await until('the frames', () => arrived.length >= 64)
  assert.deepEqual(
    arrived,
    sizes.filter((size) => size < 1500).map((size) => frame(size).length),
  )
  await machine.run(['ip', 'link', 'delete', HERE])
})
