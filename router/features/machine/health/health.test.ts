import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../errors.ts'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { openDiskFailures } from '../../../events/diskfailures.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openCrashLog } from './crash.ts'
import { openDiskCheck } from './disk.ts'
import { openTemperatureCheck } from './temperature.ts'
import { watchHealth } from './watch.ts'

const open = () => ({ machine: fakeMachine(), ...openCollectingBus() })

test('a disk becomes low once, and is well again with some space to spare', () => {
  const { machine, bus, published } = open()
  const check = openDiskCheck({ machine, bus, path: '/data' })
  for (const free of [100e6, 49e6, 48e6, 51e6, 61e6, 55e6]) {
    Object.assign(machine.disk, { free, total: 500e6 })
    check()
  }
  assert.deepEqual(published, [
    ['system:disk:low', { Path: '/data', FreeBytes: 49e6, TotalBytes: 500e6 }],
    ['system:disk:ok', { Path: '/data', FreeBytes: 61e6, TotalBytes: 500e6 }],
  ])
})

test('a large disk is low below 1 GiB', () => {
  const { machine, bus, published } = open()
  const check = openDiskCheck({ machine, bus, path: '/data' })
  for (const free of [2e9, 1e9]) {
    Object.assign(machine.disk, { free, total: 1e12 })
    check()
  }
  assert.deepEqual(
    published.map(([topic]) => topic),
    ['system:disk:low'],
  )
})

test('a zone is hot 10 °C below its critical temperature, and normal again 5 °C below that', () => {
  const { machine, bus, published } = open()
  const check = openTemperatureCheck({ machine, bus })
  const zone = '/sys/class/thermal/thermal_zone'
  const set = (name: string, value: string) => machine.files.set(zone + name, `${value}\n`)
  check()
  for (const [name, value] of Object.entries({
    '0/type': 'cpu-thermal',
    '0/trip_point_0_type': 'passive',
    '0/trip_point_0_temp': '60000',
    '0/trip_point_1_type': 'critical',
    '0/trip_point_1_temp': '100000',
    '0/trip_point_2_type': 'hot',
    '0/trip_point_2_temp': '0',
    '1/type': 'without a value',
    '2/type': 'wifi',
  }))
    set(name, value)
  for (const [cpu, wifi] of [
    ['89900', '84000'],
    ['90100', '85000'],
    ['86000', '81000'],
    ['84500', '79500'],
  ] as const) {
    set('0/temp', cpu)
    set('2/temp', wifi)
    check()
  }
  assert.deepEqual(published, [
    ['system:temperature:high', { Zone: 'cpu-thermal', Celsius: 90.1, LimitCelsius: 90 }],
    ['system:temperature:high', { Zone: 'wifi', Celsius: 85, LimitCelsius: 85 }],
    ['system:temperature:normal', { Zone: 'cpu-thermal', Celsius: 84.5, LimitCelsius: 90 }],
    ['system:temperature:normal', { Zone: 'wifi', Celsius: 79.5, LimitCelsius: 85 }],
  ])
})

test('a sensor that cannot be read is skipped', () => {
  const { machine, bus, published } = open()
  const readFile = (path: string): string | undefined => {
    if (/zone\d\/temp$/.test(path)) throw new Error('ENODATA')
    return machine.readFile(path)
  }
  machine.files.set('/sys/class/thermal/thermal_zone0/type', 'off')
  openTemperatureCheck({ machine: { readFile }, bus })()
  assert.deepEqual(published, [])
})

test('a write that the disk rejects is published with the cause, a few times; other failures are not', async () => {
  const { machine, bus, published } = open()
  const report = openDiskFailures({ bus, clock: machine.clock })
  report('a change', new Error('refused'))
  report('a change', Object.assign(new Error('no such file'), { code: 'ENOENT' }))
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  for (let n = 0; n < 10; n++)
    report('a change', new Unavailable(verbatim('The change could not be saved.'), { cause: full }))
  assert.deepEqual(published, Array(3).fill(['system:disk:failure', { What: 'a change', Reason: full.message }]))
  await machine.clock.step(60_000)
  report('the log', Object.assign(new Error('read-only'), { code: 'EROFS' }))
  assert.deepEqual(published.at(-1), ['system:disk:failure', { What: 'the log', Reason: 'read-only' }])
})

test('checks run once a minute, and one that fails is reported once and stops no other', async () => {
  const { clock } = fakeMachine()
  const failures: string[] = []
  let runs = 0
  using _ = watchHealth(
    { clock, onFailure: (what, error) => failures.push(`${what}: ${error}`) },
    {
      'the disk': () => {
        throw new Error('gone')
      },
      'the temperature': () => void runs++,
    },
  )
  await clock.step(180_000)
  assert.equal(runs, 3)
  assert.deepEqual(failures, ['the disk could not be checked: Error: gone'])
})

test('a run that did not stop in an orderly way is described and published by the next one', async () => {
  const { machine, bus, published } = open()
  const start = () =>
    openCrashLog({
      machine,
      bus,
      data: '/data',
      runDirectory: '/data/run/1',
      version: '0.1.0',
      onFailure: (what) => assert.fail(what),
    })
  start()[Symbol.dispose]()
  start()
  await machine.clock.step(5000)
  assert.deepEqual(published, [], 'after an orderly stop')
  const next = start()
  await machine.clock.step(1000)
  const Filename = 'crashlog/crash-20240301T100005000Z.txt'
  assert.deepEqual(published, [['crashlog:event', { Filename }]])
  assert.match(
    machine.files.get(`/data/${Filename}`) ?? '',
    /^Sallyport 0\.1\.0, started at 2024-03-01T10:00:00\.000Z\n/,
  )
  next[Symbol.dispose]()
  start()[Symbol.dispose]()
  assert.equal(published.length, 1)
})

test('ten reports are kept, and a disk that is full does not stop the start', async () => {
  const { machine, bus } = open()
  const failures: string[] = []
  const deps = { bus, data: '/data', runDirectory: '/data/run/1', version: '0.1.0' }
  const onFailure = (what: string) => failures.push(what)
  for (let n = 0; n < 15; n++) {
    openCrashLog({ ...deps, machine, onFailure })
    await machine.clock.step(2000)
  }
  const kept = machine.listFiles('/data/crashlog')
  assert.equal(kept.length, 10)
  assert.equal(kept.at(-1), 'crash-20240301T100028000Z.txt')
  const writeFile = () => {
    throw new Error('ENOSPC')
  }
  openCrashLog({ ...deps, machine: { ...machine, writeFile }, onFailure })
  assert.deepEqual(failures, ['the end of the last run could not be recorded'])
})
