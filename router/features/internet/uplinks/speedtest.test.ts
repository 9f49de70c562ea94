import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FailedAttempt, Locked } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { DEFAULT_SPEED_TEST } from '../../../model/internet/uplinks/config.ts'
import type { SpeedTest } from '../../../model/internet/uplinks/status.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { isIp } from '../../../values/ip.ts'
import { openSpeedTests } from './speedtest.ts'

const URL = 'http://81.2.70.10/10MB.bin'

function open() {
  const machine = fakeMachine()
  machine.ip.plug('wan0')
  const published: SpeedTest[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribe('wan:speedtest', (test) => published.push(test))
  const resolve = async (name: string) => {
    if (name === 'www.test' || name === 'speed.cloudflare.com') return '81.2.70.10'
    if (isIp(name)) return name
    throw new FailedAttempt(phrase('dns.hostUnresolved', name))
  }
  return { machine, published, ...openSpeedTests({ machine, resolve, bus, authorities: [] }) }
}

test('the speed is computed from bytes and time, and a concurrent test is rejected', async () => {
  const { machine, published, run, results } = open()
  machine.answerDownloads(() => ({ bytes: 10e6, ms: 800 }))
  const running = run('wan0', URL)
  await assert.rejects(run('wan0', URL), Locked)
  await machine.clock.step(800)
  const expected = { Iface: 'wan0', Time: 1_709_287_200, DownMbps: 100, Seconds: 0.8, Bytes: 10e6, URL }
  assert.deepEqual(await running, expected)
  assert.deepEqual(results(), [expected])
  assert.deepEqual(published, [expected])
})

test('a name is looked up by the router’s own resolver', async () => {
  const { machine, run } = open()
  const fetched: string[] = []
  machine.answerDownloads(({ ip, url }) => {
    fetched.push(`${ip} ${url}`)
    return { bytes: 10e6, ms: 800 }
  })
  const running = run('wan0', 'http://www.test/large')
  await machine.clock.step(0)
  await machine.clock.step(800)
  assert.equal((await running).Error, undefined)
  assert.deepEqual(fetched, ['81.2.70.10 http://www.test/large'])
})

test('a test that fails says why, and the next one may begin', async () => {
  const { run, results } = open()
  assert.equal((await run('wan9', URL)).Error, 'no such device')
  assert.match((await run('wan0', 'https://speed.test/x')).Error ?? '', /the name speed.test cannot be resolved/)
  assert.deepEqual(
    results().map(({ Iface, DownMbps }) => [Iface, DownMbps]),
    [
      ['wan9', 0],
      ['wan0', 0],
    ],
  )
})

test('without a chosen URL the default is fetched', async () => {
  const { machine, run } = open()
  const fetched: string[] = []
  machine.answerDownloads(({ url }) => {
    fetched.push(url)
    return { bytes: 25e6, ms: 800 }
  })
  const running = run('wan0', '')
  await machine.clock.step(0)
  await machine.clock.step(800)
  assert.deepEqual([(await running).URL, ...fetched], [DEFAULT_SPEED_TEST, DEFAULT_SPEED_TEST])
})
