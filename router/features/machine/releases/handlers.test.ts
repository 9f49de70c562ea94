import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ReleaseSettings } from '../../../model/machine/releases/release.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { releaseHandlers } from './handlers.ts'
import type { ReleaseUpdates } from './updates.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { params: {}, query: {}, body: undefined, caller }
const offer = (Version: string) => ({ Version, Bytes: 0, Notes: '' })
const open = (...offered: readonly string[]) =>
  releaseHandlers({
    ...{ ...openMemoryFacts(), version: '0.1.0', watch: { offered: offered.map(offer) } },
    updates: new Proxy({} as ReleaseUpdates, { get: () => assert.fail('no update was wanted') }),
  })

test('the default release applies until another one is chosen, and again after a reset', async () => {
  const { release, choose, reset, resetWithCode, chooseWithCode } = open()
  const usual = { CustomChannel: '', CustomVersion: '', Current: '0.1.0' }
  assert.deepEqual(release(request), usual)
  await choose({ ...request, body: { CustomChannel: '-dev', CustomVersion: '0.1.3' } })
  assert.deepEqual(release(request), { ...usual, CustomChannel: '-dev', CustomVersion: '0.1.3' })
  await choose({ ...request, body: { CustomChannel: 'main' } })
  assert.deepEqual(
    release(request),
    { ...usual, CustomVersion: '0.1.3' },
    'main is the usual channel; what is absent stays',
  )
  await choose({ ...request, body: { CustomVersion: '' } })
  assert.deepEqual(release(request), usual)
  await chooseWithCode({ ...request, body: { CustomVersion: '0.2' } })
  await reset(request)
  assert.deepEqual(release(request), usual)
  await choose({ ...request, body: { CustomVersion: '0.2' } })
  await resetWithCode(request)
  assert.deepEqual(release(request), usual)
})

test('unknown channels and malformed versions are rejected', () => {
  for (const CustomChannel of ['-beta', 'Main', '../x'])
    assert.ok(!ReleaseSettings.partial().safeParse({ CustomChannel }).success, CustomChannel)
  for (const CustomVersion of ['../x', '-v', 'a b', 'a:b', 'x'.repeat(129)])
    assert.ok(!ReleaseSettings.partial().safeParse({ CustomVersion }).success, CustomVersion)
})

test('checking for updates and installing them are separate settings', async () => {
  const { checks, check, checkNot, updatesItself, updateItself, updateNot } = open()
  const now = () => [checks(request), updatesItself(request)]
  assert.deepEqual(now(), [false, false])
  await check(request)
  assert.deepEqual(now(), [true, false])
  await updateItself(request)
  assert.deepEqual(now(), [true, true])
  await checkNot(request)
  assert.deepEqual(now(), [false, true])
  await updateNot(request)
  assert.deepEqual(now(), [false, false])
})

test('the running version and a newer one that was found are available', () => {
  const { available, channels } = open()
  assert.deepEqual(available({ ...request, query: { container: 'super_base' } }), ['0.1.0'])
  assert.deepEqual(channels(request), ['main', '-dev'])
  const later = open('0.2.0')
  assert.deepEqual(later.available({ ...request, query: { container: undefined } }), ['0.2.0', '0.1.0'])
})
