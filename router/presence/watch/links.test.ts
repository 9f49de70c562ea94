import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { watchLinkPresence } from './links.ts'

function openHome() {
  const machine = fakeMachine()
  const { facts, change } = openMemoryFacts()
  const failures: string[] = []
  const changes: string[][] = []
  const state = { isRefused: false, turn: Promise.resolve() }
  const watching = watchLinkPresence({
    machine,
    facts,
    change: async (edit) => {
      if (state.isRefused) throw new Error('refused')
      await state.turn
      return change(edit)
    },
    changed: (links) => void changes.push([...links]),
    onFailure: (what) => void failures.push(what),
  })
  return { machine, facts, change, failures, changes, state, watching }
}

test('plugging a link in or out changes presence', async () => {
  const { machine, facts, changes } = openHome()
  machine.ip.plug('lan0')
  machine.linksChanged()
  await machine.clock.step(0)
  assert.ok(facts.links.has('lan0'))
  machine.ip.unplug('lan0')
  machine.linksChanged()
  await machine.clock.step(0)
  assert.ok(!facts.links.has('lan0'))
  assert.deepEqual(changes, [['lan0'], ['lan0']])
})

test('a link that was taken down is used again when it is plugged in, but that of a PPP session stays down', async () => {
  const { machine, facts, change } = openHome()
  for (const link of ['lan0', 'ppp0']) machine.ip.plug(link)
  machine.linksChanged()
  await machine.clock.step(0)
  await change((draft) => {
    draft.interfaces.put('ppp0', { Name: 'ppp0', Type: 'Uplink', Subtype: 'ppp', Enabled: true })
    for (const link of ['lan0', 'ppp0']) draft.downLinks.put(link, { link })
  })
  for (const link of ['lan0', 'ppp0']) machine.ip.unplug(link)
  machine.linksChanged()
  await machine.clock.step(0)
  assert.deepEqual([...facts.downLinks.keys()], ['ppp0'])
})

test('a station that joins again on a link of the same name stays, also if the loss of the former link is stored later', async () => {
  const { machine, facts, change, state } = openHome()
  const [mac, link] = ['02:00:00:00:00:01', 'wlan0.4096']
  const join = () => change((draft) => draft.stations.put(mac, { mac, link }))
  const linksChanged = async () => {
    machine.linksChanged()
    await machine.clock.step(0)
  }
  machine.ip.plug(link)
  await linksChanged()
  await join()
  const { promise, resolve } = Promise.withResolvers<void>()
  state.turn = promise
  machine.ip.unplug(link)
  await linksChanged()
  machine.ip.plug(link)
  await join()
  resolve()
  await linksChanged()
  assert.ok(facts.links.has(link))
  assert.equal(facts.stations.get(mac)?.link, link)
  machine.ip.unplug(link)
  await linksChanged()
  assert.ok(!facts.stations.has(mac))
})

test('a failed change of links is reported and retried after a second', async () => {
  const { machine, facts, failures, state } = openHome()
  state.isRefused = true
  machine.ip.plug('lan0')
  machine.linksChanged()
  await machine.clock.step(0)
  assert.deepEqual(failures, ['a change of links could not be taken over'])
  state.isRefused = false
  await machine.clock.step(1000)
  assert.ok(facts.links.has('lan0'))
})

test('nothing is retried after the watcher was closed', async () => {
  const { machine, facts, state, watching } = openHome()
  state.isRefused = true
  machine.ip.plug('lan0')
  machine.linksChanged()
  await machine.clock.step(0)
  watching[Symbol.dispose]()
  state.isRefused = false
  await machine.clock.step(5000)
  assert.ok(!facts.links.has('lan0'))
})
