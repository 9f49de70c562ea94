import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Network } from '../../../compiler/network.ts'
import { CommandFailed, Invalid, Locked, NotFound } from '../../../errors.ts'
import type { ProgramOutput } from '../../../machine/machine.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { CaptureWish, tcpdumpFor } from '../../../model/machine/capture/wish.ts'
import { ByteStream, type Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { captureHandlers } from './handlers.ts'

const caller = (address = '127.0.0.1'): Caller => ({ name: 'admin', kind: 'user', address })
const plugin: Caller = { name: 'shark-install-token', kind: 'token', address: '172.30.0.2', plugin: 'shark' }
const PHONE = '02:00:00:00:00:06'
const HEAD = Buffer.alloc(24)
HEAD.writeUInt32LE(0xa1b2c3d4)
const packet = (size: number): Buffer => {
  const bytes = Buffer.alloc(16 + size)
  bytes.writeUInt32LE(size, 8)
  return bytes
}

const place = { mac: PHONE, ip: '192.168.2.6', routerIp: '192.168.2.5', link: 'wlan0.4096' }
const network = () =>
  ({
    frame: { lanIp: '192.168.2.1', uplinks: [{ address: '203.0.113.5/24' }], additional: [] },
    members: new Map([[PHONE, { place }]]),
  }) as unknown as Network

/** A tcpdump that prints these chunks, and then waits until it is ended, or fails. */
async function open(chunks: readonly Uint8Array[], failure?: string) {
  const memory = openMemoryFacts()
  await memory.change((draft) =>
    draft.links.put('eth0', { name: 'eth0', index: 2, mac: '02:00:00:00:00:01', up: true }),
  )
  const clock = openSteppedClock()
  const ran: string[] = []
  let running = 0
  const stream = (argv: readonly string[]): ProgramOutput => {
    ran.push(argv.join(' '))
    running++
    const ended = Promise.withResolvers<void>()
    return {
      async *[Symbol.asyncIterator]() {
        yield* chunks
        if (failure !== undefined) throw new CommandFailed(argv, 1, failure)
        await ended.promise
      },
      [Symbol.dispose]() {
        running--
        ended.resolve()
        this[Symbol.dispose] = () => {}
      },
    }
  }
  const handlers = captureHandlers({ ...memory, machine: { stream, clock }, apiPorts: () => ['80', '443'], network })
  const capture = async (wish: object = {}, from?: string): Promise<ByteStream> =>
    captureAs(caller(from), { Interface: 'eth0', ...wish })
  async function captureAs(from: Caller, wish: object): Promise<ByteStream> {
    const answer = await handlers.capture({ params: {}, query: {}, body: CaptureWish.parse(wish), caller: from })
    assert.ok(answer instanceof ByteStream)
    return answer
  }
  const sizeOf = async ({ chunks }: ByteStream): Promise<number> => Buffer.concat(await Array.fromAsync(chunks)).length
  return { ...memory, capture, captureAs, sizeOf, clock, ran, running: () => running }
}

test('a capture ends after its time with all packets received', async () => {
  const { capture, sizeOf, clock, running } = await open([HEAD, packet(60), packet(60)])
  const answer = await capture({ Seconds: 5 })
  const size = sizeOf(answer)
  await clock.step(4999)
  assert.equal(running(), 1)
  await clock.step(1)
  assert.equal(await size, 24 + 2 * 76)
  assert.equal(running(), 0)
})

test('a capture ends after the last packet that fits into the byte limit', async () => {
  const { capture, sizeOf } = await open([HEAD, packet(900), packet(900)])
  assert.equal(await sizeOf(await capture({ Bytes: 1024 })), 24 + 916)
})

test('only one capture runs at a time, and it ends when the caller disconnects', async () => {
  const { capture, running } = await open([HEAD])
  const answer = await capture()
  await assert.rejects(capture(), Locked)
  answer.end()
  assert.equal(running(), 0)
  const next = await capture()
  next.end()
})

test('the error of a tcpdump that cannot listen is returned, and its slot is freed', async () => {
  const { capture } = await open([], 'tcpdump: eth0: You do not have permission to capture on that device\n')
  for (let again = 0; again < 2; again++)
    await assert.rejects(
      capture(),
      (error) => error instanceof Invalid && /no.*: tcpdump: eth0: You/i.test(error.message),
    )
})

test('a capture that ends before tcpdump writes anything is rejected', async () => {
  const { capture, clock } = await open([])
  const refused = assert.rejects(capture({ Seconds: 1 }), Invalid)
  await clock.step(1000)
  await refused
})

test('only existing links, or all of them, can be captured', async () => {
  const { capture, ran } = await open([HEAD])
  await assert.rejects(capture({ Interface: 'eth9' }), Invalid)
  assert.deepEqual(ran, [])
  ;(await capture({ Interface: 'any' })).end()
})

test('connections between the caller and the API are excluded from the capture', async () => {
  const { capture, ran } = await open([HEAD])
  ;(await capture({ Protocol: 'udp', Host: '192.168.2.6', Port: 53, Packets: 7 }, '192.168.2.10')).end()
  assert.deepEqual(ran, [
    'tcpdump --interface=eth0 -n -U --immediate-mode -c7 -w- -- udp and host 192.168.2.6 and port 53 ' +
      'and not ( ( host 192.168.2.10 ) and ( tcp port 80 or tcp port 443 ) )',
  ])
})

test('a device is captured on its own link, without its connections to the API of the router', async () => {
  const { captureAs, change, ran } = await open([HEAD])
  await change((draft) => {
    for (const MAC of [PHONE, '02:00:00:00:00:07']) draft.devices.put(MAC, { ...emptyDevice(), MAC, Name: 'phone' })
  })
  ;(await captureAs(caller(), { Device: PHONE.toUpperCase() })).end()
  assert.deepEqual(ran, [
    `tcpdump --interface=wlan0.4096 -n -U --immediate-mode -c1000 -w- -- ether host ${PHONE} and not ` +
      '( ( host 192.168.2.1 or host 192.168.2.5 or host 203.0.113.5 ) and ( tcp port 80 or tcp port 443 ) )',
  ])
  await assert.rejects(captureAs(caller(), { Device: '02:00:00:00:00:07' }), /phone is not connected/)
  await assert.rejects(captureAs(caller(), { Device: '02:00:00:00:00:08' }), NotFound)
})

test('a plugin captures single devices only, beside a capture of the owner', async () => {
  const { capture, captureAs, change, running } = await open([HEAD])
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, Name: 'phone' }))
  for (const wish of [{ Interface: 'eth0' }, { Interface: 'any', Host: PHONE }])
    await assert.rejects(captureAs(plugin, wish), { kind: 'forbidden' })
  const own = await capture()
  const first = await captureAs(plugin, { Device: PHONE })
  await assert.rejects(captureAs(plugin, { Device: PHONE }), Locked)
  assert.equal(running(), 2)
  first.end()
  first.end()
  const second = await captureAs(plugin, { Device: PHONE })
  first.end()
  await assert.rejects(captureAs(plugin, { Device: PHONE }), Locked)
  second.end()
  own.end()
  assert.equal(running(), 0)
})

