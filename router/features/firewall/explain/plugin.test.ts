import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { join, openHome } from './explain.fixture.ts'

const NAS = '02:00:00:00:00:01'
const [CONTAINER, ROUTER] = ['172.30.0.2', '192.168.2.1']

/** A home with a plugin, and what becomes of a packet. */
async function open(capabilities: object, Enabled = true) {
  const { changed, explain } = await openHome((draft) => {
    draft.groups.put('lab', emptyGroup('lab'))
    join(draft, NAS, '192.168.2.6', { Name: 'nas', Groups: ['lab'] })
  })
  const save = (more: object, enabled = true) =>
    changed((draft) =>
      draft.plugins.put(
        'sample',
        KeptPlugin.parse({
          ...{ Name: 'Sample', URI: 'sample', Enabled: enabled, Rights: [], Revision: '', TokenKey: '' },
          NetworkCapabilities: { Interface: 'plg0', Subnet: '172.30.0.0/28', ...more },
        }),
      ),
    )
  await save(capabilities, Enabled)
  return {
    explain: (to: string, port: number, proto?: 'tcp' | 'udp') => explain(CONTAINER, to, port, proto),
    save,
    remove: () => changed((draft) => draft.plugins.remove('sample')),
  }
}

const PLACES = [
  ['internet', '203.0.113.9', 443],
  ['nas', '192.168.2.6', 443],
  ['dns', ROUTER, 53],
  ['api', ROUTER, 80],
] as const

/** The places that the plugin reaches. */
const reached = async ({ explain }: Awaited<ReturnType<typeof open>>): Promise<string[]> => {
  const all = await Promise.all(
    PLACES.map(async ([name, to, port]) => ({ name, ...(await explain(to, port, name === 'dns' ? 'udp' : 'tcp')) })),
  )
  return all.filter(({ Passes }) => Passes).map(({ name }) => name)
}

test('a plugin reaches nothing by default, and each policy or group permits one place', async () => {
  assert.deepEqual(await reached(await open({})), [])
  assert.deepEqual(await reached(await open({ Policies: ['wan'] })), ['internet'])
  assert.deepEqual(await reached(await open({ Policies: ['dns'] })), ['dns'])
  assert.deepEqual(await reached(await open({ Policies: ['api'] })), ['api'])
  assert.deepEqual(await reached(await open({ Policies: ['lan'] })), ['nas'])
  assert.deepEqual(await reached(await open({ Groups: ['lab'] })), ['nas'])
  assert.deepEqual(await reached(await open({ Policies: ['wan', 'dns'] }, false)), [])
})

test('a change of the policies holds immediately, and a deleted plugin has no network', async () => {
  const home = await open({ Policies: ['wan'] })
  await home.save({ Policies: ['dns'] })
  assert.deepEqual(await reached(home), ['dns'])
  await home.remove()
  assert.deepEqual(await reached(home), [])
})

test('an explanation names the plugin', async () => {
  const { explain } = await open({ Policies: ['wan'] })
  const allowed = await explain('203.0.113.9', 443)
  assert.match(allowed.Text, /the plugin Sample may open this to 203.0.113.9: the plugin Sample allows it/i)
  assert.equal(allowed.By.Rule?.Name, 'Sample')
  const refused = await explain('192.168.2.6', 443)
  assert.match(refused.Text, /^What the plugin Sample sends to nas is refused/)
})
