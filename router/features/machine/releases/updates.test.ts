import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict, Invalid, Unavailable } from '../../../errors.ts'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { noUpdate, type UpdateProgress } from '../../../model/machine/releases/progress.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { Installed, WantedRelease } from './installed.ts'
import { openUpdates } from './updates.ts'

const HOUR = 3600_000
const offer = (Version: string) => ({ Version, Bytes: 60_000_000, Notes: '- faster' })

/** An installed router 0.2.0, with 0.1.0 on the disk and 0.3.0 in the repository. */
function open(first: Partial<UpdateProgress> = {}) {
  const clock = openSteppedClock()
  const { facts, change } = openMemoryFacts()
  const { bus, published } = openCollectingBus()
  let progress: UpdateProgress = { ...noUpdate(), ...first }
  const begun: WantedRelease[] = []
  const failures: string[] = []
  let backups = 0
  let backUp = async (): Promise<void> => void backups++
  const installed: Installed = {
    source: '',
    previous: () => '0.1.0',
    offers: () => assert.fail(),
    begin: async (wanted) => void begun.push(wanted),
    progress: () => progress,
  }
  const watch = { offered: [offer('0.3.0'), offer('0.2.0'), offer('0.1.5')], newest: '0.3.0', look: async () => [] }
  const start = (is: Installed | undefined = installed) =>
    openUpdates({
      ...{ facts, change, clock, bus, watch, version: '0.2.0', installed: is, zone: () => 'Europe/Berlin' },
      backUp: () => backUp(),
      onFailure: (what) => failures.push(what),
    })
  return {
    ...{ clock, facts, change, published, begun, failures, start },
    backups: () => backups,
    failBackups: () => (backUp = () => Promise.reject(new Error('the disk is full'))),
    write: (more: Partial<UpdateProgress>) => (progress = { ...progress, ...more }),
    setUp: () => change((draft) => draft.set('setup', { ...draft.setting('setup'), done: true })),
  }
}

const request = (version = '', when: 'now' | 'night' = 'now') => ({
  ...{ version, when },
  demandProof: () => assert.fail('a code is needed'),
})

test('the newest release is installed after a backup, and its end is published', async () => {
  const { start, setUp, begun, backups, clock, write, published } = open()
  const updates = start()
  await setUp()
  await updates.install(request())
  assert.deepEqual(begun, [{ version: '0.3.0', channel: 'main', source: '', isDowngrade: false }])
  assert.equal(backups(), 1)
  assert.deepEqual([updates.state().Progress.State, updates.state().Progress.Version], ['downloading', '0.3.0'])
  await assert.rejects(updates.install(request()), Conflict, 'it has not written anything yet')
  write({ State: 'downloading', Version: '0.3.0', Before: '0.2.0', Time: 1 })
  await clock.step(5000)
  await assert.rejects(updates.install(request()), Conflict)
  assert.deepEqual(published, [])
  write({ State: 'installed', Time: 2 })
  await clock.step(1000)
  assert.deepEqual(published, [['system:update:installed', { Version: '0.3.0', Before: '0.2.0' }]])
  await clock.step(HOUR)
  assert.equal(published.length, 1)
})

test('without a backup, nothing is installed', async () => {
  const { start, setUp, begun, failBackups } = open()
  await setUp()
  failBackups()
  await assert.rejects(
    start().install(request()),
    (error) => error instanceof Unavailable && /disk is full/.test(error.message),
  )
  assert.deepEqual(begun, [])
})

test('an older release needs a code, and one that was not found is refused', async () => {
  const { start, begun, change } = open()
  const updates = start()
  await assert.rejects(updates.install(request('0.1.0')), /a code is needed/)
  await assert.rejects(updates.install(request('0.1.5', 'night')), /a code is needed/)
  await assert.rejects(updates.install(request('0.9.0')), Invalid)
  await updates.install(request('0.2.0'))
  assert.deepEqual(begun, [])
  await updates.install({ ...request('0.1.0'), demandProof: () => undefined })
  assert.deepEqual(begun.at(-1), { version: '0.1.0', channel: 'main', source: '', isDowngrade: true })
  await change((draft) => draft.set('release', { CustomChannel: '-dev', CustomVersion: '0.1.5' }))
  await assert.rejects(updates.install(request()), /a code is needed/)
})

