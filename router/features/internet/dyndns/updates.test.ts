import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Locked } from '../../../errors.ts'
import { demandDescribed } from '../../../events/collect.fixture.ts'
import { openSteppedClock, settled } from '../../../machine/stepped.fixture.ts'
import { type DynDnsSettings, defaultDynDns } from '../../../model/internet/dyndns/settings.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import type { PublicAddress } from './address.ts'
import { failureIn, type UpdateFailure } from './reason.ts'
import { openDynDns } from './updates.ts'

const vault = vaultWith()
const NOIP: DynDnsSettings = {
  ...defaultDynDns(),
  ...{ Provider: 'NoIP', Email: 'ada', SealedPassword: vault.seal('open-sesame') },
  Domains: [{ DomainName: 'example.org', SubDomains: ['home', 'nas'] }],
}
const LOGIN: UpdateFailure = { kind: 'account', reason: verbatim('the provider refused the password') }
const NAME: UpdateFailure = { kind: 'name', reason: verbatim('no such name') }
const DOWN: UpdateFailure = { kind: 'passing', reason: verbatim('the provider cannot be reached') }

/** Runs updates on a stepped clock. `sent` has what was sent; `replies` has the failures of names. */
async function open({ settings = NOIP, memory = openMemoryFacts() } = {}) {
  const clock = openSteppedClock()
  const sent: string[] = []
  const reported: string[] = []
  const failures = new Map<string, UpdateFailure>()
  const home: { found: PublicAddress } = { found: { address: '203.0.113.5' } }
  let running = 0
  if (memory.facts.setting('dyndns').Provider === '') await memory.change((draft) => draft.set('dyndns', settings))
  const updates = openDynDns({
    ...{ facts: memory.facts, change: memory.change, vault, clock },
    bus: {
      publish(topic, payload) {
        demandDescribed(topic, payload)
        reported.push((payload as { Message: string }).Message)
      },
    },
    uplink: () => JSON.stringify(home.found),
    addressOf: async () => home.found,
    async publish({ user, secret }, { name }, address) {
      assert.equal(++running, 1, 'two updates at a time')
      sent.push(`${user}:${secret} ${name} ${address}`)
      await settled()
      running--
      return failures.get(name)
    },
    onFailure: (_, error) => void reported.push(`failure: ${(error as Error).message}`),
  })
  await clock.step(0)
  await clock.step(0)
  const idle = async () => {
    for (let i = 0; i < 8; i++) await settled()
  }
  await idle()
  const moved = async (found: PublicAddress) => {
    home.found = found
    updates.learn([{ table: 'uplinkLeases', key: 'wan0', before: undefined, after: undefined } as never])
    await idle()
  }
  const configured = async (changed: Partial<DynDnsSettings>) => {
    await memory.change((draft) => draft.set('dyndns', { ...draft.setting('dyndns'), ...changed }))
    updates.learn([{ table: 'settings', key: 'dyndns', before: undefined, after: undefined } as never])
    await idle()
  }
  const take = () => sent.splice(0).map((line) => line.replace('ada:open-sesame ', ''))
  const step = async (seconds: number) => {
    await clock.step(seconds * 1000)
    await idle()
  }
  return { updates, memory, sent, take, reported, failures, moved, configured, step, idle }
}

test('names are sent when the address changes, and not otherwise', async () => {
  const { updates, take, moved, step, reported } = await open()
  assert.deepEqual(take(), ['home.example.org 203.0.113.5', 'nas.example.org 203.0.113.5'])
  const { State, Message, Address } = updates.status()
  assert.deepEqual([State, Address], ['current', '203.0.113.5'])
  assert.equal(Message, 'home.example.org, nas.example.org are 203.0.113.5 since 2024-03-01 10:00 UTC')
  await step(24 * 3600)
  assert.deepEqual(take(), [])
  await moved({ address: '203.0.113.5' })
  assert.deepEqual(take(), [])
  await moved({ address: '203.0.113.9' })
  assert.deepEqual(take(), ['home.example.org 203.0.113.9', 'nas.example.org 203.0.113.9'])
  assert.equal(reported.length, 2)
})

test('names are sent again before a provider deletes them', async () => {
  const { take, step } = await open()
  take()
  await step(25 * 24 * 3600 + 300)
  assert.deepEqual(take().length, 2)
})

