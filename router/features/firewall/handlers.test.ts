import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../errors.ts'
import { openMemoryFacts } from '../../store/memory.ts'
import { emptyGroup } from '../groups/group.ts'
import type { Caller } from '../operation.ts'
import { firewallHandlers } from './handlers.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const metainfo = { version: '1.0.6', release_name: 'x', json_schema_version: 1 }

async function open(map: object = {}) {
  const memory = openMemoryFacts()
  await memory.change((draft) => draft.groups.put('kids room', emptyGroup('kids room')))
  const asked: string[] = []
  const nftList = async (command: string) => {
    asked.push(command)
    const described = { family: 'inet', name: 'm', table: 'sallyport', handle: 3, map: 'verdict', ...map }
    return { nftables: [{ metainfo }, { map: { type: ['ipv4_addr', 'ifname'], ...described } }] }
  }
  const handlers = firewallHandlers({
    ...memory,
    guard: (_request, edit) => memory.change(edit),
    machine: { nftList },
    apiPorts: () => ['80'],
    resolver: { probe: async () => undefined },
  })
  const read = async (name: string) => handlers.map({ params: { name }, query: {}, body: undefined, caller })
  return { asked, read }
}

test('a map is told in the classic shape, elements and all', async () => {
  const elem = [[{ concat: ['192.168.2.6', 'wlan1.4097'] }, { accept: null }]]
  const { read, asked } = await open({ elem })
  assert.deepEqual(await read('internet_access'), {
    nftables: [
      { metainfo },
      {
        map: {
          family: 'inet',
          name: 'm',
          table: 'sallyport',
          handle: 3,
          map: 'verdict',
          type: ['ipv4_addr', 'ifname'],
          elem,
        },
      },
    ],
  })
  assert.deepEqual(asked, ['list map inet sallyport internet_access'])
})

test('an empty map has no elements', async () => {
  const { read } = await open({ type: 'ipv4_addr' })
  const answer = (await read('lan_access')) as { nftables: [unknown, { map: { elem: unknown[]; type: string[] } }] }
  assert.deepEqual(answer.nftables[1].map.elem, [])
  assert.deepEqual(answer.nftables[1].map.type, ['ipv4_addr'])
})

test('the maps of a group go by its name, and by the kernel’s spelling of it', async () => {
  const { read, asked } = await open()
  await read('kids room_src_access')
  await read('kids_20room_dst_access')
  assert.deepEqual(asked, [
    'list map inet sallyport kids_20room_src_access',
    'list map inet sallyport kids_20room_dst_access',
  ])
})

test('any other name is refused before the kernel hears of it', async () => {
  const { read, asked } = await open()
  for (const name of ['nonsense', 'x_src_access', '_src_access', 'lan_access; flush ruleset', 'incoming_traffic_lan'])
    await assert.rejects(read(name), Invalid, name)
  assert.deepEqual(asked, [])
})
