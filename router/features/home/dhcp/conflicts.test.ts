import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, deviceOf, openHousehold, PHONE, PRINTER, WIFI, WIRE } from './household.fixture.ts'

const ROGUE = '02:00:00:00:00:99'

test('a device whose address another host uses gets another one', async () => {
  const { grants, facts, machine } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  machine.answerArp(({ link, target }) => (link === WIRE && target === '192.168.2.2' ? [ROGUE] : []))
  await grants.grant(ask(PRINTER))
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), undefined)
  assert.equal(facts.leases.get(PRINTER)?.ip, '192.168.2.2', 'until it has taken another')
  assert.deepEqual(grants.offer(ask(PRINTER)), { granted: grants.terms('192.168.2.6') })
  await grants.grant(ask(PRINTER), '192.168.2.6')
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '192.168.2.6')
})

test('on a shared link, a DECLINE is ignored if ARP replies or open connections contradict it', async () => {
  const { grants, machine, happened, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  happened.length = 0
  machine.answerArp(() => [ROGUE, PRINTER])
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), 'declined, but its device answers there')
  assert.deepEqual(
    happened.map(({ topic }) => topic),
    ['dhcp:spoof'],
  )
  machine.answerArp(() => [])
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), 'declined, but no other host answers there')
  await clock.step(600_000)
  machine.answerArp(() => [ROGUE])
  const ends = { source: '192.168.2.2', destination: '81.2.69.1', packets: 1, bytes: 60 }
  machine.ip.flows.push({ protocol: 6, port: 443, original: ends, reply: ends, entry: new Uint8Array() })
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), 'declined, but its device has connections there')
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('an address that was declined is usable again when the owner sets it', async () => {
  const { grants, change, machine } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  machine.answerArp(() => [ROGUE])
  await grants.grant(ask(PRINTER))
  await grants.decline(ask(PRINTER), '192.168.2.2')
  assert.equal(grants.ownAddress(PRINTER), undefined)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, StaticIP: true }))
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('a DECLINE never moves an address that the owner set, and a few of them are enough', async () => {
  const devices = [deviceOf(PHONE), deviceOf(PRINTER, { RecentIP: '192.168.2.14', StaticIP: true })]
  const { grants, machine } = await openHousehold({ devices })
  machine.answerArp(() => [ROGUE])
  await grants.grant(ask(PRINTER))
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.14'), 'declined, but set by the owner')
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.14')

  const answers: unknown[] = []
  for (let i = 0; i < 4; i++) {
    const offered = grants.offer(ask(PHONE, WIFI))
    answers.push(await grants.decline(ask(PHONE, WIFI), 'granted' in offered ? offered.granted.ip : ''))
  }
  assert.deepEqual(answers, [undefined, undefined, 'declined too often', 'declined too often'])
})

test('a device is not moved to another port while it answers on its own', async () => {
  const { grants, facts, change, machine, happened } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await change((draft) => {
    draft.interfaces.put('lan1', { Name: 'lan1', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.links.put('lan1', { name: 'lan1', index: 9, mac: '02:00:00:00:ff:09', up: true })
  })
  await grants.grant(ask(PRINTER))
  machine.answerArp(({ link }) => (link === WIRE ? [PRINTER] : []))
  assert.deepEqual(await grants.grant(ask(PRINTER, 'lan1')), { refused: 'answers on another link' })
  assert.equal(happened.at(-1)?.topic, 'dhcp:spoof')
  assert.equal(facts.leases.get(PRINTER)?.link, WIRE)
  machine.answerArp(() => [])
  assert.ok('granted' in (await grants.grant(ask(PRINTER, 'lan1'))))
})
