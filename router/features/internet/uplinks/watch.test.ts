import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFrame } from '../../../compiler/frame.ts'
import { openBus } from '../../../events/bus.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { faultOf } from '../../../model/internet/uplinks/fault.ts'
import type { Outage } from '../../../model/internet/uplinks/status.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { UplinkBook } from './book.ts'
import { watchUplinks } from './watch.ts'

const RESOLVER = '9.9.9.9'
const PAST: Outage = {
  Iface: 'wan1',
  Start: Date.UTC(2024, 1, 29, 20) / 1000,
  End: Date.UTC(2024, 1, 29, 20, 0, 10) / 1000,
  ...faultOf('no_carrier'),
}
const gatewayOf = (link: string): string => (link === 'wan0' ? '203.0.113.1' : '198.51.100.1')

async function openHome() {
  const machine = fakeMachine()
  const memory = openMemoryFacts()
  const { facts, change } = memory
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('wan:', (payload, topic) => {
    const { Iface, Action, Active } = payload as { Iface: string; Action?: string; Active?: string[] }
    published.push(Action ? `${topic} ${Iface} ${Action} for ${Active}` : `${topic} ${Iface}`)
  })
  /** What does not answer: a link, or a target as `link address`. */
  const silent = new Set<string>()
  const asked: string[] = []
  machine.answerEchoes(({ link, address, ...how }) => {
    asked.push(how.kind === 'tcp' ? `${link} tcp ${address} ${how.port}` : `${link} ${address}`)
    return silent.has(link) || silent.has(`${link} ${address}`) ? undefined : link === 'wan0' ? 8 : 20
  })
  const give = (link: string) =>
    change((draft) => {
      const [address, router] = [gatewayOf(link).replace(/1$/, '7/24'), gatewayOf(link)]
      draft.uplinkLeases.put(link, { link, address, router, routes: [] })
    })
  const carrier = (link: string, up: boolean) =>
    change((draft) =>
      draft.links.put(link, { name: link, index: link === 'wan0' ? 2 : 3, mac: '02:00:00:00:00:01', up }),
    )
  for (const link of ['wan0', 'wan1']) {
    machine.ip.plug(link)
    await carrier(link, true)
    await change((draft) =>
      draft.interfaces.put(link, { Name: link, Type: 'Uplink', Subtype: 'ethernet', Enabled: true }),
    )
    await give(link)
  }
  const uplinks = () => compileFrame(facts, []).uplinks
  const ended: Outage[] = []
  const book: UplinkBook = {
    of: (link) => ({
      outages: link === PAST.Iface ? [PAST] : [],
      samples: () => [],
      keepOutage: (outage) => ended.push(outage),
      keepSample: () => undefined,
    }),
  }
  const watch = watchUplinks(
    { facts, change, uplinks, machine, bus, onFailure: (_, error) => assert.fail(String(error)) },
    book,
  )
  memory.watch((entries) => watch.learn(entries))
  const rounds = (count: number) => machine.clock.step(count * 10_000)
  const unwell = () => [...facts.uplinkHealth.values()].filter(({ well }) => !well).map(({ link }) => link)
  const state = (link: string) => watch.status().find(({ Iface }) => Iface === link)!
  await machine.clock.step(2500)
  return { ...memory, machine, ended, watch, published, silent, asked, rounds, unwell, state, give, carrier }
}

test('uplinks that reply are up, with their latency', async () => {
  const { state, rounds, published, unwell, watch, asked } = await openHome()
  await rounds(3)
  const { Up, Active, Gateway, LatencyMs, LossPct, TotalOutages, LastChange } = state('wan1')
  assert.deepEqual(
    { Up, Active, Gateway, LatencyMs, LossPct, TotalOutages, LastChange },
    {
      Up: true,
      Active: true,
      Gateway: '198.51.100.1',
      LatencyMs: 20,
      LossPct: 0,
      TotalOutages: 1,
      LastChange: PAST.End,
    },
  )
  assert.deepEqual(unwell(), [])
  assert.deepEqual(published, ['wan:uplink:up wan0', 'wan:uplink:up wan1'])
  assert.deepEqual([...new Set(asked)], [`wan0 ${RESOLVER}`, `wan1 ${RESOLVER}`])
  assert.equal(watch.history('wan0')?.length, 4)
  assert.equal(watch.history('lan0'), undefined)
  assert.equal(watch.history('wan0', { count: 2 })?.length, 2)
  assert.equal(watch.history('wan0', { scale: 'minutes' })?.length, 1)
})

test('a target with a port is connected to', async () => {
  const home = await openHome()
  await home.change((draft) =>
    draft.set('wan', { ...draft.setting('wan'), ProbeTargets: ['9.9.9.9', 'tcp:9.9.9.9:443'] }),
  )
  home.asked.splice(0)
  await home.rounds(1)
  assert.deepEqual(home.asked.filter((one) => one.startsWith('wan0')).sort(), ['wan0 9.9.9.9', 'wan0 tcp 9.9.9.9 443'])
})

