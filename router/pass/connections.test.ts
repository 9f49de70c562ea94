import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from '../features/devices/device.ts'
import { emptyGroup } from '../features/groups/group.ts'
import { arrives, connection, elementsOf, LAPTOP, openHome, PRINTER } from './home.fixture.ts'

test('a lost permission ends its connections, and leaves the others', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns'])
    arrives(draft, PRINTER, '192.168.2.10', ['wan'])
  })
  machine.ip.flows.push(
    connection('192.168.2.6', '1.2.3.4', 443),
    connection('192.168.2.6', '192.168.2.1', 53),
    connection('192.168.2.10', '1.2.3.4', 443),
  )
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['dns']))
  assert.deepEqual(
    machine.ip.flows.map(({ original, port }) => [original.source, port]),
    [
      ['192.168.2.6', 53],
      ['192.168.2.10', 443],
    ],
  )
})

test('redirected DNS connections end when the redirection has another resolver', async () => {
  const { machine, pass } = await openHome()
  const asks = (DNSCustom: string, ...policies: Policy[]) =>
    pass.change((draft) => {
      arrives(draft, LAPTOP, '192.168.2.6', policies)
      draft.devices.put(LAPTOP, { ...draft.devices.get(LAPTOP)!, DNSCustom })
    })
  const ledTo = (resolver: string) => machine.ip.flows.push(connection('192.168.2.6', '8.8.8.8', 53, resolver))
  await asks('9.9.9.9', 'wan', 'dns')
  for (const [DNSCustom, kept] of [
    ['1.1.1.1', '1.1.1.1'],
    ['', '192.168.2.1'],
    ['9.9.9.9', '9.9.9.9'],
  ] as const) {
    for (const resolver of ['9.9.9.9', '1.1.1.1', '192.168.2.1']) ledTo(resolver)
    await asks(DNSCustom, 'wan', 'dns')
    assert.deepEqual([...new Set(machine.ip.flows.map(({ reply }) => reply.source))], [kept])
  }
  await asks('9.9.9.9', 'wan')
  assert.deepEqual(machine.ip.flows, [])
  assert.doesNotMatch(await elementsOf(machine, 'dns_custom'), /9\.9\.9\.9/)
})

test('noapi ends connections to the admin app at any address of the router', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns'])
  })
  for (const address of ['192.168.2.1', '192.168.2.5', '203.0.113.7'])
    machine.ip.flows.push(connection('192.168.2.6', address, 80))
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan', 'dns', 'noapi']))
  assert.deepEqual(machine.ip.flows, [])
})

test('a restarted router ends connections that it does not permit', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    arrives(draft, LAPTOP, '192.168.2.6', ['wan'])
    arrives(draft, PRINTER, '192.168.2.10', [])
  })
  machine.ip.flows.push(connection('192.168.2.6', '1.2.3.4', 443), connection('192.168.2.10', '1.2.3.4', 443))
  await pass.endForbidden()
  assert.deepEqual(
    machine.ip.flows.map(({ original }) => original.source),
    ['192.168.2.6'],
  )
})

test('disabling a group ends the connections between its members', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => {
    draft.groups.put('family', emptyGroup('family'))
    arrives(draft, LAPTOP, '192.168.2.6', [], ['family'])
    arrives(draft, PRINTER, '192.168.2.10', [], ['family'])
  })
  machine.ip.flows.push(connection('192.168.2.6', '192.168.2.10', undefined))
  await pass.change((draft) => draft.groups.put('family', { ...emptyGroup('family'), Disabled: true }))
  assert.deepEqual(machine.ip.flows, [])
})
