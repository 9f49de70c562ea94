import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../../router/machine/stepped.fixture.ts'
import { supervise } from './supervisor.ts'

/** A router whose daemon ends on request, and whose starts fail on request. */
function openRouter() {
  let end: (code: number | null) => void = () => undefined
  const newDaemon = () => ({ exited: new Promise<number | null>((resolve) => (end = resolve)) })
  const router = {
    daemon: newDaemon(),
    starts: 0,
    refusal: '',
    async start() {
      router.starts++
      if (router.refusal !== '') throw new Error(`env ended:\nsome line\n${router.refusal}\n`)
      router.daemon = newDaemon()
    },
    kill: async () => undefined,
    async ends(code: number | null) {
      end(code)
      await settled()
    },
  }
  const clock = openSteppedClock()
  const lines: string[] = []
  return { router, clock, lines, supervisor: supervise(router, clock, (line) => lines.push(line)) }
}

test('a killed daemon is restarted and reported', async () => {
  const { router, clock, lines, supervisor } = openRouter()
  await router.ends(null)
  assert.deepEqual(supervisor.state, { state: 'restarting', restarts: 0, reason: 'it was killed' })
  await clock.step(499)
  assert.equal(router.starts, 0)
  await clock.step(1)
  assert.deepEqual(supervisor.state, { state: 'running', restarts: 1, reason: 'it was killed' })
  assert.match(lines[0] ?? '', /^the router has stopped: it was killed; it is started again in 0.5 s/)
  assert.equal(lines[1], 'the router is running again')
})

test('a daemon that cannot start is retried with growing delays, then given up with the reason', async () => {
  const { router, clock, lines, supervisor } = openRouter()
  router.refusal = 'nftables is missing'
  await router.ends(1)
  for (const delay of [500, 1000, 2000, 4000, 8000]) await clock.step(delay)
  assert.equal(router.starts, 5)
  await clock.step(3600_000)
  assert.equal(router.starts, 5)
  assert.deepEqual(supervisor.state, { state: 'failed', restarts: 0, reason: 'nftables is missing' })
  assert.equal(lines.at(-1), 'the router is not started again after 5 attempts: nftables is missing')
})

test('a daemon that exits soon after each start is given up; after a minute of running, retries start over', async () => {
  const { router, clock, supervisor } = openRouter()
  for (const delay of [500, 1000, 2000, 4000]) {
    await router.ends(139)
    await clock.step(delay)
  }
  assert.equal(supervisor.state.state, 'running')
  await clock.step(60_000)
  await router.ends(139)
  await clock.step(500)
  assert.deepEqual(supervisor.state, { state: 'running', restarts: 5, reason: 'it ended with code 139' })
})

test('a daemon that is stopped on purpose is not restarted', async () => {
  const { router, clock, supervisor, lines } = openRouter()
  supervisor[Symbol.dispose]()
  await router.ends(0)
  await clock.step(60_000)
  assert.deepEqual([router.starts, lines], [0, []])
})
