import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFrame } from '../../../compiler/frame.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { confirm } from '../../../model/access/confirm/contract.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { InterfaceConfig } from '../../../model/internet/links/interface.ts'
import type { Caller } from '../../../model/operation.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openConfirmations } from './confirmation.ts'
import { confirmHandlers } from './part.ts'

const admin: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const console: Caller = { name: 'console', kind: 'console', address: '127.0.0.1' }
const LAPTOP = '02:00:00:00:00:01'
const LAN: InterfaceConfig = { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true }

async function openHome() {
  const clock = openSteppedClock()
  const memory = openMemoryFacts()
  const messages: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribe('system:confirm', ({ State, What }) => messages.push(`${What}: ${State}`))
  bus.subscribe('log:api', ({ msg }) => messages.push(msg))
  await memory.change((draft) => {
    draft.interfaces.put('lan0', LAN)
    draft.devices.put(LAPTOP, { ...emptyDevice(), MAC: LAPTOP, RecentIP: '192.168.2.6' })
    draft.leases.put(LAPTOP, { mac: LAPTOP, link: 'lan0', ip: '192.168.2.6', hostName: '', expiresAt: 0 })
  })
  const { facts, change } = memory
  const open = () => openConfirmations({ facts, change, bus, clock })
  const confirmations = open()
  const disable = (caller = console, confirm?: number) =>
    confirmations.guard({ what: 'PUT /link/config lan0', caller, query: { confirm } }, (draft) =>
      draft.interfaces.put('lan0', { ...draft.interfaces.get('lan0')!, Enabled: false }),
    )
  const isOn = () => facts.interfaces.get('lan0')?.Enabled
  const { pending } = confirmHandlers(confirmations)
  const PendingList = confirm.pending.details.reply
  const waits = () => PendingList.parse(pending({ params: {}, query: {}, body: undefined, caller: console })).Pending
  return { ...memory, clock, messages, open, confirmations, disable, isOn, waits }
}

test('a change without confirmation that disconnects no caller stays', async () => {
  const { disable, isOn, waits, clock } = await openHome()
  await disable()
  assert.deepEqual(waits(), [])
  await clock.step(3600_000)
  assert.equal(isOn(), false)
})

test('a change to confirm takes effect immediately, and is reverted when its time is over', async () => {
  const { disable, isOn, waits, clock, messages } = await openHome()
  await disable(console, 30)
  assert.equal(isOn(), false)
  const [{ What, Until } = { What: '', Until: 0 }] = waits()
  assert.equal(What, 'PUT /link/config lan0')
  assert.equal(Until, clock.now() / 1000 + 30)
  await clock.step(29_999)
  assert.equal(isOn(), false)
  await clock.step(1)
  assert.equal(isOn(), true)
  assert.deepEqual(waits(), [])
  assert.deepEqual(messages, ['PUT /link/config lan0: waiting', 'PUT /link/config lan0: put back'])
})

test('a confirmed change stays', async () => {
  const { disable, isOn, waits, clock, confirmations } = await openHome()
  await disable(console, 30)
  await assert.rejects(confirmations.keep('another'), NotFound)
  await confirmations.keep(waits()[0]?.Id)
  await clock.step(3600_000)
  assert.equal(isOn(), false)
  await assert.rejects(confirmations.keep(undefined), NotFound)
  await assert.rejects(confirmations.putBack(undefined), NotFound)
})

test('a change that disconnects its caller always waits, and can be reverted immediately', async () => {
  const { disable, isOn, clock, confirmations } = await openHome()
  await disable(admin)
  await clock.step(59_999)
  assert.equal(isOn(), false)
  await clock.step(1)
  assert.equal(isOn(), true)
  await disable(admin)
  await confirmations.putBack(undefined)
  assert.equal(isOn(), true)
})

test('a further change joins the one that waits, and changes of others in between stay', async () => {
  const { facts, change, disable, waits, clock, confirmations } = await openHome()
  await disable(console, 30)
  await clock.step(20_000)
  const retype = { what: 'PUT /link/vlan/lan0/enable', caller: console, query: { confirm: 30 } }
  await confirmations.guard(retype, (draft) =>
    draft.interfaces.put('lan0', { ...draft.interfaces.get('lan0')!, Subtype: 'VLAN-Trunk' }),
  )
  await change((draft) => draft.interfaces.put('lan0', { ...draft.interfaces.get('lan0')!, MACCloak: true }))
  assert.deepEqual(
    waits().map(({ What }) => What),
    ['PUT /link/config lan0, PUT /link/vlan/lan0/enable'],
  )
  await clock.step(10_000)
  assert.deepEqual(facts.interfaces.get('lan0'), { ...LAN, MACCloak: true })
})