test('an uplink fails over after three bad rounds, and is used again after three good ones', async () => {
  const { state, rounds, published, silent, unwell, watch, ended } = await openHome()
  silent.add(`wan0 ${RESOLVER}`)
  await rounds(2)
  assert.deepEqual(unwell(), [])
  await rounds(1)
  assert.deepEqual(unwell(), ['wan0'])
  assert.deepEqual([state('wan0').Up, state('wan0').Active], [false, false])
  silent.clear()
  await rounds(2)
  assert.deepEqual(unwell(), ['wan0'])
  await rounds(1)
  assert.deepEqual(unwell(), [])
  assert.deepEqual(published.slice(2), [
    'wan:uplink:down wan0',
    'wan:failover wan0 leave for wan1',
    'wan:uplink:up wan0',
    'wan:failover wan0 return for wan0,wan1',
  ])
  assert.deepEqual(
    ended.map(({ Iface, End, Reason, Code }) => [Iface, End > 0, Reason, Code]),
    [['wan0', true, 'the provider’s router replies, but no address beyond it', 'beyond_provider']],
  )
  assert.deepEqual(watch.outages(), [...ended, PAST])
  assert.equal(state('wan0').TotalOutages, 1)
  assert.equal(state('wan0').Downtime24h, 29)
})

test('a missing carrier or address takes effect immediately', async () => {
  const { unwell, carrier, machine, state, change } = await openHome()
  await carrier('wan0', false)
  await machine.clock.step(200)
  assert.deepEqual(unwell(), ['wan0'])
  await carrier('wan0', true)
  await machine.clock.step(200)
  assert.deepEqual(unwell(), [])
  await change((draft) => draft.uplinkLeases.remove('wan0'))
  await machine.clock.step(200)
  assert.deepEqual([state('wan0').Up, state('wan0').Active, state('wan0').TotalOutages], [false, false, 2])
})

test('an uplink that a program connects is down with its reason, whatever the carrier', async () => {
  const { unwell, change, machine, state, watch } = await openHome()
  const learn = (connected: boolean, Code: 'connected' | 'wrong_passphrase') =>
    change((draft) =>
      draft.uplinkStates.put('wan0', {
        ...{ link: 'wan0', connected, network: 'cafe' },
        notes: [{ Code, Text: 'cafe' }],
      }),
    )
  await learn(true, 'connected')
  assert.deepEqual([state('wan0').State, state('wan1').State], ['connected to cafe', ''])
  await learn(false, 'wrong_passphrase')
  await machine.clock.step(200)
  assert.deepEqual(unwell(), ['wan0'])
  const { Reason, Code, Connection } = watch.outages()[0]!
  assert.deepEqual(
    { Reason, Code, Connection },
    {
      Reason: 'wrong passphrase for cafe',
      Code: 'connection',
      Connection: [{ Code: 'wrong_passphrase', Text: 'cafe' }],
    },
  )
  await learn(true, 'connected')
  await machine.clock.step(200)
  assert.deepEqual(unwell(), [])
})

test('if no target has ever replied, missing replies are ignored', async () => {
  const { rounds, unwell, silent, change, state } = await openHome()
  for (const link of ['wan0', 'wan1']) silent.add(`${link} 198.51.100.99`)
  await change((draft) => draft.set('wan', { ...draft.setting('wan'), ProbeTargets: ['198.51.100.99'] }))
  await rounds(5)
  assert.deepEqual(unwell(), [])
  assert.ok(state('wan0').Up)
  silent.add('wan0')
  await rounds(5)
  assert.deepEqual(unwell(), ['wan0'], 'its provider’s router used to answer')
})

test('an uplink that never came up has not gone down', async () => {
  const { change, rounds, watch, state, published } = await openHome()
  const wan2 = { Name: 'wan2', Type: 'Uplink', Subtype: 'ethernet', Enabled: true } as const
  await change((draft) => draft.interfaces.put('wan2', wan2))
  await rounds(5)
  assert.deepEqual([state('wan2').Up, state('wan2').TotalOutages], [false, 0])
  assert.deepEqual(watch.outages(), [PAST])
  assert.deepEqual(
    published.filter((topic) => topic.includes('wan2')),
    [],
  )
  await change((draft) => draft.interfaces.put('wan2', { ...wan2, Enabled: false }))
  assert.equal(watch.history('wan2'), undefined)
})

test('without failover an outage is reported and no route changes; without watching nothing is pinged', async () => {
  const { change, rounds, silent, unwell, asked, published, machine } = await openHome()
  await change((draft) => draft.set('wan', { ...draft.setting('wan'), FailoverEnabled: false }))
  silent.add('wan0')
  await rounds(4)
  assert.deepEqual(unwell(), [])
  assert.ok(published.includes('wan:uplink:down wan0'))
  await change((draft) => draft.set('wan', { ...draft.setting('wan'), FailoverEnabled: true }))
  await machine.clock.step(2500)
  assert.deepEqual(unwell(), ['wan0'])
  await change((draft) => draft.set('wan', { ...draft.setting('wan'), Enabled: false }))
  await machine.clock.step(2500)
  assert.deepEqual(unwell(), [])
  asked.length = 0
  await rounds(5)
  assert.deepEqual(asked, [])
})
