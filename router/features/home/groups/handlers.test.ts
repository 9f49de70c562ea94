import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, NotFound } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { groupHandlers } from './handlers.ts'

const PHONE = '02:00:00:00:00:01'
const caller: Caller = { name: 'admin', kind: 'user', address: '' }

function open() {
  const memory = openMemoryFacts()
  const bus = openBus((error) => assert.fail(String(error)))
  const published: string[] = []
  bus.subscribePrefix('', (_, topic) => published.push(topic))
  const handlers = groupHandlers({ ...memory, bus })
  const put = async (body: { Name: string; Disabled?: boolean; GroupTags?: string[] }) =>
    handlers.update({ params: {}, query: {}, body, caller })
  const remove = async (Name: string) => handlers.remove({ params: {}, query: {}, body: { Name }, caller })
  const list = () => handlers.list({ params: {}, query: {}, body: undefined, caller })
  return { ...memory, published, put, remove, list }
}

test('a group is kept in lower case, and absent fields stay as they are', async () => {
  const { put, list } = open()
  await put({ Name: ' Cameras ', GroupTags: ['Private', ''] })
  await put({ Name: 'cameras', Disabled: true })
  assert.deepEqual(list(), [{ Name: 'cameras', Disabled: true, GroupTags: ['private'], ServiceDestinations: {} }])
  const [shown] = list() as { Name: string }[]
  await put({ ...shown!, Disabled: false })
  assert.partialDeepStrictEqual(list(), [{ Disabled: false }], 'a client sends back what it read')
})

test('a group that is deleted is taken from its parents, whose sessions end', async () => {
  const { put, remove, change, facts, published } = open()
  await put({ Name: 'children' })
  const robin = { Name: 'robin', PasswordHash: '#', Role: 'parent' as const }
  await change((draft) => {
    draft.users.put('robin', { ...robin, Groups: ['children', 'cast'] })
    draft.users.put('sam', { ...robin, Name: 'sam', Groups: ['cast'] })
    for (const Name of ['robin', 'sam']) draft.sessions.put(Name, aSession({ Name }))
  })
  await remove('children')
  assert.deepEqual(facts.users.get('robin')?.Groups, ['cast'])
  assert.deepEqual([...facts.sessions.keys()], ['sam'])
  assert.deepEqual(published, ['auth:logout'])
})

test('a group that is deleted is gone from the devices too', async () => {
  const { put, remove, change, facts, published } = open()
  await put({ Name: 'family' })
  const phone = { ...emptyDevice(), MAC: PHONE, Groups: ['family', 'cast'] }
  await change((draft) => draft.devices.put(PHONE, phone))
  await remove('Family')
  assert.deepEqual([...facts.groups.keys()], [])
  assert.deepEqual(facts.devices.get(PHONE)?.Groups, ['cast'])
  assert.deepEqual(published, ['device:update', 'device:groups:update'])
})

test('invalid names are rejected, and unknown groups are not found', async () => {
  const { put, remove } = open()
  for (const Name of ['', '  ', 'wan', 'Quarantine', 'a"b', '; flush', 'x'.repeat(64)])
    await assert.rejects(put({ Name }), (error) => error instanceof Invalid && error.field === 'Name', Name)
  await assert.rejects(put({ Name: 'ok', GroupTags: ['lan'] }), Invalid)
  await assert.rejects(remove('nobody'), NotFound)
})
