import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import { ExpectedHost, GivenHost } from '../../../model/dns/names/contract.ts'
import { hostnameOf } from '../../../model/dns/names/host.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { nameHandlers } from './handlers.ts'

const caller = { name: 'admin', kind: 'user', address: '' } as const

function open() {
  const memory = openMemoryFacts()
  const handlers = nameHandlers(memory)
  const at = (hostname: string) => ({ params: { hostname }, query: {}, caller })
  return {
    ...memory,
    list: () => handlers.list({ params: {}, query: {}, body: undefined, caller }),
    read: async (name: string) => handlers.read({ ...at(name), body: undefined }),
    put: async (name: string, body: unknown) => handlers.update({ ...at(name), body: GivenHost.parse(body) }),
    remove: async (name: string, body: unknown = {}) =>
      handlers.remove({ ...at(name), body: ExpectedHost.parse(body) }),
  }
}

const NAS = { Hostname: 'nas.lan', IPAddress: '192.168.2.6' }

test('a name is added, read, listed and deleted', async () => {
  const { put, read, list, remove } = open()
  assert.deepEqual(await put('NAS', NAS), NAS)
  assert.deepEqual(await put('cloud.example.com.', { IPAddress: '192.168.2.6' }), {
    Hostname: 'cloud.example.com',
    IPAddress: '192.168.2.6',
  })
  assert.deepEqual(await read('nas'), NAS)
  assert.deepEqual(
    (list() as (typeof NAS)[]).map(({ Hostname }) => Hostname),
    ['cloud.example.com', 'nas.lan'],
  )
  await remove('nas.lan')
  await assert.rejects(read('nas.lan'), NotFound)
  await assert.rejects(remove('nas.lan'), NotFound)
})

test('concurrent changes of others are not overwritten', async () => {
  const { put, read, remove } = open()
  await assert.rejects(put('nas', { IPAddress: '192.168.2.10', PreviousIPAddress: '192.168.2.6' }), NotFound)
  await put('nas', { IPAddress: '192.168.2.6', CreateOnly: true })
  await assert.rejects(put('nas', { IPAddress: '192.168.2.10', CreateOnly: true }), Conflict)
  await assert.rejects(put('nas', { IPAddress: '192.168.2.10', PreviousIPAddress: '192.168.2.14' }), Conflict)
  await assert.rejects(remove('nas', { PreviousIPAddress: '192.168.2.14' }), Conflict)
  await assert.rejects(remove('nas', { IPAddress: '192.168.2.14' }), Conflict)
  assert.deepEqual(await read('nas'), NAS)
  await put('nas', { IPAddress: '192.168.2.10', PreviousIPAddress: '192.168.2.6' })
  await remove('nas', { IPAddress: '192.168.2.10' })
})

test('invalid and reserved host names are rejected', async () => {
  const { put } = open()
  const bad = ['', '.', 'a b', 'a..b', '-a', 'a_b.lan', 'x'.repeat(64), `${'a.'.repeat(130)}b`, '192.168.2.6', 'ä.lan']
  const reserved = ['localhost', 'x.localhost', 'printer.local', '1.in-addr.arpa', 'x.onion', 'localhost.lan']
  for (const name of [...bad, ...reserved]) assert.throws(() => hostnameOf(name), Invalid, name)
  for (const IPAddress of ['0.0.0.0', '127.0.0.1', '224.0.0.251', '255.255.255.255'])
    await assert.rejects(put('nas', { IPAddress }), (error) => error instanceof Invalid && error.field === 'IPAddress')
  await assert.rejects(put('nas', { ...NAS, Hostname: 'other.lan' }), Invalid)
})
