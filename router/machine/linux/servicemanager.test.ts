import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { bind, close, MSG_DONTWAIT, recv, SOCK_DGRAM_CLOEXEC, socket } from './libc.ts'
import { openServiceManager } from './servicemanager.ts'

const AF_UNIX = 1

/** The socket of a service manager; returns what it has received so far. */
function openManager(t: TestContext, path: string, address = path): () => string[] {
  const fd = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  t.after(() => close(fd))
  const bytes = Buffer.concat([Buffer.from([AF_UNIX, 0]), Buffer.from(address)])
  assert.equal(bind(fd, bytes, bytes.length), 0)
  return () => {
    const states: string[] = []
    for (const buffer = Buffer.alloc(100); ; ) {
      const size = Number(recv(fd, buffer, buffer.length, MSG_DONTWAIT))
      if (size < 0) return states
      states.push(buffer.toString('latin1', 0, size))
    }
  }
}

function temporary(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-notify-'))
  t.after(() => rmSync(directory, { recursive: true }))
  return join(directory, 'notify')
}

test('the service manager is notified when the router is ready, and when it stops', (t) => {
  const path = temporary(t)
  const received = openManager(t, path)
  const manager = openServiceManager({ NOTIFY_SOCKET: path })
  assert.deepEqual(received(), [])
  manager.ready()
  assert.deepEqual(received(), ['READY=1'])
  manager.stopping()
  assert.deepEqual(received(), ['STOPPING=1'])
})

test('the timeout of a start is extended until the router is ready, for fifteen minutes', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const path = temporary(t)
  const received = openManager(t, path)
  const manager = openServiceManager({ NOTIFY_SOCKET: path })
  t.mock.timers.tick(60_000)
  assert.deepEqual(received(), ['EXTEND_TIMEOUT_USEC=120000000', 'EXTEND_TIMEOUT_USEC=120000000'])
  manager.ready()
  t.mock.timers.tick(60_000)
  assert.deepEqual(received(), ['READY=1'])
  openServiceManager({ NOTIFY_SOCKET: path })
  let extensions = 0
  for (let minute = 0; minute < 20; minute++) {
    t.mock.timers.tick(60_000)
    extensions += received().length
  }
  assert.equal(extensions, 30)
})

test('its socket may have an abstract name', (t) => {
  const name = `sallyport-test-${process.pid}`
  const received = openManager(t, name, `\0${name}`)
  openServiceManager({ NOTIFY_SOCKET: `@${name}` }).ready()
  assert.deepEqual(received(), ['READY=1'])
})

test('keep-alive pings are sent twice in the watchdog timeout, and only by the process that is watched', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const path = temporary(t)
  const received = openManager(t, path)
  const environment = { NOTIFY_SOCKET: path, WATCHDOG_USEC: '30000000' }
  openServiceManager({ ...environment, WATCHDOG_PID: '1' }).ready()
  t.mock.timers.tick(60_000)
  assert.deepEqual(received(), ['READY=1'])
  openServiceManager({ ...environment, WATCHDOG_PID: String(process.pid) }).ready()
  t.mock.timers.tick(29_999)
  assert.deepEqual(received(), ['READY=1', 'WATCHDOG=1'])
  t.mock.timers.tick(1)
  assert.deepEqual(received(), ['WATCHDOG=1'])
})

test('without a service manager nothing is sent, and one that is not there is named', (t) => {
  openServiceManager({}).ready()
  const path = temporary(t)
  assert.throws(() => openServiceManager({ NOTIFY_SOCKET: path }), {
    message: `the service manager cannot be notified at ${path}: no such file or directory`,
  })
})
