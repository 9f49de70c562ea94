import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Unavailable } from '../../errors.ts'
import { openControl } from './control.ts'
import { bind, close, libc, MSG_DONTWAIT, SOCK_DGRAM_CLOEXEC, socket } from './libc.ts'

const AF_UNIX = 1
const recvfrom = libc.func('intptr_t recvfrom(int, void *, size_t, int, void *, _Inout_ uint32_t *)')
const sendto = libc.func('intptr_t sendto(int, void *, size_t, int, void *, uint32_t)')

/** The other end: a socket that is read, and that answers, when the test says so. */
function fakeDaemon() {
  const directory = mkdtempSync(join(tmpdir(), 'control-'))
  const path = join(directory, 'wlan0')
  const fd: number = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  const family = Buffer.alloc(2)
  family.writeUInt16LE(AF_UNIX)
  const address = Buffer.concat([family, Buffer.from(`${path}\0`)])
  assert.equal(bind(fd, address, address.length), 0)
  const senders: Buffer[] = []
  return {
    path,
    /** The commands that have come, without waiting. */
    commands(): string[] {
      const found: string[] = []
      for (;;) {
        const slot = Buffer.alloc(4096)
        const sender = Buffer.alloc(110)
        const size = [sender.length]
        const length: number = recvfrom(fd, slot, slot.length, MSG_DONTWAIT, sender, size)
        if (length < 0) return found
        senders.push(sender.subarray(0, size[0]))
        found.push(slot.toString('utf8', 0, length))
      }
    },
    /** Sends to the sender of the oldest command, which stays without an answer. */
    send(text: string): void {
      const to = senders[0]!
      const bytes = Buffer.from(text)
      assert.equal(sendto(fd, bytes, bytes.length, 0, to, to.length), bytes.length)
    },
    /** Answers the oldest command. */
    answer(text: string): void {
      const to = senders.shift()!
      const bytes = Buffer.from(text)
      assert.equal(sendto(fd, bytes, bytes.length, 0, to, to.length), bytes.length)
    },
    [Symbol.dispose]() {
      close(fd)
      rmSync(directory, { recursive: true })
    },
  }
}

async function open(daemon: ReturnType<typeof fakeDaemon>, receive: (event: string) => void = () => undefined) {
  const opening = openControl(daemon.path, receive)
  assert.deepEqual(daemon.commands(), ['ATTACH'])
  daemon.answer('OK\n')
  return opening
}

test('commands do not wait for the answers to others, and each gets its own', async () => {
  using daemon = fakeDaemon()
  using control = await open(daemon)
  const answers = Promise.all(['STATUS', 'PING', 'STA-FIRST'].map((command) => control.request(command)))
  assert.deepEqual(daemon.commands(), ['STATUS', 'PING', 'STA-FIRST'])
  for (const text of ['state=ENABLED\n', 'PONG\n', '']) daemon.answer(text)
  assert.deepEqual(await answers, ['state=ENABLED\n', 'PONG\n', ''])
})

test('there are never more commands under way than a socket holds answers', async () => {
  using daemon = fakeDaemon()
  using control = await open(daemon)
  const numbers = Array.from({ length: 30 }, (_, i) => String(i))
  const answers = Promise.all(numbers.map((command) => control.request(command)))
  for (let answered = 0; answered < numbers.length; ) {
    const commands = daemon.commands()
    assert.ok(commands.length <= 8)
    for (const command of commands) daemon.answer(command)
    answered += commands.length
    await new Promise(setImmediate)
  }
  assert.deepEqual(await answers, numbers)
})

test('when it is closed, commands without an answer fail immediately, and so do later ones', async () => {
  using daemon = fakeDaemon()
  const control = await open(daemon)
  const waiting = [control.request('SCAN'), control.request('PING')]
  control[Symbol.dispose]()
  for (const one of [...waiting, control.request('STATUS')]) await assert.rejects(one, Unavailable)
})

test('settle resolves when all earlier events are received, and rejects after closing', async () => {
  using daemon = fakeDaemon()
  const events: string[] = []
  using control = await open(daemon, (event) => events.push(event))
  const settled = control.settle().then(() => events[0])
  const closed = control.settle()
  assert.deepEqual(daemon.commands(), ['PING', 'PING'])
  daemon.send('<3>AP-STA-CONNECTED 02:00:00:00:00:01')
  daemon.answer('PONG\n')
  assert.equal(await settled, '<3>AP-STA-CONNECTED 02:00:00:00:00:01')
  control[Symbol.dispose]()
  for (const one of [closed, control.settle()]) await assert.rejects(one, Unavailable)
})

test('events are requested again with one command each, whose replies are not events', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] })
  using daemon = fakeDaemon()
  const events: string[] = []
  using control = await open(daemon, (event) => events.push(event))
  mock.timers.tick(10_000)
  assert.deepEqual(daemon.commands(), ['DETACH', 'ATTACH'])
  for (const text of ['FAIL\n', 'OK\n']) daemon.answer(text)
  const settled = control.settle()
  assert.deepEqual(daemon.commands(), ['PING'])
  daemon.send('<3>AP-ENABLED ')
  daemon.answer('PONG\n')
  await settled
  assert.deepEqual(events, ['<3>AP-ENABLED '])
})

test('a program that has ended is reported with the next command', async () => {
  const daemon = fakeDaemon()
  using control = await open(daemon)
  daemon[Symbol.dispose]()
  await assert.rejects(control.request('STATUS'), Unavailable)
})
