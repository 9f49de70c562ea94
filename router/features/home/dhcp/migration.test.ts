import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../../machine/stepped.fixture.ts'
import { formatSubnet } from '../../../values/subnet.ts'
import { ask, deviceOf, openHousehold, PHONE, PRINTER, STRANGER } from './household.fixture.ts'
import { moveHome } from './resettle.ts'

const DAY_MS = 24 * 3600_000

test('when the subnet changes, a device keeps its address until it renews, and then gets the same block in the new subnet', async () => {
  const home = await openHousehold({ devices: [deviceOf(PHONE), deviceOf(PRINTER), deviceOf(STRANGER)] })
  const { grants, facts, change, network, happened } = home
  for (const mac of [PRINTER, STRANGER]) await grants.grant(ask(mac))
  await change((draft) => moveHome(draft, { TinyNets: ['10.9.0.0/24'], LeaseTime: '12h0m0s' }))
  assert.deepEqual(network().frame.nets.map(formatSubnet), ['10.9.0.0/24', '192.168.2.0/24'])
  assert.equal(network().members.get(STRANGER)?.place?.ip, '192.168.2.6')
  assert.equal(grants.ownAddress(STRANGER), '10.9.0.6')
  // A newcomer takes nobody's place away.
  assert.equal(grants.reserve(PHONE), '10.9.0.10')

  assert.deepEqual(await grants.grant(ask(STRANGER)), {
    granted: { ip: '10.9.0.6', routerIp: '10.9.0.5', dnsIp: '10.9.0.1', leaseSeconds: 43_200 },
  })
  assert.equal(network().members.get(STRANGER)?.place?.ip, '10.9.0.6')
  assert.equal(happened.filter(({ topic }) => topic === 'device:update').length, 1)
  await settled()
  assert.equal(facts.setting('formerSubnets').length, 1, 'the printer is still there')

  await grants.release(PRINTER, '192.168.2.2')
  await settled()
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '10.9.0.2')
  assert.deepEqual(facts.setting('formerSubnets'), [])
  assert.deepEqual(network().frame.nets.map(formatSubnet), ['10.9.0.0/24'])
})

test('a device that does not renew gets its new address when its lease expires', async () => {
  const { grants, facts, change, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await change((draft) => moveHome(draft, { TinyNets: ['10.9.0.0/24'], LeaseTime: '12h0m0s' }))
  await clock.step(DAY_MS)
  await settled()
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '10.9.0.2')
  assert.deepEqual(facts.setting('formerSubnets'), [])
})

test('when a subnet change is reverted, a device that has moved keeps its address until it renews', async () => {
  const { grants, facts, change, network } = await openHousehold({ devices: [deviceOf(PRINTER), deviceOf(STRANGER)] })
  for (const mac of [PRINTER, STRANGER]) await grants.grant(ask(mac))
  const home = facts.setting('subnet')
  await change((draft) => moveHome(draft, { ...home, TinyNets: ['10.9.0.0/24'] }))
  await grants.grant(ask(STRANGER))
  await change((draft) => {
    draft.set('subnet', home)
    draft.set('formerSubnets', [])
  })
  await settled()
  assert.equal(network().members.get(PRINTER)?.place?.ip, '192.168.2.2')
  assert.equal(network().members.get(STRANGER)?.place?.ip, '10.9.0.6', 'it goes on there until it asks again')
  assert.equal(grants.ownAddress(STRANGER), '192.168.2.6')
  assert.deepEqual(
    facts.setting('formerSubnets').map(({ TinyNets }) => TinyNets),
    [['10.9.0.0/24']],
  )
})
