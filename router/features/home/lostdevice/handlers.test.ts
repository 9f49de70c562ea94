import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { KeptPasskey } from '../../../model/access/credentials/passkey.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { idOfSession } from '../../access/credentials/credential.ts'
import { lostDeviceHandlers } from './handlers.ts'

const PHONE = '02:00:00:00:00:01'
const [KEY, ONLY_KEY] = [`${'A'.repeat(43)}=`, `${'B'.repeat(42)}A=`]
const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6', session: 'own' }
const passkey = (ID: string, given: Partial<KeptPasskey> = {}): KeptPasskey =>
  ({ ID, User: 'admin', Handle: '', Name: ID, RpId: 'spr.local', CreatedAt: 0, LastUsed: 0, ...given }) as KeptPasskey
const push = { Kind: 'push', Settings: {} }

async function open() {
  const { facts, change } = openMemoryFacts()
  const clock = openSteppedClock(1_000_000)
  await change((draft) => {
    draft.devices.put(PHONE, {
      ...{ ...emptyDevice(), MAC: PHONE, Name: 'Ada phone', RecentIP: '192.168.2.10', WGPubKey: KEY },
      PSKEntry: { Type: 'sae', Psk: 'old passphrase' },
    })
    draft.devices.put(ONLY_KEY, { ...emptyDevice(), Name: 'Tablet', WGPubKey: ONLY_KEY })
    for (const PublicKey of [KEY, ONLY_KEY])
      draft.peers.put(PublicKey, { PublicKey, PresharedKey: '', PersistentKeepalive: 0 })
    draft.sessions.put('own', aSession({ Address: '192.168.2.6' }))
    draft.sessions.put('phone', aSession({ Address: '192.168.2.10', Begun: 900, Agent: 'Phone' }))
    draft.sessions.put('elsewhere', aSession({ Address: '198.51.100.7' }))
    draft.sessions.put('of another', aSession({ Name: 'ben', Address: '192.168.2.30' }))
    draft.passkeys.put('used', passkey('used', { LastUsed: 895 }))
    draft.passkeys.put('named', passkey('named', { Name: 'Passkey of Ada phone' }))
    draft.passkeys.put('laptop', passkey('laptop', { LastUsed: 100 }))
    draft.notifyTargets.put('p1', { Id: 'p1', Name: 'Ada phone', Way: push } as never)
    draft.notifyTargets.put('w1', { Id: 'w1', Name: 'Hook', Way: { Kind: 'webhook', Settings: {} } } as never)
  })
  const topics: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('', (_payload, topic) => void topics.push(topic))
  const handlers = lostDeviceHandlers({ facts, change, bus, clock }, { of: (_key, session) => session })
  const end = (identity: string, body: Partial<Record<'Sessions' | 'Passkeys' | 'Push', string[]>>, by = caller) =>
    handlers.end({
      ...{ params: {}, query: { identity }, caller: by },
      body: { Sessions: [], Passkeys: [], Push: [], ...body },
    }) as Promise<{ Ended: { Kind: string; Name: string }[] }>
  const read = async (identity = PHONE) => handlers.read({ params: {}, query: { identity }, body: undefined, caller })
  return { facts, topics, end, read }
}

test('what was probably used on the device is marked, and the session of the call is not listed', async () => {
  const { read } = await open()
  const { Sessions, Passkeys, Push, Passphrase, Vpn } = (await read()) as Awaited<ReturnType<typeof read>> & {
    readonly Sessions: { Address: string; Likely: boolean }[]
    readonly Passkeys: { ID: string; Likely: boolean }[]
    readonly Push: { Id: string; Likely: boolean }[]
  } & Record<string, unknown>
  assert.deepEqual(
    Sessions.map(({ Address, Likely }) => [Address, Likely]),
    [
      ['192.168.2.10', true],
      ['198.51.100.7', false],
      ['192.168.2.30', false],
    ],
  )
  assert.deepEqual(
    Passkeys.map(({ ID, Likely }) => [ID, Likely]),
    [
      ['used', true],
      ['named', true],
      ['laptop', false],
    ],
  )
  assert.deepEqual(Push, [{ Id: 'p1', Name: 'Ada phone', Likely: true }])
  assert.deepEqual([Passphrase, Vpn], [true, true])
})

test('all access ends in one change: what was chosen, the passphrase and the VPN key', async () => {
  const { facts, topics, end } = await open()
  const proved = { ...caller, isProved: true }
  const { Ended } = await end(PHONE, { Sessions: [idOfSession('phone')], Passkeys: ['used'], Push: ['p1'] }, proved)
  assert.deepEqual(
    Ended.map(({ Kind, Name }) => [Kind, Name]),
    [
      ['session', 'admin'],
      ['passkey', 'used'],
      ['push', 'Ada phone'],
      ['passphrase', 'Ada phone'],
      ['vpn', 'Ada phone'],
    ],
  )
  const { PSKEntry, WGPubKey, Name } = facts.devices.get(PHONE)!
  assert.deepEqual([Name, PSKEntry.Type, PSKEntry.Psk.length, WGPubKey], ['Ada phone', 'sae', 16, ''])
  assert.notEqual(PSKEntry.Psk, 'old passphrase')
  assert.ok(!facts.peers.has(KEY) && facts.peers.has(ONLY_KEY))
  // The finder may have signed in elsewhere with the passkey.
  assert.deepEqual([...facts.sessions.keys()], ['own', 'of another'])
  assert.deepEqual([...facts.passkeys.keys()], ['named', 'laptop'])
  assert.deepEqual([...facts.notifyTargets.keys()], ['w1'])
  assert.ok(topics.includes('auth:logout') && topics.includes('auth:webauthn:delete'))
})

test('nothing changes if something is not found, and the session of the call is not ended', async () => {
  const { facts, end } = await open()
  await assert.rejects(end(PHONE, { Sessions: ['AAAAAAAAAAAAAAAA'] }), /^NotFound: Sessions: /)
  await assert.rejects(end(PHONE, { Push: ['w1'] }), /^NotFound: Push: /)
  await assert.rejects(end(PHONE, { Sessions: [idOfSession('own')] }), /^Invalid: Sessions: /)
  await assert.rejects(end('02:00:00:00:00:09', {}), /^NotFound: /)
  assert.equal(facts.devices.get(PHONE)?.PSKEntry.Psk, 'old passphrase')
  assert.ok(facts.peers.has(KEY))
})

test('passkeys are deleted only with the proof of a second factor, the rest without', async () => {
  const { facts, end } = await open()
  await assert.rejects(end(PHONE, { Passkeys: ['used'] }), { kind: 'proof_missing' })
  assert.equal(facts.devices.get(PHONE)?.PSKEntry.Psk, 'old passphrase')
  await end(PHONE, {})
  assert.notEqual(facts.devices.get(PHONE)?.PSKEntry.Psk, 'old passphrase')
})

test('a device that is known by its VPN key alone is deleted', async () => {
  const { facts, end } = await open()
  assert.deepEqual((await end(ONLY_KEY, {})).Ended, [{ Kind: 'vpn', Name: 'Tablet' }])
  assert.ok(!facts.devices.has(ONLY_KEY) && !facts.peers.has(ONLY_KEY))
})
