import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { emptyDevice } from '../../model/home/devices/device.ts'
import { timeText } from '../../model/home/dhcp/text.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { learnPresence } from './learn.ts'

const PHONE = '02:00:00:00:00:01'
const PRINTER = '02:00:00:00:00:02'
const HOUR = 3600_000

async function openHome() {
  const machine = fakeMachine()
  for (const link of ['lan0', 'wlan0.4096']) machine.ip.plug(link)
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true })
    draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, RecentIP: '192.168.2.6' })
    draft.devices.put(PRINTER, {
      ...emptyDevice(),
      MAC: PRINTER,
      RecentIP: '192.168.2.10',
      DHCPLastInterface: 'lan0',
      DHCPLastTime: timeText(machine.clock.now() - HOUR),
    })
  })
  const learn = async () => change(await learnPresence(machine, facts))
  return { machine, facts, change, learn }
}

test('leases are read from the kernel’s permanent neighbours', async () => {
  const { machine, facts, learn } = await openHome()
  machine.ip.links.get('wlan0.4096')?.neighbours.set('192.168.2.6', PHONE)
  await learn()
  assert.equal(facts.leases.get(PHONE)?.link, 'wlan0.4096')
  assert.deepEqual(facts.stations.get(PHONE), { mac: PHONE, link: 'wlan0.4096' })
})

test('a neighbour with an address that now belongs to another device is ignored', async () => {
  const { machine, facts, learn } = await openHome()
  machine.ip.links.get('wlan0.4096')?.neighbours.set('192.168.2.6', '02:00:00:00:00:99')
  await learn()
  assert.equal(facts.leases.get(PHONE), undefined)
  assert.equal(facts.leases.get('02:00:00:00:00:99'), undefined)
})

test('after a power failure a wired device keeps its lease until it expires', async () => {
  const { machine, facts, learn } = await openHome()
  await learn()
  assert.equal(facts.leases.get(PRINTER)?.link, 'lan0')
  assert.equal(facts.leases.get(PRINTER)?.expiresAt, machine.clock.monotonic() + 23 * HOUR)
  assert.equal(facts.leases.get(PHONE), undefined)
})

test('after a power failure a device with a VLAN tag keeps its lease', async () => {
  const { facts, change, learn } = await openHome()
  await change((draft) => {
    const printer = draft.devices.get(PRINTER)!
    draft.devices.put(PRINTER, { ...printer, VLANTag: '7', DHCPLastInterface: 'lan0.7' })
  })
  await learn()
  assert.equal(facts.leases.get(PRINTER)?.link, 'lan0.7')
})

test('a lease that expired in the meantime is removed', async () => {
  const { machine, facts, learn } = await openHome()
  await machine.clock.step(23 * HOUR)
  await learn()
  assert.equal(facts.leases.get(PRINTER), undefined)
})

test('a lease counts as new if the clock is behind after the reboot', async () => {
  const { machine, facts, learn } = await openHome()
  machine.clock.set(-365 * 24 * HOUR)
  await learn()
  assert.equal(facts.leases.get(PRINTER)?.expiresAt, machine.clock.monotonic() + 24 * HOUR)
})