test('a release is installed in the next night, unless that is cancelled', async () => {
  const { start, begun, clock, facts } = open()
  const updates = start()
  await updates.install(request('0.3.0', 'night'))
  assert.equal(updates.state().Planned, '0.3.0')
  await updates.cancel()
  await clock.step(25 * HOUR)
  assert.deepEqual(begun, [])
  await updates.install(request('0.3.0', 'night'))
  await clock.step(25 * HOUR)
  assert.equal(begun.length, 1)
  assert.equal(facts.setting('updateMemory').Planned, '')
})

test('a release is installed automatically at 3:30, once it was found and is wanted, and not again if it was rolled back', async () => {
  const { start, begun, clock, change, write, published } = open()
  start()
  await clock.step(25 * HOUR)
  assert.deepEqual(begun, [], 'not wanted')
  await change((draft) => draft.set('updates', { Check: true, Auto: true }))
  while (begun.length === 0) await clock.step(60_000)
  const time = new Date(clock.now()).toLocaleTimeString('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' })
  assert.equal(time, '03:30')
  write({ State: 'rolled_back', Version: '0.3.0', Losses: ['internet'], Time: clock.now() / 1000 })
  await clock.step(1000)
  assert.deepEqual(published, [['system:update:failed', { Version: '0.3.0', Losses: ['internet'], Reason: '' }]])
  await clock.step(50 * HOUR)
  assert.equal(begun.length, 1)
})

test('an automatic update that cannot begin is published', async () => {
  const { start, clock, change, setUp, failBackups, published, begun } = open()
  start()
  await setUp()
  failBackups()
  await change((draft) => draft.set('updates', { Check: true, Auto: true }))
  await clock.step(25 * HOUR)
  assert.equal(published.length, 1)
  assert.match(JSON.stringify(published[0]), /system:update:failed.*disk is full/)
  assert.deepEqual(begun, [])
})

test('a router that is started during an update publishes its end, and after a power cut that it was rolled back, once', async () => {
  const trial = open({ State: 'trial', Version: '0.2.0', Before: '0.1.0', Time: 5 })
  trial.start()
  trial.write({ State: 'installed', Time: 6 })
  await trial.clock.step(2000)
  assert.deepEqual(trial.published, [['system:update:installed', { Version: '0.2.0', Before: '0.1.0' }]])
  const cut = open({ State: 'rolled_back', Version: '0.3.0', Before: '0.2.0', Losses: ['power'], Time: 5 })
  cut.start()
  await cut.clock.step(0)
  cut.start()
  await cut.clock.step(0)
  assert.deepEqual(cut.published, [['system:update:failed', { Version: '0.3.0', Losses: ['power'], Reason: '' }]])
  assert.equal(cut.facts.setting('updateMemory').Failed, '0.3.0')
})

test('an update that does not begin within a minute has failed, and can be repeated', async () => {
  const { start, clock, published } = open({ State: 'failed', Time: 3 })
  const updates = start()
  await updates.install(request())
  await clock.step(HOUR)
  assert.equal(published.length, 1)
  assert.match(JSON.stringify(published), /system:update:failed.*0\.3\.0.*did not start/)
  assert.match(updates.state().Progress.Reason, /did not start/)
  await updates.install(request())
})

test('a router that was not installed says so', async () => {
  const { clock, start } = open()
  const updates = openUpdates({
    ...{ ...openMemoryFacts(), clock, bus: openCollectingBus().bus, version: '0.2.0', installed: undefined },
    ...{ watch: { offered: [], newest: undefined, look: async () => undefined }, zone: () => 'UTC' },
    backUp: () => assert.fail(),
    onFailure: () => assert.fail(),
  })
  assert.equal(updates.state().Possible, false)
  await assert.rejects(updates.install(request()), /not installed from a signed release/)
  await assert.rejects(updates.look(), /Enter the address/)
  assert.equal(start().state().Previous, '0.1.0')
})
