import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict, NotFound } from '../../../errors.ts'
import { keyOfForward } from '../../../model/firewall/config/configrule.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { forget } from '../../home/devices/forget.ts'
import { undoableRows } from './journal.ts'
import { admin, LAPTOP, laptop, openUndo, PRINTER } from './undo.fixture.ts'

test('the fields of a change are restored, and later changes of other fields stay', async () => {
  const { facts, call, undo, edit, published } = await openUndo()
  const id = await call(edit({ Name: 'desk', Policies: [] }))
  await call(edit({ DeviceTags: ['work'] }))
  await undo(id)
  const { Name, Policies, DeviceTags } = facts.devices.get(LAPTOP)!
  assert.deepEqual([Name, Policies, DeviceTags], ['laptop', ['wan'], ['work']])
  assert.deepEqual(published, ['device:update laptop'])
})

test('what has changed again since is not undone', async () => {
  const { facts, call, undo, edit } = await openUndo()
  const id = await call(edit({ Name: 'desk', Policies: [] }))
  await call(edit({ Name: 'office' }))
  await assert.rejects(undo(id), new Conflict(phrase('access.undoConflict', `device desk (${LAPTOP})`)))
  assert.deepEqual(facts.devices.get(LAPTOP)?.Policies, [])
})

test('a deleted device comes back with its passphrase, and with what was deleted or disabled with it', async () => {
  const { facts, call, undo, published } = await openUndo()
  const forward = {
    ...{ RuleName: 'web', Disabled: false, Description: '', Protocol: 'tcp' as const },
    ...{ SrcIP: '0.0.0.0/0', SrcPort: '80', DstIP: '192.168.2.6', DstPort: '80' },
  }
  const key = keyOfForward(forward)
  await call((draft) => {
    draft.forwards.put(key, forward)
    draft.set('dnsLog', { ...draft.setting('dnsLog'), HostPrivacyIPList: ['192.168.2.6'] })
  })
  const id = await call((draft) => forget(draft, [LAPTOP]))
  assert.equal(facts.forwards.get(key)?.Disabled, true)
  await undo(id)
  assert.deepEqual(facts.devices.get(LAPTOP), laptop)
  assert.equal(facts.forwards.get(key)?.Disabled, false)
  assert.deepEqual(facts.setting('dnsLog').HostPrivacyIPList, ['192.168.2.6'])
  assert.deepEqual(published, ['device:save laptop'])
})

test('a deleted device does not come back if another has its address now, or if its group is gone', async () => {
  const { facts, call, undo, edit } = await openUndo()
  await call((draft) => draft.groups.put('family', emptyGroup('family')), edit({ Groups: ['family'] }))
  const id = await call((draft) => forget(draft, [LAPTOP]))
  const printer = { ...emptyDevice(), MAC: PRINTER, RecentIP: '192.168.2.6' }
  const other = await call((draft) => draft.devices.put(PRINTER, printer))
  await assert.rejects(undo(id), Conflict)
  await undo(other)
  assert.equal(facts.devices.has(PRINTER), false)
  const gone = await call((draft) => draft.groups.remove('family'))
  await assert.rejects(undo(id), Conflict)
  await undo(gone)
  await undo(id)
  assert.deepEqual(facts.devices.get(LAPTOP)?.Groups, ['family'])
})

test('several changes of one call are undone together', async () => {
  const { facts, call, undo, edit } = await openUndo()
  const id = await call(edit({ Name: 'one' }), edit({ Name: 'two' }), (draft) =>
    draft.groups.put('family', emptyGroup('family')),
  )
  await undo(id)
  assert.deepEqual([facts.devices.get(LAPTOP)?.Name, facts.groups.has('family')], ['laptop', false])
})

test('a device that has got an address since it was added can still be undone', async () => {
  const { facts, call, undo } = await openUndo()
  const printer = { ...emptyDevice(), MAC: PRINTER }
  const id = await call((draft) => draft.devices.put(PRINTER, printer))
  await call((draft) => draft.devices.put(PRINTER, { ...printer, DHCPLastTime: 'now' }))
  await undo(id)
  assert.equal(facts.devices.has(PRINTER), false)
})

test('a rule of a domain does not come back without its set', async () => {
  const { call, undo } = await openUndo()
  const override = { List: 'Homework', Type: 'block' as const, Domain: 'example.com.', ClientIP: '*', Tags: [] }
  const row = { ...override, ResultIP: '', ResultCNAME: '', Expiration: 0 }
  await call((draft) => {
    draft.overrideLists.put('Homework', { Name: 'Homework', Enabled: true, Tags: [], Order: 1 })
    draft.overrides.put('example', row)
  })
  const id = await call((draft) => draft.overrides.remove('example'))
  await call((draft) => draft.overrideLists.remove('Homework'))
  await assert.rejects(undo(id), Conflict)
})

test('only the caller can undo a change, once, and within ten minutes', async () => {
  const { clock, facts, call, undo, edit } = await openUndo()
  const id = await call(edit({ Name: 'desk' }))
  await assert.rejects(undo(id, { ...admin, name: 'guest' }), NotFound)
  await assert.rejects(undo(id, { ...admin, kind: 'token' }), NotFound)
  await undo(id)
  await assert.rejects(undo(id), NotFound)
  const later = await call(edit({ Name: 'desk' }))
  await clock.step(10 * 60_000)
  await assert.rejects(undo(later), NotFound)
  assert.equal(facts.devices.get(LAPTOP)?.Name, 'desk')
})

test('no Id is given for what gives access to the router, for no change, and to a caller who may not undo', async () => {
  const { call, callAs, edit } = await openUndo()
  const codes = (draft: Draft) => draft.set('otp', { JWTDurationSeconds: 60, SigningSecret: '' })
  assert.equal(await call(codes), undefined)
  assert.equal(await call(edit({ Name: 'desk' }), codes), undefined)
  assert.equal(await call(() => {}), undefined)
  assert.equal(await callAs({ ...admin, name: 'parent' }, edit({ Name: 'desk' })), undefined)
})

test('of a radio, only its guest network can be undone', () => {
  const radio = { Guest: null, Settings: { channel: 1 } }
  const change = (after: object) => undoableRows([{ table: 'radios', key: 'wlan0', before: radio, after }])
  assert.equal(change({ ...radio, Guest: { Ssid: 'Guests' } })?.length, 1)
  assert.equal(change({ Guest: { Ssid: 'Guests' }, Settings: { channel: 6 } }), undefined)
})
