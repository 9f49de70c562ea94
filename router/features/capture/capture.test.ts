import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Invalid, Locked } from '../../errors.ts'
import type { ProgramOutput } from '../../machine/machine.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { openMemoryFacts } from '../../store/memory.ts'
import { ByteStream, type Caller } from '../operation.ts'
import { captureHandlers } from './handlers.ts'
import { CaptureWish, tcpdumpFor } from './wish.ts'

const caller = (address = '127.0.0.1'): Caller => ({ name: 'admin', kind: 'user', address })
const HEAD = Buffer.alloc(24)
HEAD.writeUInt32LE(0xa1b2c3d4)
const packet = (size: number): Buffer => {
  const bytes = Buffer.alloc(16 + size)
  bytes.writeUInt32LE(size, 8)
  return bytes
}

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
  const handlers = captureHandlers({ ...memory, machine: { stream, clock }, apiPorts: () => ['80', '443'] })
  const capture = async (wish: object = {}, from?: string): Promise<ByteStream> => {
    const body = CaptureWish.parse({ Interface: 'eth0', ...wish })
    const answer = await handlers.capture({ params: {}, query: {}, body, caller: caller(from) })
    assert.ok(answer instanceof ByteStream)
    return answer
  }
  const sizeOf = async ({ chunks }: ByteStream): Promise<number> => Buffer.concat(await Array.fromAsync(chunks)).length
  return { capture, sizeOf, clock, ran, running: () => running }
}

test('it ends when its time is over, with all that came', async () => {
  const { capture, sizeOf, clock, running } = await open([HEAD, packet(60), packet(60)])
  const answer = await capture({ Seconds: 5 })
  const size = sizeOf(answer)
  await clock.step(4999)
  assert.equal(running(), 1)
  await clock.step(1)
  assert.equal(await size, 24 + 2 * 76)
  assert.equal(running(), 0)
})

test('it ends behind the last packet that fits into the bytes asked for', async () => {
  const { capture, sizeOf } = await open([HEAD, packet(900), packet(900)])
  assert.equal(await sizeOf(await capture({ Bytes: 1024 })), 24 + 916)
})

test('it ends when the caller goes away, and makes room for the next; until then there is one', async () => {
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

test('one that ends before it listened is no capture', async () => {
  const { capture, clock } = await open([])
  const refused = assert.rejects(capture({ Seconds: 1 }), Invalid)
  await clock.step(1000)
  await refused
})

test('only a link that is there is listened on', async () => {
  const { capture, ran } = await open([HEAD])
  await assert.rejects(capture({ Interface: 'eth9' }), Invalid)
  assert.deepEqual(ran, [])
  ;(await capture({ Interface: 'any' })).end()
})

test('what goes between the caller and the API is left out, which would be captured again and again', async () => {
  const { capture, ran } = await open([HEAD])
  ;(await capture({ Protocol: 'udp', Host: '192.168.2.6', Port: 53, Packets: 7 }, '192.168.2.10')).end()
  assert.deepEqual(ran, [
    'tcpdump --interface=eth0 -n -U --immediate-mode -c7 -w- -- udp and host 192.168.2.6 and port 53 ' +
      'and not ( host 192.168.2.10 and ( tcp port 80 or tcp port 443 ) )',
  ])
})

test('a filter is made of fields, each of one form', () => {
  const filter = (wish: object) => tcpdumpFor(CaptureWish.parse({ Interface: 'eth0', ...wish }), undefined).slice(8)
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
    { Seconds: 61 },
    { Seconds: 0 },
    { Packets: 10_001 },
    { Bytes: (10 << 20) + 1 },
  ])
    assert.ok(!CaptureWish.safeParse({ Interface: 'eth0', ...wrong }).success, JSON.stringify(wrong))
})
