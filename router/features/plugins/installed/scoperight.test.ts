import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict, Invalid } from '../../../errors.ts'
import type { InstallPlan } from '../../../model/plugins/installed/contract.ts'
import { NO_REQUESTS, type Requests } from '../../../model/plugins/installed/requests.ts'
import type { RequestedRight } from '../../../model/plugins/installed/right.ts'
import { asking, description, openPlugins, proved, SAMPLE_FILE, SAMPLE_URL } from './household.fixture.ts'
import { granteeOf, scopeRights } from './scoperight.ts'
import type { updatePlugin } from './update.ts'

const CAPTURE = '/capture:rw'

async function review() {
  const household = openPlugins()
  const { plugins, superd, facts } = household
  const repository = superd.repositories.get(SAMPLE_URL)!
  const ScopedPaths = ['/devices:r', CAPTURE]
  superd.repositories.set(SAMPLE_URL, { ...repository, Description: { ...description, ScopedPaths } })
  const plan = (await plugins.downloadInfo(asking(SAMPLE_URL))) as InstallPlan
  return {
    ...household,
    plan,
    confirmed: plan.Rights.map((right) => ({ ...right, Confirmed: true })),
    complete: (change: object) => plugins.completeInstall(asking({ ...plan, ...change } as never)) as Promise<unknown>,
    rights: () => facts.plugins.get('sample')?.Rights.map(({ Text }: RequestedRight) => Text),
    mayCapture: () => granteeOf(facts, facts.plugins.get('sample')?.TokenKey ?? '', 'capture') === 'sample',
  }
}

test('the path of captures is a right, without which the plugin is not installed', async () => {
  const { plan, complete, install, confirmed, rights, mayCapture, facts } = await review()
  assert.deepEqual(
    plan.Rights.map(({ Service, Text, Kind }) => [Service, Text, Kind]),
    [['plugin.json', CAPTURE, 'capture']],
  )
  await assert.rejects(install(), Invalid)
  await assert.rejects(complete({}), Invalid)
  await assert.rejects(complete({ Rights: [] }), Conflict)
  assert.equal(facts.plugins.size, 0)
  await complete({ Rights: confirmed })
  assert.deepEqual(rights(), [CAPTURE])
  assert.ok(mayCapture())
})

test('paths that give control of the router are rights, in every spelling, and the others are not', async () => {
  const dangerous = [
    '/',
    '/:r',
    '//:rw',
    '/tokens',
    '/tokens/:r',
    '/users:rw',
    '/backup',
    '/plugins',
    '/plugins_api:rw',
  ]
  assert.deepEqual(
    scopeRights([...dangerous, '/devices', '/plugins/dns:rw', '/token', '/backups']).map(({ Text, Kind }) => [
      Text,
      Kind,
    ]),
    dangerous.map((path) => [path, 'api']),
  )
  const { plugins, superd, facts } = openPlugins()
  const repository = superd.repositories.get(SAMPLE_URL)!
  superd.repositories.set(SAMPLE_URL, { ...repository, Description: { ...description, ScopedPaths: ['/tokens'] } })
  const plan = (await plugins.downloadInfo(asking(SAMPLE_URL))) as InstallPlan
  assert.deepEqual(
    plan.Rights.map(({ Text, Kind }) => [Text, Kind]),
    [['/tokens', 'api']],
  )
  const complete = (Rights: unknown) =>
    plugins.completeInstall(asking({ ...plan, Rights } as never)) as Promise<unknown>
  await assert.rejects(complete([]), Conflict)
  await complete(plan.Rights.map((right) => ({ ...right, Confirmed: true })))
  assert.equal(facts.plugins.size, 1)
})

test('without that path, its right is neither needed nor given', async () => {
  const { complete, rights, mayCapture } = await review()
  await complete({ ScopedPaths: ['/devices:r'], Rights: [] })
  assert.deepEqual(rights(), [])
  assert.ok(!mayCapture())
})

test('the right ends with its path, and comes back with a one-time code; a disabled plugin does not have it', async () => {
  const { complete, confirmed, put, listed, rights, mayCapture } = await review()
  await complete({ Rights: confirmed })
  await put('sample', { ...listed('sample'), Enabled: false })
  assert.ok(!mayCapture())
  await put('sample', { ...listed('sample'), Enabled: true })
  assert.ok(mayCapture())
  const without = { ...listed('sample'), ScopedPaths: ['/devices:r'] }
  await put('sample', without)
  assert.deepEqual(rights(), [])
  await assert.rejects(put('sample', { ...without, ScopedPaths: [CAPTURE] }))
  await put('sample', { ...without, ScopedPaths: ['/capture', '/:rw'] }, proved)
  assert.deepEqual(rights(), ['/:rw'])
  assert.ok(!mayCapture())
  await put('sample', { ...without, ScopedPaths: [CAPTURE] }, proved)
  assert.deepEqual(rights(), [CAPTURE])
  assert.ok(mayCapture())
})

test('an update keeps the right, until the new version does not request its path', async () => {
  const { complete, confirmed, plugins, superd, rights, mayCapture } = await review()
  await complete({ Rights: confirmed })
  const before: Requests = { ...NO_REQUESTS, ScopedPaths: ['/devices:r', CAPTURE] }
  const update = async (Requests: object) => {
    superd.updates.set(SAMPLE_FILE, {
      ...{ Updated: true, Revision: 'beef', Rights: [], Before: before },
      Requests: { ...before, ...Requests },
    })
    const given = { params: { name: 'sample' }, query: {}, body: {} as never, caller: proved }
    return (await plugins.updateContainer(given)) as Awaited<ReturnType<typeof updatePlugin>>
  }
  assert.deepEqual((await update({})).Dropped.Rights, [])
  assert.deepEqual(rights(), [CAPTURE])
  assert.ok(mayCapture())
  const { Dropped } = await update({ ScopedPaths: ['/devices:r'] })
  assert.deepEqual(
    Dropped.Rights.map(({ Text }) => Text),
    [CAPTURE],
  )
  assert.deepEqual(rights(), [])
})
