import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Invalid } from '../../../errors.ts'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { type Phrase, phrase, verbatim } from '../../../phrases/phrase.ts'
import { openLastTime, RELEASED, readLastTime } from './lasttime.ts'
import { raiseClock } from './raise.ts'
import { watchClock } from './watch.ts'

const PATH = '/data/clock'
const HOUR = 3600_000

/** A machine with this last known time in its file. */
function machineAt(now: number, lastTime?: string) {
  const machine = fakeMachine()
  const state = { now, isSettable: true, failures: [] as string[] }
  machine.clock.now = () => state.now
  if (lastTime !== undefined) machine.files.set(PATH, lastTime)
  const run = async (argv: readonly string[]): Promise<string> => {
    if (!state.isSettable) throw new CommandFailed(argv, 1, 'date: cannot set date: Operation not permitted')
    const [, seconds] = /^date --utc --set=@([\d.]+)$/.exec(argv.join(' ')) ?? assert.fail(argv.join(' '))
    state.now = Number(seconds) * 1000
    return ''
  }
  const used = { clock: machine.clock, readFile: machine.readFile, writeFile: machine.writeFile, run }
  const onFailure = (what: string): void => void state.failures.push(what)
  const raise = () => raiseClock({ machine: used, data: '/data', onFailure })
  return { state, raise, machine: used, onFailure, lastTime: () => readLastTime(machine, PATH) }
}

test('a clock starts at the release at the earliest', async () => {
  const { state, raise } = machineAt(0)
  assert.equal(await raise(), 'raised')
  assert.equal(state.now, RELEASED)
  assert.equal(await raise(), 'plausible')
})

test('a clock starts at the last known time at the earliest', async () => {
  const { state, raise } = machineAt(RELEASED, `${RELEASED + HOUR}\n`)
  assert.equal(await raise(), 'raised')
  assert.equal(state.now, RELEASED + HOUR)
})

test('a clock within a minute of the last known time is not changed', async () => {
  const { state, raise } = machineAt(RELEASED, `${RELEASED + 59_000}`)
  assert.equal(await raise(), 'plausible')
  assert.equal(state.now, RELEASED)
})

test('a damaged file is reported and does not set the clock', async () => {
  for (const text of ['', 'garbage', '-1', '99999999999999', `${RELEASED + HOUR}x`]) {
    const { state, raise } = machineAt(RELEASED, text)
    assert.equal(await raise(), 'plausible', text)
    assert.equal(state.now, RELEASED)
    assert.deepEqual(state.failures, ['the last known time in /data/clock is not used'])
  }
})

test('a clock that cannot be set is reported', async () => {
  const { state, raise } = machineAt(0)
  state.isSettable = false
  assert.equal(await raise(), 'behind')
  assert.deepEqual(state.failures, ['the clock of this machine is before the last known time'])
})

test('the last known time is saved hourly, and when the clock was set back', () => {
  const { state, machine, lastTime } = machineAt(RELEASED)
  const times = openLastTime(machine, PATH)
  const checked = (now: number): number | undefined => {
    state.now = now
    times.check()
    return lastTime()
  }
  assert.equal(checked(RELEASED), RELEASED)
  assert.equal(checked(RELEASED + HOUR - 1), RELEASED)
  assert.equal(checked(RELEASED + HOUR), RELEASED + HOUR)
  assert.equal(checked(RELEASED + 60_000), RELEASED + 60_000)
})

/** A watch, and what each attempt to set the clock gives: the offset in milliseconds, or undefined for no answer. */
function openWatch(atStart: 'plausible' | 'raised' | 'behind', offsets: (number | undefined)[]) {
  const { clock } = fakeMachine()
  const { bus, published } = openCollectingBus()
  const modes: unknown[] = []
  const watch = watchClock({
    ...{ clock, bus, atStart },
    async synchronize(mode) {
      modes.push(mode)
      const offset = offsets.shift()
      if (offset === undefined) throw new Invalid(verbatim('No time server has answered.'))
      return offset
    },
    onFailure: assert.fail,
  })
  return { clock, bus, published, modes, watch }
}

test('a clock that was raised is set as soon as a time server answers', async () => {
  const { clock, watch, published, modes } = openWatch('raised', [undefined, undefined, 86_400_000])
  await clock.step(0)
  assert.ok(watch.isBehind)
  await clock.step(2000)
  await clock.step(3999)
  assert.equal(modes.length, 2)
  await clock.step(1)
  assert.deepEqual(modes, Array(3).fill({ forwards: true }))
  assert.ok(!watch.isBehind)
  assert.deepEqual(published, [['system:time:sync', { ip: '', status: 'ok' }]])
})

test('a clock with which the certificates of DNS upstreams are not valid yet is set', async () => {
  const { clock, bus, watch } = openWatch('plausible', [60_000])
  const fail = (reason: Phrase) => {
    const message = phrase('machine.about', '9.9.9.9', reason)
    bus.publish('dns:health', { Healthy: false, Reason: String(message), Coded: message.toJSON() })
  }
  fail(phrase('internet.answerTimeout'))
  assert.ok(!watch.isBehind)
  fail(phrase('internet.certificateNotYetValid'))
  assert.ok(watch.isBehind)
  await clock.step(0)
  assert.ok(!watch.isBehind)
})

test('a clock that is right or ahead is no event', async () => {
  const { clock, watch, published } = openWatch('behind', [-5])
  await clock.step(0)
  assert.ok(!watch.isBehind)
  assert.deepEqual(published, [])
})

test('attempts end when a caller sets the clock, and with the watch', async () => {
  const { clock, bus, watch, modes } = openWatch('raised', [])
  await clock.step(0)
  bus.publish('system:time:sync', { ip: '192.168.2.6', status: 'ok' })
  assert.ok(!watch.isBehind)
  await clock.step(600_000)
  assert.equal(modes.length, 1)
  const other = openWatch('raised', [])
  other.watch[Symbol.dispose]()
  await other.clock.step(600_000)
  assert.equal(other.modes.length, 0)
})
