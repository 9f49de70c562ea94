import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict } from '../../../errors.ts'
import { keyOfCustom, keyOfForward } from '../../../model/firewall/config/configrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import type { Target } from '../../../model/messages/notify/target.ts'
import type { Exit, Tunnel } from '../../../model/vpn/tunnels/tunnel.ts'
import type { Draft } from '../../../store/facts.ts'
import { LAPTOP, openUndo, PRINTER } from './undo.fixture.ts'

const remarks = { RuleName: 'web', Disabled: false, Description: '' }
const forward = {
  ...remarks,
  ...{ Protocol: 'tcp' as const, SrcIP: '0.0.0.0/0', SrcPort: '80', DstIP: '192.168.2.6', DstPort: '80' },
}
const custom = {
  ...remarks,
  ...{ Interface: 'br-toys', SrcIP: '172.18.0.0/16', RouteDst: '', Policies: [], Groups: ['toys'], Tags: [] },
}
const tunnel: Tunnel = {
  ...{ Name: 'oslo', Link: 'wg1', Enabled: true, PrivateKey: '', PublicKey: 'ours', Addresses: ['10.2.0.2'] },
  ...{ DNS: [], MTU: 0, ListenPort: 0 },
  Peer: { PublicKey: 'theirs', PresharedKey: '', Endpoint: '', AllowedIPs: ['0.0.0.0/0'], PersistentKeepalive: 25 },
}
const exit: Exit = {
  ...{ Name: 'tv', Number: 1, Devices: [LAPTOP], Groups: [], Tags: [], Tunnels: ['oslo'], Traffic: 'all' },
  ...{ Networks: [], Domains: [] },
}
const target: Target = {
  ...{
    Id: 'ab',
    Name: 'phone',
    Enabled: true,
    MinimumType: 'info',
    Topics: [],
    QuietHours: null,
    PerHour: 10,
    Language: 'en',
  },
  Way: { Kind: 'ntfy', Settings: { Server: 'https://ntfy.test', Topic: 'home', Token: 'sealed', Authority: '' } },
}

test('a rule of the firewall that was deleted, disabled or added is as it was', async () => {
  const { facts, call, undo } = await openUndo()
  const key = keyOfForward(forward)
  const added = await call((draft) => draft.forwards.put(key, forward))
  const disabled = await call((draft) => draft.forwards.put(key, { ...forward, Disabled: true }))
  const deleted = await call((draft) => draft.forwards.remove(key))
  await undo(deleted)
  assert.equal(facts.forwards.get(key)?.Disabled, true)
  await undo(disabled)
  assert.deepEqual(facts.forwards.get(key), forward)
  await undo(added)
  assert.equal(facts.forwards.size, 0)
})

test('a forward does not come back if another one has its port now', async () => {
  const { facts, call, undo } = await openUndo()
  await call((draft) => draft.forwards.put(keyOfForward(forward), forward))
  const id = await call((draft) => draft.forwards.remove(keyOfForward(forward)))
  const other = { ...forward, DstIP: '192.168.2.7' }
  await call((draft) => draft.forwards.put(keyOfForward(other), other))
  await assert.rejects(undo(id), Conflict)
  assert.deepEqual([...facts.forwards.values()], [other])
})

test('a custom interface does not come back without its group, or into a network of the home', async () => {
  const { facts, call, undo } = await openUndo()
  const key = keyOfCustom(custom)
  await call((draft) => {
    draft.groups.put('toys', emptyGroup('toys'))
    draft.customInterfaces.put(key, custom)
  })
  const id = await call((draft) => draft.customInterfaces.remove(key))
  const ungrouped = await call((draft) => draft.groups.remove('toys'))
  await assert.rejects(undo(id), Conflict)
  await undo(ungrouped)
  const subnet = (net: string) => (draft: Draft) => draft.set('subnet', { ...draft.setting('subnet'), TinyNets: [net] })
  await call(subnet('172.18.4.0/24'))
  await assert.rejects(undo(id), Conflict)
  await call(subnet('192.168.2.0/24'))
  await undo(id)
  assert.deepEqual(facts.customInterfaces.get(key), custom)
})

