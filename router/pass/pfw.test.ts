import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from '../model/firewall/rules/pfwrule.ts'
import type { Draft } from '../store/facts.ts'
import { addressSet } from '../values/addressset.ts'
import { ipToNumber } from '../values/ip.ts'
import { arrives, connection, elementsOf, LAPTOP, openHome, PRINTER } from './home.fixture.ts'

const rule = (draft: Draft, Id: string, input: object, holds = false): void => {
  draft.pfwRules.put(Id, { ...RuleInput.parse({ Name: Id, ...input }), Id, Order: 1, Skips: [], Number: 0 })
  state(draft, Id, holds)
}
const state = (draft: Draft, id: string, holds: boolean, skipped: string[] = []): void =>
  draft.pfwStates.put(id, { id, holds, until: undefined, skipped })

async function openFamily() {
  const home = await openHome()
  await home.pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns', 'lan'])
    arrives(draft, PRINTER, '192.168.2.10', ['wan', 'lan'])
  })
  const { flows } = home.machine.ip
  flows.push(
    connection('192.168.2.6', '1.2.3.4', 443),
    connection('192.168.2.6', '192.168.2.1', 53),
    connection('192.168.2.6', '192.168.2.10', 9100),
    connection('192.168.2.10', '1.2.3.4', 443),
  )
  return { ...home, open: () => flows.map(({ original }) => `${original.source} ${original.destination}`) }
}

test('when a schedule begins, connections of its devices to the internet end, and no others', async () => {
  const { pass, machine, open } = await openFamily()
  await pass.change((draft) => rule(draft, 'bedtime', { When: { Devices: [LAPTOP] }, Do: { Kind: 'block' } }))
  assert.equal(open().length, 4)
  await pass.change((draft) => state(draft, 'bedtime', true))
  assert.deepEqual(open(), ['192.168.2.6 192.168.2.1', '192.168.2.6 192.168.2.10', '192.168.2.10 1.2.3.4'])
  assert.match(await elementsOf(machine, 'pfw_bedtime'), /192\.168\.2\.6/)
  await pass.change((draft) => state(draft, 'bedtime', false))
  assert.doesNotMatch(await elementsOf(machine, 'pfw_bedtime'), /192\.168\.2\.6/)
})

test('the beginning of a schedule changes elements only, not the chains', async () => {
  const { pass, transactions } = await openFamily()
  await pass.change((draft) => rule(draft, 'bedtime', { When: { Devices: [LAPTOP] }, Do: { Kind: 'block' } }))
  transactions.length = 0
  await pass.change((draft) => state(draft, 'bedtime', true))
  assert.deepEqual(transactions, ['+ pfw_bedtime 192.168.2.6 . "lan0"'])
})

test('a device with a postponed schedule keeps its connections', async () => {
  const { pass, open } = await openFamily()
  await pass.change((draft) => {
    rule(draft, 'bedtime', { Do: { Kind: 'block' } })
    state(draft, 'bedtime', true, [LAPTOP])
  })
  assert.ok(open().includes('192.168.2.6 1.2.3.4'))
  assert.ok(!open().includes('192.168.2.10 1.2.3.4'))
  await pass.change((draft) => state(draft, 'bedtime', true))
  assert.ok(!open().includes('192.168.2.6 1.2.3.4'))
})

test('a rule for the home ends connections in both directions; one for a port, of its devices only', async () => {
  const { pass, open } = await openFamily()
  await pass.change((draft) =>
    rule(
      draft,
      'a',
      { When: { Devices: [PRINTER] }, To: { Place: 'home', Port: '9100' }, Do: { Kind: 'block' } },
      true,
    ),
  )
  assert.ok(open().includes('192.168.2.6 192.168.2.10'))
  await pass.change((draft) =>
    rule(draft, 'a', { When: { Devices: [PRINTER] }, To: { Place: 'home' }, Do: { Kind: 'block' } }, true),
  )
  assert.ok(!open().includes('192.168.2.6 192.168.2.10'))
})

test('when permitted time ends, the connections that only it permitted end', async () => {
  const { pass, open } = await openFamily()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['dns'])
    rule(draft, 'visit', { When: { Devices: [LAPTOP] }, Do: { Kind: 'allow' } }, true)
  })
  assert.ok(open().includes('192.168.2.6 1.2.3.4'))
  await pass.change((draft) => draft.pfwRules.remove('visit'))
  assert.ok(!open().includes('192.168.2.6 1.2.3.4'))
})

test('an address that a listed domain is found to have ends its connections, and fills the set only', async () => {
  const { pass, machine, open, transactions } = await openFamily()
  const To = { Place: 'listed', Domains: ['video.test'], Countries: ['NO'] }
  await pass.change((draft) => rule(draft, 'video', { When: { Devices: [LAPTOP] }, To, Do: { Kind: 'block' } }, true))
  assert.equal(open().length, 4)
  transactions.length = 0
  const addresses = addressSet([{ start: ipToNumber('1.2.3.4'), end: ipToNumber('1.2.3.4') }])
  await pass.change((draft) => draft.pfwHosts.put('video', { id: 'video', addresses }))
  assert.deepEqual(open(), ['192.168.2.6 192.168.2.1', '192.168.2.6 192.168.2.10', '192.168.2.10 1.2.3.4'])
  assert.match(await elementsOf(machine, 'pfw_video_hosts'), /1\.2\.3\.4/)
  assert.deepEqual(
    transactions.map((text) => text.match(/(add|flush|delete) (chain|rule|set)/g)),
    [['flush set']],
  )
})

test('the networks of a country end connections to them when they are compiled', async () => {
  const { pass, open } = await openFamily()
  const To = { Place: 'listed', Countries: ['NO'], Protocol: 'tcp', Port: '443' }
  await pass.change((draft) => rule(draft, 'abroad', { To, Do: { Kind: 'block' } }, true))
  assert.equal(open().length, 4)
  const addresses = addressSet([{ start: ipToNumber('1.0.0.0'), end: ipToNumber('1.255.255.255') }])
  const key = JSON.stringify([[], ['NO'], []])
  await pass.change((draft) => draft.pfwNetworks.put('abroad', { id: 'abroad', key, addresses }))
  assert.deepEqual(open(), ['192.168.2.6 192.168.2.1', '192.168.2.6 192.168.2.10'])
})