test('a change that is refused leaves nothing to wait for', async () => {
  const { confirmations, waits } = await openHome()
  const request = { what: 'PUT /link/config x', caller: console, query: { confirm: 30 } }
  const refuse = () => {
    throw new Invalid(verbatim('no'))
  }
  await assert.rejects(confirmations.guard(request, refuse), Invalid)
  assert.deepEqual(waits(), [])
})

test('a restarted router continues to wait, and a clock that was set back does not lengthen the time', async () => {
  const { disable, isOn, confirmations, facts, change, clock, open } = await openHome()
  await disable(console, 30)
  confirmations[Symbol.dispose]()
  const { waiting } = facts.setting('confirm')
  await change((draft) => draft.set('confirm', { waiting: waiting && { ...waiting, until: waiting.until + 1e9 } }))
  using _ = open()
  await clock.step(29_999)
  assert.equal(isOn(), false)
  await clock.step(1)
  assert.equal(isOn(), true)
})

test('a change that is overdue at the start is reverted immediately', async () => {
  const { disable, isOn, confirmations, clock, open } = await openHome()
  await disable(console, 30)
  confirmations[Symbol.dispose]()
  await clock.step(60_000)
  assert.equal(isOn(), false)
  using _ = open()
  await clock.step(0)
  assert.equal(isOn(), true)
})

test('reverting a change is retried until it succeeds', async () => {
  const { disable, isOn, clock, refuseWith, messages } = await openHome()
  await disable(console, 30)
  refuseWith(new Error('the disk is full'))
  await clock.step(35_000)
  assert.equal(isOn(), false)
  assert.match(messages.at(-1) ?? '', /could not be reverted: the disk is full/)
  refuseWith(undefined)
  await clock.step(10_000)
  assert.equal(isOn(), true)
})

const port = (Port: string, Description = '') => ({
  Protocol: 'tcp' as const,
  Port,
  UpstreamEnabled: false,
  Description,
})

/** Ports as `DELETE` and `PUT /firewall/service_port` leave them, 80 being the last way in. */
async function openPorts() {
  const home = await openHome()
  const set = (...ServicePorts: ReturnType<typeof port>[]) =>
    home.confirmations.guard(
      {
        what: 'DELETE /firewall/service_port 80',
        caller: console,
        query: {},
        heldOpen: () => (ServicePorts.some(({ Port }) => Port === '80') ? [] : [port('80')]),
      },
      (draft) => draft.set('firewall', { ...draft.setting('firewall'), ServicePorts }),
    )
  await home.change((draft) =>
    draft.set('firewall', { ...draft.setting('firewall'), ServicePorts: [port('22'), port('80')] }),
  )
  const stored = () => home.facts.setting('firewall').ServicePorts.map(({ Port }) => Port)
  const inForce = () => compileFrame(home.facts, []).firewall.ServicePorts.map(({ Port }) => Port)
  return { ...home, set, stored, inForce }
}

test('the last administration port stays open while its closing waits, and is restored afterwards', async () => {
  const { set, stored, inForce, clock, confirmations } = await openPorts()
  await set(port('22'))
  assert.deepEqual([stored(), inForce()], [['22'], ['22', '80']])
  await assert.rejects(confirmations.keep(undefined), Invalid)
  await clock.step(60_000)
  assert.deepEqual(
    [stored(), inForce()],
    [
      ['22', '80'],
      ['22', '80'],
    ],
  )
})

test('the last administration port can be replaced: closed, and opened again with another description', async () => {
  const { set, stored, inForce, clock, confirmations, waits, facts } = await openPorts()
  await set(port('22'))
  await set(port('22'), port('80', 'admin app'))
  await confirmations.settle()
  assert.deepEqual(waits(), [])
  await clock.step(60_000)
  assert.deepEqual(
    [stored(), inForce()],
    [
      ['22', '80'],
      ['22', '80'],
    ],
  )
  assert.equal(facts.setting('firewall').ServicePorts[1]?.Description, 'admin app')
})

test('replacing the last administration port does not confirm another change that waits', async () => {
  const { set, disable, isOn, waits, clock, confirmations } = await openPorts()
  await disable(console, 30)
  await set(port('22'))
  await set(port('22'), port('80', 'admin app'))
  await confirmations.settle()
  assert.equal(waits().length, 1)
  await clock.step(30_000)
  assert.equal(isOn(), true)
})
