import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { Invalid, NotFound, Refused } from '../../../errors.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { type Caller, PlainText } from '../../../model/operation.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { tlsHandlers } from './handlers.ts'
import { established, openRenewal } from './renewal.ts'

const DAY_MS = 24 * 3600_000
const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const ask = { params: {}, query: {}, body: undefined, caller }

function open() {
  const memory = openMemoryFacts()
  const clock = openSteppedClock()
  const vault = vaultWith()
  const failures: string[] = []
  const handlers = tlsHandlers({ ...memory, clock, vault })
  const renewal = openRenewal({ ...memory, clock, vault, onFailure: (_what, error) => failures.push(String(error)) })
  const shown = () => new X509Certificate(memory.facts.setting('tls')!.server.certificate)
  return { ...memory, clock, vault, handlers, renewal, failures, shown }
}

test('TLS is enabled once and disabled once, and a repeated call is rejected', async () => {
  const { handlers } = open()
  assert.equal(handlers.isOn(ask), false)
  await assert.rejects(async () => handlers.disable(ask), Invalid)
  assert.equal(await handlers.enable(ask), 'Done')
  assert.equal(handlers.isOn(ask), true)
  await assert.rejects(async () => handlers.enable(ask), Invalid)
  assert.equal(await handlers.disable(ask), 'Done')
  assert.equal(handlers.isOn(ask), false)
})

test('the CA certificate is returned while there is one, and private keys are stored sealed', async () => {
  const { handlers, facts, vault } = open()
  assert.throws(() => handlers.authority(ask), NotFound)
  await handlers.enable(ask)
  const given = handlers.authority(ask)
  assert.ok(given instanceof PlainText)
  assert.ok(new X509Certificate(given.text).ca)
  assert.deepEqual(handlers.authorityAuthorized(ask), given)
  const kept = facts.setting('tls')!
  assert.ok(!JSON.stringify(kept).includes('PRIVATE'))
  assert.match(vault.open(kept.server.key), /^-----BEGIN PRIVATE KEY/)
  assert.notEqual(vault.open(kept.server.key), vault.open(kept.authority.key))
})

test('TLS stays off if the change is refused', async () => {
  const { handlers, refuseWith } = open()
  refuseWith(new Refused(verbatim('another program has its port')))
  await assert.rejects(async () => handlers.enable(ask), Refused)
  assert.equal(handlers.isOn(ask), false)
})

test('the certificate is renewed for a new address or name of the router, by the same CA', async () => {
  const { handlers, change, clock, shown } = open()
  await handlers.enable(ask)
  const before = shown()
  assert.ok(before.checkIP('192.168.2.1'))
  const authority = handlers.authority(ask)
  await change((draft) => draft.set('subnet', { ...draft.setting('subnet'), TinyNets: ['10.9.0.0/24'] }))
  await clock.step(0)
  assert.ok(shown().checkIP('10.9.0.1'))
  assert.deepEqual(handlers.authority(ask), authority)
  const { serialNumber } = shown()
  await change((draft) => draft.set('setup', { done: true }))
  await clock.step(0)
  assert.equal(shown().serialNumber, serialNumber, 'what does not concern it leaves it alone')
  await change((draft) => draft.set('multicast', { ...draft.setting('multicast'), MDNSName: 'castle' }))
  await clock.step(0)
  assert.ok(shown().checkHost('castle.local') && shown().checkHost('spr.local'))
  const name = (Hostname: string, IPAddress: string) =>
    change((draft) => draft.hostnames.put(Hostname, { Hostname, IPAddress }))
  await name('home.lan', '10.9.0.1')
  await name('nas.lan', '10.9.0.6')
  await name('home.example.org', '10.9.0.1')
  await clock.step(0)
  const named = ['home.lan', 'nas.lan', 'home.example.org'].map((host) => shown().checkHost(host) !== undefined)
  assert.deepEqual(named, [true, false, false], 'names of the router, of which the CA can sign those of homes')
})

test('the certificate is replaced thirty days before it ends', async () => {
  const { handlers, clock, shown } = open()
  await handlers.enable(ask)
  const { serialNumber } = shown()
  await clock.step(699 * DAY_MS)
  assert.equal(shown().serialNumber, serialNumber)
  await clock.step(3 * DAY_MS)
  assert.notEqual(shown().serialNumber, serialNumber)
  assert.ok(shown().validToDate.getTime() > clock.now() + 700 * DAY_MS)
})

test('near the end of the CA, a last certificate expires with it and is not renewed', async () => {
  const { handlers, clock, change, shown } = open()
  await handlers.enable(ask)
  const authority = new X509Certificate((handlers.authority(ask) as PlainText).text)
  await clock.step(3649 * DAY_MS)
  const { serialNumber, validTo } = shown()
  assert.equal(validTo, authority.validTo)
  await change((draft) => draft.set('setup', { done: true }))
  await clock.step(100 * DAY_MS)
  assert.equal(shown().serialNumber, serialNumber)
})

test('while the clock is not set yet, no certificate is replaced', async () => {
  const { facts, change, clock, vault } = open()
  await change((draft) => draft.set('tls', established(facts, vault, clock.now() + 20 * 365 * DAY_MS)))
  const before = facts.setting('tls')
  await clock.step(2 * DAY_MS)
  assert.equal(facts.setting('tls'), before)
})

test('with TLS off nothing is renewed, and a disposed renewal does nothing', async () => {
  const { handlers, clock, facts, renewal, shown } = open()
  await clock.step(DAY_MS)
  assert.equal(facts.setting('tls'), null)
  await handlers.enable(ask)
  const { serialNumber } = shown()
  renewal[Symbol.dispose]()
  await clock.step(800 * DAY_MS)
  assert.equal(shown().serialNumber, serialNumber)
})