test('an exit needs its tunnel, its devices and its number', async () => {
  const { facts, call, undo } = await openUndo()
  await call((draft) => draft.exits.put('tv', exit))
  const id = await call((draft) => draft.exits.remove('tv'))
  await assert.rejects(undo(id), Conflict)
  await call((draft) => draft.tunnels.put('oslo', tunnel))
  const other = await call((draft) => draft.exits.put('radio', { ...exit, Name: 'radio', Devices: [] }))
  await assert.rejects(undo(id), Conflict)
  await undo(other)
  await call((draft) => {
    draft.devices.put(PRINTER, { ...draft.devices.get(LAPTOP)!, MAC: PRINTER })
    draft.devices.remove(LAPTOP)
  })
  await assert.rejects(undo(id), Conflict)
  await call((draft) => draft.devices.put(LAPTOP, { ...emptyDevice(), MAC: LAPTOP }))
  await undo(id)
  assert.deepEqual(facts.exits.get('tv'), exit)
})

test('a target of notifications comes back with its token, unless another has its name', async () => {
  const { facts, call, undo } = await openUndo()
  await call((draft) => draft.notifyTargets.put('ab', target))
  const id = await call((draft) => draft.notifyTargets.remove('ab'))
  const other = await call((draft) => draft.notifyTargets.put('cd', { ...target, Id: 'cd' }))
  await assert.rejects(undo(id), Conflict)
  await undo(other)
  await undo(id)
  assert.deepEqual(facts.notifyTargets.get('ab'), target)
})

test('a target does not come back if its browser has subscribed again', async () => {
  const { call, undo } = await openUndo()
  const push: Target = {
    ...target,
    Way: { Kind: 'push', Settings: { Endpoint: 'https://push.test/1', P256dh: '', Auth: '' } },
  }
  await call((draft) => draft.notifyTargets.put('ab', push))
  const id = await call((draft) => draft.notifyTargets.remove('ab'))
  await call((draft) => draft.notifyTargets.put('cd', { ...push, Id: 'cd', Name: 'tablet' }))
  await assert.rejects(undo(id), Conflict)
})

test('an automation that was edited has its former script', async () => {
  const { facts, call, undo } = await openUndo()
  const row = (Source: string, Revision: number) => ({
    ...{ Name: 'lamp', Enabled: true, Source, Script: Source, Scopes: [], Revision, OffReason: '' },
    Wants: { Topics: [], Every: [5], At: [] },
  })
  await call((draft) => draft.automations.put('lamp', row('every(5, () => {})', 1)))
  const id = await call((draft) => draft.automations.put('lamp', row('throw 1', 2)))
  await undo(id)
  assert.deepEqual(facts.automations.get('lamp'), row('every(5, () => {})', 1))
})

test('traffic limits, which are a list, are restored as a list, while their devices exist', async () => {
  const { facts, call, undo } = await openUndo()
  const limits = [{ Device: LAPTOP, Group: '', Bytes: 1000 }]
  const set = (rows: typeof limits) => (draft: Draft) => draft.set('trafficLimits', rows)
  await call(set(limits))
  const id = await call(set([]))
  await undo(id)
  assert.deepEqual(facts.setting('trafficLimits'), limits)
  const again = await call(set([]))
  await call((draft) => draft.devices.remove(LAPTOP))
  await assert.rejects(undo(again), Conflict)
})

test('settings of the packet log, the monitoring of the internet and device discovery are restored', async () => {
  const { facts, call, undo } = await openUndo()
  const before = [facts.setting('packetLog'), facts.setting('wan'), facts.setting('multicast')]
  const ids = [
    await call((draft) => draft.set('packetLog', { ...draft.setting('packetLog'), WanOut: true })),
    await call((draft) =>
      draft.set('wan', { ...draft.setting('wan'), FailoverEnabled: false, ProbeTargets: ['9.9.9.9'] }),
    ),
    await call((draft) => draft.set('multicast', { ...draft.setting('multicast'), Addresses: [] })),
  ]
  for (const id of ids) await undo(id)
  assert.deepEqual([facts.setting('packetLog'), facts.setting('wan'), facts.setting('multicast')], before)
})

test('a port of the router that was closed is open again, and undo does not close the last one of the API', async () => {
  const { facts, call, undo } = await openUndo()
  const all = facts.setting('firewall').ServicePorts
  const set = (...ports: string[]) =>
    call((draft) => {
      const ServicePorts = all.filter(({ Port }) => ports.includes(Port))
      draft.set('firewall', { ...draft.setting('firewall'), ServicePorts })
    })
  const closed = await set('80', '443')
  await undo(closed)
  assert.deepEqual(facts.setting('firewall').ServicePorts, all)
  await set('22')
  const opened = await set('22', '80')
  await assert.rejects(undo(opened), Conflict)
  assert.equal(facts.setting('firewall').ServicePorts.length, 2)
})
