import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked } from '../../errors.ts'
import { openBus } from '../../events/bus.ts'
import { fakeMachine } from '../../machine/fake.ts'
import { openSpeedTests } from './speedtest.ts'
import type { SpeedTest } from './status.ts'

const URL = 'http://81.2.70.10/10MB.bin'

function open() {
  const machine = fakeMachine()
  machine.ip.plug('wan0')
  const told: SpeedTest[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribe('wan:speedtest', (test) => told.push(test))
  return { machine, told, ...openSpeedTests({ machine, bus }) }
}

test('what came in what time makes the speed', async () => {
  const { machine, told, run, results } = open()
  machine.answerDownloads(() => ({ bytes: 10e6, ms: 800 }))
  const running = run('wan0', URL)
  await assert.rejects(run('wan0', URL), Locked)
  await machine.clock.step(800)
  const expected = { Iface: 'wan0', Time: 1_709_287_200, DownMbps: 100, Seconds: 0.8, Bytes: 10e6, URL }
  assert.deepEqual(await running, expected)
  assert.deepEqual(results(), [expected])
  assert.deepEqual(told, [expected])
})

test('a test that fails says why, and the next one may begin', async () => {
  const { run, results } = open()
  assert.equal((await run('wan9', URL)).Error, 'no such device')
  assert.match((await run('wan0', 'https://speed.test/x')).Error ?? '', /speed.test has no address/)
  assert.deepEqual(
    results().map(({ Iface, DownMbps }) => [Iface, DownMbps]),
    [
      ['wan9', 0],
      ['wan0', 0],
    ],
  )
})

test('without an address to fetch from nothing is measured', async () => {
  await assert.rejects(open().run('wan0', ''), Invalid)
})
