import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLinux } from '../../../router/machine/linux.ts'
import type { Machine } from '../../../router/machine/machine.ts'
import { parseSubnet } from '../../../router/values/subnet.ts'
import { type Datagram, decodeDatagram, encodeDatagram } from '../../../router/wire/ethernet.ts'
import { until } from '../../process/until.ts'

const [HERE, THERE] = ['frames0', 'frames1']

const frame = (size: number, given: Partial<Datagram> = {}): Uint8Array =>
  encodeDatagram({
    destinationMac: 'ff:ff:ff:ff:ff:ff',
    sourceMac: '02:00:00:00:00:01',
    sourceIp: '192.0.2.1',
    destinationIp: '192.0.2.255',
    sourcePort: 9,
    destinationPort: 10_000,
    payload: new Uint8Array(size),
    ...given,
  })

/** Two links with a cable between them, once both carry frames. */
async function openPair({ run }: Pick<Machine, 'run'>): Promise<AsyncDisposable> {
  await run(['ip', 'link', 'add', HERE, 'type', 'veth', 'peer', 'name', THERE])
  for (const link of [HERE, THERE]) await run(['ip', 'link', 'set', link, 'up'])
  const isUp = async (link: string) => (await run(['ip', 'link', 'show', link])).includes('state UP')
  await until('both ends', async () => (await isUp(HERE)) && (await isUp(THERE)))
  return { [Symbol.asyncDispose]: async () => void (await run(['ip', 'link', 'delete', HERE])) }
}

test('oversized frames are skipped, and the others are sent', async () => {
  await using machine = openLinux()
  await using _pair = await openPair(machine)
  using packets = machine.openPackets({ udpDestinations: [10_000] })
  const arrived: number[] = []
  packets.onFrames((frames) => arrived.push(...frames.map(({ bytes }) => bytes.length)))
  const sizes = Array.from({ length: 128 }, (_, i) => (i % 2 ? 3000 : 100 + i))
  packets.send(sizes.map((size) => ({ link: HERE, bytes: frame(size) })))
  await until('the frames', () => arrived.length >= 64)
  assert.deepEqual(
    arrived,
    sizes.filter((size) => size < 1500).map((size) => frame(size).length),
  )
})

test('multicast filter: only packets to joined groups and requested ports are received', async () => {
  await using machine = openLinux()
  await using _pair = await openPair(machine)
  using packets = machine.openPackets({ udpDestinations: [1900, 5353], multicast: true })
  const arrived: string[] = []
  packets.onFrames((frames) =>
    arrived.push(
      ...frames.map(({ bytes }) => decodeDatagram(bytes)!).map((at) => `${at.destinationIp}:${at.destinationPort}`),
    ),
  )
  const sent = [
    ['224.0.0.251', 5353],
    ['192.0.2.2', 5353],
    ['239.255.255.250', 1901],
    ['255.255.255.255', 1900],
    ['239.255.255.250', 1900],
  ] as const
  packets.send(
    sent.map(([destinationIp, destinationPort]) => ({
      link: HERE,
      bytes: frame(9, { destinationIp, destinationPort }),
    })),
  )
  await until('the last of them', () => arrived.length >= 2)
  assert.deepEqual(arrived, ['224.0.0.251:5353', '239.255.255.250:1900'])

  const groups = async () => {
    const [{ maddr }] = JSON.parse(await machine.run(['ip', '-j', '-4', 'maddr', 'show', 'dev', HERE]))
    return maddr.map(({ address }: { address: string }) => address).sort()
  }
  const joined = machine.joinGroups(HERE, ['224.0.0.251', '239.255.255.250'])
  assert.deepEqual(await groups(), ['224.0.0.1', '224.0.0.251', '239.255.255.250'])
  joined[Symbol.dispose]()
  assert.deepEqual(await groups(), ['224.0.0.1'])
  assert.throws(() => machine.joinGroups('nowhere0', ['224.0.0.251']), /no such device/)
})

test('unicast filter: beside groups, only packets to the ports and networks of answers are received', async () => {
  await using machine = openLinux()
  await using _pair = await openPair(machine)
  // As many networks as a home can have, and former ones: more than a conditional jump of the filter reaches.
  const others = Array.from({ length: 128 }, (_, i) => `10.${i}.0.0/24`)
  const nets = ['198.51.100.0/24', ...others, '192.0.2.0/26'].map((text) => parseSubnet(text)!)
  using packets = machine.openPackets({
    ...{ udpDestinations: [1900, 5353], multicast: true },
    unicast: { ports: { first: 61_000, last: 62_023 }, nets },
  })
  const arrived: string[] = []
  packets.onFrames((frames) =>
    arrived.push(
      ...frames.map(({ bytes }) => decodeDatagram(bytes)!).map((at) => `${at.destinationIp}:${at.destinationPort}`),
    ),
  )
  const taken = [
    '192.0.2.5:61000',
    '198.51.100.253:62023',
    '224.0.0.251:5353',
    '192.0.2.61:61500',
    '10.127.0.1:61000',
    '239.1.1.1:1900',
  ]
  const left = [
    '192.0.2.5:60999',
    '192.0.2.5:62024',
    '192.0.2.65:61500',
    '224.0.0.251:61000',
    '192.0.2.6:61500',
    '192.0.2.5:1900',
  ]
  packets.send(
    taken.flatMap((to, i) =>
      [left[i]!, to].map((address) => {
        const [destinationIp = '', port] = address.split(':')
        return { link: HERE, bytes: frame(9, { destinationIp, destinationPort: Number(port) }) }
      }),
    ),
  )
  await until('the last of them', () => arrived.length >= taken.length)
  assert.deepEqual(arrived, taken)
})

test('a tagged frame is not received on another link', async () => {
  await using machine = openLinux()
  await using _pair = await openPair(machine)
  using packets = machine.openPackets({ udpDestinations: [10_000] })
  const arrived: number[] = []
  packets.onFrames((frames) => arrived.push(...frames.map(({ bytes }) => decodeDatagram(bytes)!.payload.length)))
  const tagged = (tag: number, size: number): Uint8Array => {
    const bytes = frame(size)
    return Buffer.concat([bytes.subarray(0, 12), Buffer.of(0x81, 0x00, tag >> 8, tag & 0xff), bytes.subarray(12)])
  }
  // Tag 0 means a frame with a priority and without a VLAN.
  const sent = [tagged(9, 1), tagged(4094, 2), tagged(0, 3), frame(4)]
  packets.send(sent.map((bytes) => ({ link: HERE, bytes })))
  await until('the last of them', () => arrived.includes(4))
  assert.deepEqual(arrived, [3, 4])
})