test('a restart sends nothing if the provider has the address', async () => {
  const { memory, updates } = await open()
  updates[Symbol.dispose]()
  const again = await open({ memory })
  assert.deepEqual(again.take(), [])
  assert.equal(again.updates.status().State, 'current')
})

test('a refused password is not repeated until the settings or the address change', async () => {
  const { updates, take, failures, moved, configured, step } = await open({ settings: defaultDynDns() })
  failures.set('home.example.org', LOGIN)
  await configured(NOIP)
  assert.deepEqual(take(), ['home.example.org 203.0.113.5'])
  assert.partialDeepStrictEqual(updates.status(), {
    State: 'failed',
    Message: 'home.example.org, nas.example.org: the provider refused the password',
    NextAttempt: 0,
  })
  await step(24 * 3600)
  assert.deepEqual(take(), [])
  await moved({ address: '203.0.113.9' })
  assert.deepEqual(take(), ['home.example.org 203.0.113.9'])
  failures.clear()
  await configured({ SealedPassword: vault.seal('right') })
  assert.deepEqual(take(), ['ada:right home.example.org 203.0.113.9', 'ada:right nas.example.org 203.0.113.9'])
})

test('a refused name does not keep the others from being updated', async () => {
  const { updates, take, failures, configured, step } = await open({ settings: defaultDynDns() })
  failures.set('home.example.org', NAME)
  await configured(NOIP)
  assert.equal(take().length, 2)
  assert.equal(updates.status().Message, 'home.example.org: no such name')
  await step(3600)
  assert.deepEqual(take(), [])
})

test('while the provider cannot be reached, it is tried less and less often', async () => {
  const { updates, take, failures, configured, step } = await open({ settings: defaultDynDns() })
  failures.set('home.example.org', DOWN)
  await configured(NOIP)
  assert.equal(take().length, 1)
  await step(5)
  assert.equal(take().length, 1)
  await step(9)
  assert.equal(take().length, 0)
  await step(1)
  assert.equal(take().length, 1)
  await step(24 * 3600)
  assert.ok(take().length < 40)
  failures.clear()
  await step(3600)
  assert.equal(take().length, 2)
  assert.equal(updates.status().State, 'current')
})

test('a name is sent again after a web page in place of the answer', async () => {
  const { updates, take, failures, configured, step } = await open({ settings: defaultDynDns() })
  failures.set('home.example.org', failureIn({ code: 0, output: 'RECEIVE:  HTTP/1.1 200 OK\nRECEIVE:  <html>' })!)
  await configured(NOIP)
  take()
  assert.ok(updates.status().NextAttempt > 0)
  failures.clear()
  await step(300)
  assert.deepEqual(take(), ['home.example.org 203.0.113.5', 'nas.example.org 203.0.113.5'])
  assert.equal(updates.status().State, 'current')
})

test('an address that is missing or private is the state, and nothing is sent', async () => {
  const { updates, take, moved, reported } = await open()
  take()
  await moved({ reason: verbatim('the address of wan0, 10.0.0.2, is private') })
  assert.deepEqual(take(), [])
  assert.partialDeepStrictEqual(updates.status(), {
    State: 'failed',
    Message: 'the address of wan0, 10.0.0.2, is private',
    Address: '',
  })
  assert.equal(reported.at(-1), 'failure: the address of wan0, 10.0.0.2, is private')
})

test('an update on request sends unchanged names as well, and not too often', async () => {
  const { updates, take, step, configured } = await open()
  take()
  await assert.rejects(updates.refresh(), Locked)
  await step(30)
  const [one, other] = await Promise.all([updates.refresh(), updates.refresh()])
  assert.equal(one.State, 'current')
  assert.deepEqual(one, other)
  assert.equal(take().length, 2)
  await configured({ Provider: '' })
  await assert.rejects(updates.refresh(), Invalid)
  assert.deepEqual([updates.status().State, take()], ['off', []])
})

test('a name that is added is sent alone', async () => {
  const { take, configured } = await open()
  take()
  await configured({ Domains: [{ DomainName: 'example.org', SubDomains: ['home', 'nas', 'www'] }] })
  assert.deepEqual(take(), ['www.example.org 203.0.113.5'])
})
