import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { analyse } from './compose/rights.ts'
import { type Container, SERVICE_LABEL } from './engine.ts'
import { startServices } from './startup.ts'

const DIRECTORIES = { data: '/data', project: '/data/p', own: ['/data/p'] }
const WAITING = `services:
  web: { image: x, depends_on: { migrate: { condition: service_completed_successfully }, cache: { condition: service_started } } }
  cache: { image: x }
  migrate: { image: x, depends_on: { db: { condition: service_healthy } } }
  db: { image: x, depends_on: { prepare: { condition: service_completed_successfully } } }
  prepare: { image: x }
`

/** An engine whose jobs end with these codes after two queries; undefined for a job that does not end. */
function scene(text: string, codes: Readonly<Record<string, number | undefined>> = {}) {
  const project = analyse(text, DIRECTORIES)
  const clock = openSteppedClock()
  const calls: string[] = []
  const left = new Map<string, number>()
  const containers = [...project.services.keys()].map(
    (service): Container => ({
      ...{ Id: service, ImageID: '', State: '', Status: '', Labels: { [SERVICE_LABEL]: service } },
    }),
  )
  const engine = {
    containersOf: async () => containers,
    async inspect(id: string) {
      const remaining = left.get(id) ?? 2
      left.set(id, remaining - 1)
      if (remaining > 0 || (id in codes && codes[id] === undefined))
        return { State: { Status: 'running', ExitCode: 0 } }
      calls.push(`${id} ended`)
      return { State: { Status: 'exited', ExitCode: codes[id] ?? 0 } }
    },
    stopContainer: async (id: string) => void calls.push(`stop ${id}`),
  }
  const runner = {
    up: async (_name: string, _file: string, services: readonly string[]) =>
      void calls.push(`up ${services.join(' ') || 'all'}`),
  }
  /** Starts the services, and steps the clock until that has ended. */
  const start = async (only?: string): Promise<unknown> => {
    let outcome: { error?: unknown } | undefined
    void startServices({ clock, engine, runner }, { name: 'p', project, file: '', only }).then(
      () => (outcome = {}),
      (error: unknown) => (outcome = { error }),
    )
    while (!outcome) {
      await clock.step(500)
      await new Promise(setImmediate)
    }
    return outcome.error
  }
  return { calls, start }
}

test('jobs run one after another, before the services that wait for them', async () => {
  const { calls, start } = scene(WAITING)
  assert.equal(await start(), undefined)
  assert.deepEqual(calls, ['up prepare', 'prepare ended', 'up migrate', 'migrate ended', 'up web cache db'])
})

test('one service starts with the jobs that it waits for, also through others', async () => {
  const { calls, start } = scene(WAITING)
  await start('db')
  assert.deepEqual(calls, ['up prepare', 'prepare ended', 'up db'])
  const alone = scene(WAITING)
  await alone.start('cache')
  assert.deepEqual(alone.calls, ['up cache'])
  const job = scene(WAITING)
  await job.start('prepare')
  assert.deepEqual(job.calls, ['up prepare', 'prepare ended'])
})

test('without jobs, Compose starts everything', async () => {
  const { calls, start } = scene('services: { a: { image: x, depends_on: [b] }, b: { image: x } }')
  await start()
  assert.deepEqual(calls, ['up all'])
})

test('a job that fails ends the start, and the error names it', async () => {
  const { calls, start } = scene(WAITING, { migrate: 3 })
  assert.match(String(await start()), /the service migrate, which others wait for, ended with the exit code 3/)
  assert.deepEqual(calls, ['up prepare', 'prepare ended', 'up migrate', 'migrate ended'])
})

test('a job that does not end is stopped after ten minutes', async () => {
  const { calls, start } = scene(WAITING, { prepare: undefined })
  assert.match(String(await start()), /the service prepare, .* has not ended within 10 minutes/)
  assert.deepEqual(calls, ['up prepare', 'stop prepare'])
})
