import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notice } from '../drivers/superd/output.ts'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import type { Container } from './engine.ts'
import { projectName } from './state.ts'
import { openSupervision } from './supervision.ts'

const COMPOSE = 'plugins/user/sample/docker-compose.yml'
const LIMITS = { CPU: 1, MemoryMiB: 64, PIDs: 20, LogMiB: 2, DiskMiB: 10 }
const MIB = 2 ** 20

/** A project with one container, whose state a test sets. */
function scene() {
  const clock = openSteppedClock()
  const saved = { Running: true, Images: {}, Digests: {}, Limits: LIMITS }
  const container: Container & { State: string; SizeRw: number } = {
    Id: 'c1',
    ImageID: 'sha256:1',
    State: 'running',
    Status: 'Up',
    SizeRw: 0,
    Labels: { 'com.docker.compose.project': projectName(COMPOSE), 'com.docker.compose.service': 'sample' },
  }
  const disk = { free: 1000 * MIB, total: 2000 * MIB }
  const files = { bytes: 0, entries: 1 }
  const calls: string[] = []
  const notices: Notice[] = []
  const notes: string[] = []
  const supervision = openSupervision({
    machine: {
      clock,
      diskSpace: () => disk,
      tree: {
        kindOf: () => 'directory',
        walk: () => assert.fail(),
        sizeOf: async () => files,
        rename: () => assert.fail(),
        changeOwner: () => assert.fail(),
      },
    },
    data: '/data',
    engine: { ping: async () => true, containersOf: async () => [container] },
    state: { projects: () => ({ [COMPOSE]: saved }) },
    projects: {
      async revive(_composeFile, id) {
        calls.push(`${clock.now() / 1000} start ${id}`)
      },
      async stop() {
        calls.push('stop')
        saved.Running = false
      },
      directories: async () => ['/data/state/plugins/sample'],
    },
    notify: (notice) => notices.push(notice),
    note: (line) => notes.push(line),
  })
  /** Lets so many seconds pass. */
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 10) {
      await clock.step(10_000)
      await new Promise(setImmediate)
    }
  }
  return { clock, container, disk, files, calls, notices, notes, saved, supervision, pass }
}

test('a job that has ended is not started again', async () => {
  const { container, calls, notices, pass } = scene()
  container.Labels['sallyport.job'] = 'true'
  container.State = 'exited'
  await pass(600)
  assert.deepEqual([calls, notices], [[], []])
})

test('a container that ends is started again, after pauses that double', async () => {
  const { container, calls, notices, pass, clock } = scene()
  const begin = clock.now() / 1000
  container.State = 'exited'
  await pass(700)
  const at = calls.map((call) => Number(call.split(' ')[0]) - begin)
  const pauses = at.map((time, index) => time - (at[index - 1] ?? 0))
  assert.ok(pauses.length >= 5, String(pauses))
  for (const [index, pause] of pauses.entries()) if (index > 1) assert.ok(pause > pauses[index - 1]!, String(pauses))
  assert.deepEqual(
    notices.map(({ Kind, Service }) => `${Kind} ${Service}`),
    ['crashing sample'],
  )
})

test('pauses are at most half an hour', async () => {
  const { container, calls, pass } = scene()
  container.State = 'exited'
  await pass(6 * 3600)
  const at = calls.map((call) => Number(call.split(' ')[0]))
  assert.ok(at.at(-1)! - at.at(-2)! <= 1820, String(at))
})

test('a container that has run for ten minutes begins with the first pause again', async () => {
  const { container, calls, pass, clock } = scene()
  container.State = 'exited'
  await pass(200)
  container.State = 'running'
  await pass(620)
  calls.length = 0
  const ended = clock.now() / 1000
  container.State = 'exited'
  await pass(40)
  assert.ok(Number(calls[0]?.split(' ')[0]) - ended <= 30, String(calls))
})

test('a stopped plugin is left alone', async () => {
  const { container, calls, saved, pass } = scene()
  container.State = 'exited'
  saved.Running = false
  await pass(100)
  assert.deepEqual(calls, [])
})

test('a plugin is stopped when its writable layer and its directories exceed its disk space', async () => {
  const { container, disk, files, calls, notices, pass } = scene()
  await pass(10)
  container.SizeRw = 6 * MIB
  files.bytes = 5 * MIB
  // Free space shows that something is written: it is measured before the interval is over.
  disk.free -= 40 * MIB
  await pass(10)
  assert.deepEqual(calls, ['stop'])
  assert.deepEqual(
    notices.map(({ Kind, Reason }) => `${Kind}: ${Reason}`),
    ['over_limit: It occupies 11 MiB of the disk, and may use 10 MiB. It was stopped.'],
  )
})

test('disk space is measured every minute otherwise', async () => {
  const { container, calls, pass } = scene()
  await pass(20)
  container.SizeRw = 11 * MIB
  await pass(30)
  assert.deepEqual(calls, [])
  await pass(60)
  assert.deepEqual(calls, ['stop'])
})

test('a plugin with very many files is stopped', async () => {
  const { files, calls, notices, pass } = scene()
  files.entries = 200_001
  await pass(10)
  assert.deepEqual(calls, ['stop'])
  assert.match(notices[0]?.Reason ?? '', /more than 200000 files/)
})
