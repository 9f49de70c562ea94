import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, deviceOf, openHousehold, PRINTER, WIRE } from './household.fixture.ts'
import { WRITE_RENEWALS_MS } from './renewals.ts'

const DAY_MS = 24 * 3600_000

test('renewals that arrive together share one change, each with its own address', async () => {
  const devices = Array.from({ length: 50 }, (_, i) => deviceOf(`02:00:00:00:01:${(i + 16).toString(16)}`))
  const { grants, facts, watch } = await openHousehold({ devices })
  const changes: number[] = []
  watch((entries) => changes.push(entries.length))
  const answers = await Promise.all(devices.map(({ MAC }) => grants.grant(ask(MAC))))
  assert.equal(new Set(answers.map((answer) => 'granted' in answer && answer.granted.ip)).size, 50)
  assert.deepEqual(changes, [100])
  assert.equal(facts.leases.size, 50)
})

test('a second request of a device while the first is in progress is refused as busy', async () => {
  const { grants } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const [first, second] = await Promise.all([grants.grant(ask(PRINTER)), grants.grant(ask(PRINTER))])
  assert.ok('granted' in first)
  assert.deepEqual(second, { refused: 'busy' })
})

test('after too many changes a device is only renewed, and a new lease is refused for a while', async () => {
  const { grants, clock, facts } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const asked = (hostName: string) => grants.grant({ ...ask(PRINTER), hostName })
  for (let i = 0; i < 10; i++) assert.ok('granted' in (await asked(`name-${i}`)))
  assert.equal(facts.leases.get(PRINTER)?.hostName, 'name-7')
  await grants.release(PRINTER, '192.168.2.2')
  assert.deepEqual(await asked('name'), { refused: 'too often' })
  await clock.step(2000)
  assert.ok('granted' in (await asked('name')))
})

test('a renewal is answered immediately, and saved with others later', async () => {
  const { grants, facts, clock, watch, happened } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await clock.step(DAY_MS / 2)
  let changes = 0
  watch(() => changes++)
  assert.equal(grants.renew(ask(PRINTER), '192.168.2.2')?.ip, '192.168.2.2')
  assert.equal(changes, 0)
  assert.equal(happened.at(-1)?.topic, 'dhcp:response')
  await clock.step(WRITE_RENEWALS_MS)
  assert.equal(changes, 1)
  assert.equal(facts.devices.get(PRINTER)?.DHCPLastTime, '2024-03-01 22:00:00.000000000 +0000 UTC')
  await clock.step(DAY_MS - WRITE_RENEWALS_MS - 1)
  assert.equal(facts.leases.size, 1)
  await clock.step(1)
  assert.equal(facts.leases.size, 0)
})

test('a station that roams before its renewal is written keeps its new link and its new end', async () => {
  const { grants, facts, change, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await clock.step(DAY_MS / 2)
  grants.renew(ask(PRINTER), '192.168.2.2')
  await change((draft) => draft.leases.put(PRINTER, { ...draft.leases.get(PRINTER)!, link: 'wlan1.4096' }))
  await clock.step(WRITE_RENEWALS_MS)
  await clock.step(DAY_MS - WRITE_RENEWALS_MS - 1)
  assert.equal(facts.leases.get(PRINTER)?.link, 'wlan1.4096')
})

test('only a renewal of the current lease of the device is accepted', async () => {
  const { grants, change, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const renew = (ip = '192.168.2.2', link = WIRE) => grants.renew(ask(PRINTER, link), ip)
  assert.equal(renew(), undefined)
  await grants.grant(ask(PRINTER))
  assert.ok(renew())
  assert.equal(renew('192.168.2.6'), undefined)
  assert.equal(renew('192.168.2.2', 'lan1'), undefined)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, RecentIP: '192.168.2.14' }))
  assert.equal(renew(), undefined)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, RecentIP: '192.168.2.2' }))
  assert.ok(renew())
  await clock.step(DAY_MS)
  assert.equal(renew(), undefined)
})

test('a lease that is not renewed is deleted when it expires, and the address stays reserved for the device', async () => {
  const { grants, facts, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await clock.step(DAY_MS - 1)
  assert.equal(facts.leases.size, 1)
  await clock.step(1)
  assert.equal(facts.leases.size, 0)
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('releasing a lease deletes it, and the address stays reserved for the device', async () => {
  const { grants, facts } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await grants.release(PRINTER, '192.168.2.2')
  assert.equal(facts.leases.size, 0)
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('requests that another host sends in the name of a device do not prevent it from renewing', async () => {
  const { grants, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  for (let i = 0; i < 9; i++) await grants.grant({ ...ask(PRINTER), hostName: `name-${i}` })
  await clock.step(1000)
  assert.ok('granted' in (await grants.grant(ask(PRINTER))))
})