test('a filter is built from fields, and invalid values and combinations are rejected', () => {
  const filter = (given: object) => {
    const wish = CaptureWish.parse({ Interface: 'eth0', ...given })
    return tcpdumpFor(wish, { link: 'eth0', host: wish.Host, except: undefined }).slice(8)
  }
  assert.deepEqual(filter({}), [])
  assert.deepEqual(filter({ Host: '02:00:00:00:00:01' }), ['ether', 'host', '02:00:00:00:00:01'])
  assert.deepEqual(filter({ Protocol: 'arp', Host: '10.0.0.1' }), ['arp', 'and', 'host', '10.0.0.1'])
  for (const wrong of [
    { Interface: '-w/etc/passwd' },
    { Interface: 'a b' },
    { Host: 'example.org' },
    { Host: '10.0.0.1 or port 22' },
    { Host: '::1' },
    { Protocol: 'tcp or udp' },
    { Protocol: 'icmp', Port: 80 },
    { Port: 0 },
    { Port: 65_536 },
    { Seconds: 601 },
    { Seconds: 0 },
    { Packets: 50_001 },
    { Bytes: (32 << 20) + 1 },
    { Device: PHONE },
    { Interface: undefined },
    { Interface: undefined, Device: PHONE, Host: '10.0.0.1' },
  ])
    assert.ok(!CaptureWish.safeParse({ Interface: 'eth0', ...wrong }).success, JSON.stringify(wrong))
})
