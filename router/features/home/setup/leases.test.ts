import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, deviceOf, GUESTS, openHousehold, PHONE, STRANGER } from '../dhcp/household.fixture.ts'

const OTHER = '02:00:00:00:00:09'

async function openSetup(devices: Parameters<typeof deviceOf>[0][] = []) {
  const home = await openHousehold({ setup: true, devices: devices.map((mac) => deviceOf(mac)) })
  const joins = (mac: string, link = GUESTS) => home.change((draft) => draft.stations.put(mac, { mac, link }))
  return { ...home, joins }
}

test('a client gets an address of its own pool, and no device is saved', async () => {
  const { setupLeases, joins, facts, network } = await openSetup()
  assert.deepEqual(await setupLeases.grant(ask(STRANGER, GUESTS)), { refused: 'not a household link' })
  await joins(STRANGER)
  const granted = { ip: '192.168.222.6', routerIp: '192.168.222.5', dnsIp: '192.168.2.1', leaseSeconds: 120 }
  assert.deepEqual(setupLeases.offer(ask(STRANGER, GUESTS)), { granted })
  assert.equal(network().members.get(STRANGER)?.place, undefined)
  assert.deepEqual(await setupLeases.grant(ask(STRANGER, GUESTS)), { granted })
  assert.equal(facts.devices.size, 0)
  assert.equal(network().members.get(STRANGER)?.place?.ip, '192.168.222.6')
  assert.deepEqual(setupLeases.renew(ask(STRANGER, GUESTS), '192.168.222.6'), granted)
  assert.equal(setupLeases.renew(ask(STRANGER, GUESTS), '192.168.222.10'), undefined)
})

test('two clients have different addresses, and that of one that has left is free', async () => {
  const { setupLeases, joins, change } = await openSetup()
  await joins(STRANGER)
  await joins(OTHER, 'wlan0.ap0.4097')
  const ipOf = async (mac: string, link: string) => {
    const answer = await setupLeases.grant(ask(mac, link))
    return 'granted' in answer ? answer.granted.ip : answer.refused
  }
  assert.equal(await ipOf(STRANGER, GUESTS), '192.168.222.6')
  assert.equal(await ipOf(OTHER, 'wlan0.ap0.4097'), '192.168.222.10')
  await change((draft) => draft.stations.remove(STRANGER))
  await joins(PHONE, 'wlan0.ap0.4098')
  assert.equal(await ipOf(PHONE, 'wlan0.ap0.4098'), '192.168.222.6')
})

test('the pool is full at 63 clients', async () => {
  const { setupLeases, joins } = await openSetup()
  const macOf = (at: number) => `02:00:00:00:01:${at.toString(16).padStart(2, '0')}`
  for (let at = 0; at < 64; at++) await joins(macOf(at), `wlan0.ap0.${4096 + at}`)
  for (let at = 0; at < 63; at++)
    assert.ok('granted' in (await setupLeases.grant(ask(macOf(at), `wlan0.ap0.${4096 + at}`))), String(at))
  assert.deepEqual(await setupLeases.grant(ask(macOf(63), 'wlan0.ap0.4159')), { refused: 'no address left' })
})

test('helper programs cannot make a client of the setup network a device', async () => {
  const { grants, joins, facts } = await openSetup()
  await joins(STRANGER)
  assert.deepEqual(await grants.grant(ask(STRANGER, GUESTS)), { refused: 'setup network' })
  assert.equal(facts.devices.size, 0)
})

test('a device of the home has nothing of its permissions in the setup network', async () => {
  const { setupLeases, joins, network } = await openSetup([STRANGER])
  await joins(STRANGER)
  await setupLeases.grant(ask(STRANGER, GUESTS))
  const member = network().members.get(STRANGER)
  assert.deepEqual(
    member?.admissions.map(({ map }) => map),
    ['dhcp_access', 'ethernet_filter'],
  )
})
