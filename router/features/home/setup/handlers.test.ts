import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { defaultMulticast } from '../../../model/firewall/multicast/settings.ts'
import { FirstAnswers } from '../../../model/home/setup/contract.ts'
import type { Caller } from '../../../model/operation.ts'
import { phraseIn } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openPasswords } from '../../access/credentials/passwords.ts'
import { setupHandlers } from './handlers.ts'

const anonymous: Caller = { name: '', kind: 'anonymous', address: '' }
const admin: Caller = { name: 'admin', kind: 'user', address: '' }
const ANSWERS: FirstAnswers = { AdminPassword: 'correct horse', InterfaceUplink: 'wan0' }

async function open() {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    for (const [at, name] of ['lo', 'wan0', 'lan0'].entries())
      draft.links.put(name, { name, index: at, mac: `02:00:00:00:00:0${at}`, up: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
  })
  let hashed = 0
  const passwords = openPasswords({
    users: memory.facts.users,
    clock: openSteppedClock(),
    matches: async (password, kept) => kept.endsWith(` ${password}`),
  })
  const handlers = setupHandlers({
    ...memory,
    clock: openSteppedClock(),
    hash: async (password) => `#${++hashed} ${password}`,
    isRight: async (password, address) => (await passwords.check({ address }, 'admin', [password])) !== undefined,
  })
  const put = async (body: Partial<FirstAnswers> = {}, caller = anonymous) =>
    handlers.begin({ params: {}, query: {}, body: { ...ANSWERS, ...body }, caller })
  const ask = { params: {}, query: {}, body: undefined, caller: anonymous }
  const refused = (work: () => unknown, field?: string) =>
    assert.rejects(
      async () => work(),
      (error) => error instanceof Invalid && error.field === field,
      field,
    )
  return { ...memory, put, ask, handlers, refused }
}

test('the first call creates the administrator, the uplink and the home network', async () => {
  const { put, facts } = await open()
  assert.deepEqual(await put({ TinyNets: ['10.4.5.6/16'] }), { status: 'done' })
  assert.deepEqual(facts.users.get('admin'), { Name: 'admin', PasswordHash: '#1 correct horse' })
  assert.deepEqual(facts.setting('subnet'), { TinyNets: ['10.4.0.0/16'], LeaseTime: '24h0m0s' })
  assert.deepEqual(facts.interfaces.get('wan0'), { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
  assert.equal(facts.interfaces.get('lan0')?.Type, 'Downlink')
  assert.equal(facts.setting('updates').Check, false)
  await put({ CheckUpdates: true, TimeZone: 'Europe/Berlin' })
  assert.equal(facts.setting('updates').Check, true)
  assert.equal(facts.setting('timeZone').TimeZone, 'Europe/Berlin')
  await put({})
  assert.equal(facts.setting('timeZone').TimeZone, 'Europe/Berlin', 'absent: unchanged')
})

test('the wizard may repeat its call for each radio, all at once', async () => {
  const { put, facts } = await open()
  await Promise.all([put(), put(), put()])
  assert.equal(facts.users.get('admin')?.PasswordHash, '#1 correct horse')
})

test('a second password is rejected unless the caller is signed in', async () => {
  const { put, facts, refused } = await open()
  await put()
  await refused(() => put({ AdminPassword: 'somebody else' }), 'AdminPassword')
  await put({ AdminPassword: 'battery staple' }, admin)
  assert.equal(facts.users.get('admin')?.PasswordHash, '#2 battery staple')
})

test('a caller cannot make its own link the uplink', async () => {
  const { put, change, facts, refused } = await open()
  const desk: Caller = { ...anonymous, address: '192.168.2.6' }
  const lease = { mac: '02:00:00:00:00:66', ip: '192.168.2.6', link: 'lan0', hostName: '', expiresAt: 1 }
  await change((draft) => draft.leases.put(lease.mac, lease))
  await refused(() => put({ InterfaceUplink: 'lan0' }, desk), 'InterfaceUplink')
  assert.equal(facts.users.size, 0)
  assert.deepEqual(await put({}, desk), { status: 'done' })
})

test('a radio that devices join does not become the uplink', async () => {
  const { put, change, facts, refused } = await open()
  await change((draft) => {
    draft.links.put('wlan0', { name: 'wlan0', index: 3, mac: '02:00:00:00:00:03', up: true })
    draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true })
  })
  await refused(() => put({ InterfaceUplink: 'wlan0' }), 'InterfaceUplink')
  assert.equal(facts.users.size, 0)
})

test('an address that guesses the password is locked, and others are not', async () => {
  const { put, refused } = await open()
  await put()
  const guesser: Caller = { ...anonymous, address: '192.168.2.66' }
  for (let nth = 0; nth < 10; nth++)
    await refused(() => put({ AdminPassword: `guess number ${nth}` }, guesser), 'AdminPassword')
  await assert.rejects(put({}, guesser), Locked)
  assert.deepEqual(await put(), { status: 'done' })
})

test('setup cannot be finished without a password, and is closed once it is finished', async () => {
  const { put, ask, handlers, facts, refused } = await open()
  assert.deepEqual(handlers.state(ask), { status: 'ok' })
  await refused(() => handlers.finish(ask))
  await put()
  assert.deepEqual(await handlers.finish(ask), { status: 'done' })
  assert.deepEqual(await handlers.finish(ask), { status: 'done' })
  assert.equal(facts.setting('setup').done, true)
  await refused(() => handlers.state(ask))
  await refused(() => put({}, admin))
})

test('the end of the setup leaves the usual multicast groups and ports there once, closed towards the uplink', async () => {
  const { put, ask, handlers, facts, change } = await open()
  await put()
  const [usual] = defaultMulticast().Addresses
  await change((draft) => {
    draft.set('multicast', { ...defaultMulticast(), Addresses: [usual!], DisableMDNSAdvertise: false })
    draft.set('firewall', { ...draft.setting('firewall'), MulticastPorts: [{ Port: '5353', Upstream: true }] })
  })
  await handlers.finish(ask)
  assert.deepEqual(facts.setting('multicast'), defaultMulticast())
  assert.deepEqual(facts.setting('firewall').MulticastPorts, [
    { Port: '5353', Upstream: false },
    { Port: '1900', Upstream: false },
  ])
})

test('invalid values are rejected, and nothing changes', async () => {
  const { put, facts, refused, change } = await open()
  await refused(() => put({ InterfaceUplink: 'eth9' }), 'InterfaceUplink')
  await refused(() => put({ InterfaceUplink: 'lo' }), 'InterfaceUplink')
  await refused(() => put({ TinyNets: ['192.168.2.0/30'] }), 'TinyNets[0]')
  await refused(() => put({ TinyNets: ['home'] }), 'TinyNets[0]')
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '192.168.2.77/24', router: '192.168.2.1', routes: [] })
  })
  await refused(() => put({ TinyNets: ['192.168.2.0/24'] }), 'TinyNets[0]')
  assert.equal(facts.users.size, 0)
  const short = FirstAnswers.safeParse({ ...ANSWERS, AdminPassword: '1234567' })
  assert.equal(String(phraseIn(short.error?.issues[0]?.message ?? '')), 'must have at least 8 characters')
})
