import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InterfaceConfig } from '../model/internet/links/interface.ts'
import type { Draft } from '../store/facts.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { openCompiler } from './compile.ts'

const CARRIER: InterfaceConfig = { Name: 'wan0', Type: 'Other', Subtype: 'pppup', Enabled: true }
const UPLINK: InterfaceConfig = { Name: 'ppp0', Type: 'Uplink', Subtype: 'ppp', Enabled: true }
const ROW = { Iface: 'wan0', PPPIface: 'ppp0', Username: 'ada', Secret: 'pw', VLAN: '', MTU: '' }
const SESSION = {
  link: 'ppp0',
  carrier: 'wan0',
  parent: 'wan0',
  vlan: undefined,
  username: 'ada',
  secret: 'pw',
  mtu: 1492,
}
const LEASE = { link: 'ppp0', address: '81.2.69.7/32', router: '81.2.69.1', routes: [] }

async function openHome() {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    for (const link of [CARRIER, UPLINK]) draft.interfaces.put(link.Name, link)
    draft.ppps.put('wan0', ROW)
  })
  const compiler = openCompiler(facts)
  return {
    update: async (edit: (draft: Draft) => void) => {
      compiler.update(await change(edit))
      return compiler.network.frame
    },
    frame: () => compiler.network.frame,
  }
}

test('a session is opened on its link, and is an uplink with the address that it gets', async () => {
  const home = await openHome()
  assert.deepEqual(home.frame().sessions, [SESSION])
  assert.partialDeepStrictEqual(home.frame().uplinks, [{ link: 'ppp0', ppp: true, dhcp: false, mtu: 1492 }])
  const { uplinks } = await home.update((draft) => draft.uplinkLeases.put('ppp0', { ...LEASE, mtu: 1480 }))
  assert.partialDeepStrictEqual(uplinks, [{ address: '81.2.69.7/32', router: '81.2.69.1', mtu: 1480 }])
})

test('with a tag, it is opened on the tagged link, which also has the chosen hardware address', async () => {
  const home = await openHome()
  const { sessions, vlans, readdressed, wired } = await home.update((draft) => {
    draft.ppps.put('wan0', { ...ROW, VLAN: '7', MTU: '1500' })
    draft.interfaces.put('wan0', { ...CARRIER, MACOverride: '02:00:00:00:00:10' })
  })
  const vlan = { link: 'wan0.7', parent: 'wan0', tag: 7 }
  assert.deepEqual(sessions, [{ ...SESSION, carrier: 'wan0.7', vlan, mtu: 1500 }])
  assert.deepEqual([vlans, readdressed, wired], [[vlan], [{ link: 'wan0.7', mac: '02:00:00:00:00:10' }], []])
})

test('a disabled link, and one that was taken down, ends its session', async () => {
  const home = await openHome()
  for (const row of [CARRIER, UPLINK]) {
    const sessions = async (Enabled: boolean) =>
      (await home.update((draft) => draft.interfaces.put(row.Name, { ...row, Enabled }))).sessions
    assert.deepEqual(await sessions(false), [])
    assert.equal((await sessions(true)).length, 1)
  }
  for (const link of ['wan0', 'ppp0']) {
    assert.deepEqual((await home.update((draft) => draft.downLinks.put(link, { link }))).sessions, [])
    await home.update((draft) => draft.downLinks.remove(link))
  }
  assert.equal(home.frame().sessions.length, 1)
})
