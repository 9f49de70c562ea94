import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { NO_REQUESTS, type Requests } from '../../../model/plugins/installed/requests.ts'
import type { RequestedRight } from '../../../model/plugins/installed/right.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openPlugins, proved, SAMPLE_FILE } from './household.fixture.ts'
import type { updatePlugin } from './update.ts'

const rightOf = (Text: string): RequestedRight => ({
  Service: 'sample',
  Line: 7,
  Text,
  Kind: 'capability',
  Reason: 'The plugin can send any packet.',
})
const raw = rightOf('cap_add: NET_RAW')
const admin = rightOf('cap_add: NET_ADMIN')
const before: Requests = { ScopedPaths: ['/devices:r', '/dns:rw'], Policies: ['dns', 'wan'], Groups: ['lab'], Tags: [] }

/** A sample that is installed, and its updates. */
async function openInstalled() {
  const opened = openPlugins()
  const { plugins, superd, install, facts, files } = opened
  await install()
  return {
    ...opened,
    /** What the update of superd returns. */
    offer: (update: NonNullable<ReturnType<typeof superd.updates.get>>) =>
      superd.updates.set(SAMPLE_FILE, { Revision: 'beef', Requests: before, Before: before, ...update }),
    update: async (body: object = {}, caller = proved) =>
      (await plugins.updateContainer({
        params: { name: 'sample' },
        query: {},
        body: body as never,
        caller,
      })) as UpdateReply,
    plugin: () => facts.plugins.get('sample')!,
    allowed: () =>
      JSON.parse(files.get('/data/state/plugins/superd/allowed.json')!).Projects[0].Rights as { Text: string }[],
  }
}
type UpdateReply = Awaited<ReturnType<typeof updatePlugin>>
const confirmed = (...rights: RequestedRight[]) => rights.map((right) => ({ ...right, Confirmed: true }))
const nothingDropped = { ...NO_REQUESTS, Rights: [] }

test('an update that requests more waits for the owner’s code, and the new version is stored', async () => {
  const { offer, update, plugin } = await openInstalled()
  offer({ Updated: false, Rights: [raw] })
  assert.deepEqual(await update(), {
    ...{ Updated: false, Revision: 'beef', Requests: NO_REQUESTS, Dropped: nothingDropped },
    Rights: [{ ...raw, Confirmed: false }],
  })
  await assert.rejects(update({ Rights: confirmed(raw) }, { ...proved, isProved: false }), { kind: 'proof_missing' })
  assert.deepEqual([plugin().Rights, plugin().Revision], [[], 'c0ffee'])
  offer({ Updated: true, Rights: [raw] })
  const { Updated, Rights } = await update({ Rights: confirmed(raw) })
  assert.deepEqual([Updated, Rights], [true, []])
  assert.deepEqual([plugin().Rights, plugin().Revision], [[raw], 'beef'])
})

test('rights that the new version does not request are dropped', async () => {
  const { offer, update, plugin, allowed } = await openInstalled()
  offer({ Updated: true, Rights: [raw, admin] })
  await update({ Rights: confirmed(raw, admin) })
  offer({ Updated: true, Rights: [admin] })
  assert.deepEqual((await update()).Dropped.Rights, [raw])
  assert.deepEqual(plugin().Rights, [admin])
  assert.deepEqual(
    allowed().map(({ Text }) => Text),
    [admin.Text],
  )
})

test('rights of a version that was rolled back, or whose update failed, are not kept', async () => {
  const { offer, update, plugin, allowed, superd } = await openInstalled()
  const during: unknown[] = []
  const { update: real } = superd
  superd.update = async (...given) => {
    during.push(allowed().map(({ Text }) => Text))
    return await real(...given)
  }
  offer({ Updated: false, Rights: [raw], RolledBack: true, Reason: 'the new version does not become healthy' })
  assert.partialDeepStrictEqual(await update({ Rights: confirmed(raw) }), {
    RolledBack: true,
    Reason: 'the new version does not become healthy',
  })
  assert.deepEqual([during, plugin().Rights, allowed()], [[[raw.Text]], [], []])
  superd.update = async () => {
    throw new Invalid(verbatim('the git server does not answer'))
  }
  await assert.rejects(update({ Rights: confirmed(raw) }), /does not answer/)
  assert.deepEqual([plugin().Rights, allowed(), plugin().Revision], [[], [], 'c0ffee'])
})

test('a description that requests more is reviewed, and the owner grants a part of it', async () => {
  const { offer, update, plugin, facts, superd } = await openInstalled()
  const after: Requests = {
    ScopedPaths: ['/devices:r', '/alerts:r', '/firewall'],
    Policies: ['dns', 'lan'],
    Groups: [],
    Tags: [],
  }
  offer({ Updated: false, Rights: [], Requests: after })
  const { Requests, Dropped } = await update()
  assert.deepEqual(Requests, { ScopedPaths: ['/alerts:r', '/firewall'], Policies: ['lan'], Groups: [], Tags: [] })
  assert.deepEqual(Dropped, { ScopedPaths: ['/dns:rw'], Policies: ['wan'], Groups: ['lab'], Tags: [], Rights: [] })
  assert.deepEqual(plugin().NetworkCapabilities.Policies, ['dns', 'wan'])

  // More than the version requests has no effect.
  const Grant: Requests = { ...NO_REQUESTS, ScopedPaths: ['/alerts:r', '/backup'], Policies: ['lan_upstream'] }
  await assert.rejects(update({ Revision: 'beef', Grant }, { ...proved, isProved: false }), { kind: 'proof_missing' })
  offer({ Updated: true, Rights: [], Requests: after })
  await update({ Revision: 'beef', Grant })
  assert.equal(superd.calls.at(-1), `update ${SAMPLE_FILE} beef`)
  assert.deepEqual(plugin().ScopedPaths, ['/devices:r', '/alerts:r'])
  assert.deepEqual(plugin().NetworkCapabilities.Policies, ['dns'])
  assert.deepEqual(plugin().NetworkCapabilities.Groups, [])
  assert.deepEqual([...facts.tokens.values()][0]?.ScopedPaths, ['/devices:r', '/alerts:r'])
})

test('what the owner did not grant at the installation is not granted by an update', async () => {
  const { offer, update, plugin, put, listed } = await openInstalled()
  await put('sample', { ...listed('sample'), NetworkCapabilities: { Policies: ['dns'] } })
  offer({ Updated: true, Rights: [] })
  await update({ Grant: { ...NO_REQUESTS, Policies: ['wan'] } })
  assert.deepEqual(plugin().NetworkCapabilities.Policies, ['dns'])
})
