import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Policy } from '../model/home/devices/device.ts'
import { emptyGroup } from '../model/home/groups/group.ts'
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

const remarks = { RuleName: '', Disabled: false, Description: '' }
const blockOf = (DstIP: string) => ({ ...remarks, Protocol: 'tcp' as const, SrcIP: '0.0.0.0/0', DstIP })

test('a new rule evaluates only the connections that it matches', async () => {
  const { machine, pass } = await openHome()
  await pass.change((draft) => arrives(draft, LAPTOP, '192.168.2.6', ['wan']))
  let evaluated = 0
  for (let i = 0; i < 1000; i++) {
    const flow = connection('192.168.2.6', `198.51.${i % 250}.7`, 443)
    const { source, packets, bytes } = flow.reply
    // Needed to evaluate a connection, and not to select it.
    const reply = { source, packets, bytes, destination: '' }
    const leftAs = () => {
      evaluated++
      return '192.168.2.6'
    }
    Object.defineProperty(reply, 'destination', { get: leftAs })
    machine.ip.flows.push({ ...flow, reply })
  }
  await pass.change((draft) => draft.blocks.put('1', blockOf('198.51.100.0/24')))
  assert.equal(machine.ip.flows.length, 996)
  assert.equal(evaluated, 4)
  await pass.change((draft) => draft.blocks.remove('1'))
  assert.equal(evaluated, 4, 'a deleted block ends nothing')
})

test('each kind of rule ends all connections that it forbids', async () => {
  const { machine, pass } = await openHome()
  const ports = { Protocol: 'tcp' as const, SrcIP: '0.0.0.0/0' }
  await pass.change((draft) => {
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    arrives(draft, LAPTOP, '192.168.2.6', ['wan'])
    draft.devices.put(LAPTOP, { ...draft.devices.get(LAPTOP)!, DeviceTags: ['print'] })
    arrives(draft, PRINTER, '192.168.2.10', ['wan'])
    draft.forwards.put('web', { ...remarks, ...ports, DstIP: '192.168.2.10', DstPort: '80', SrcPort: '8080-8081' })
    draft.forwards.put('ssh', { ...remarks, ...ports, DstIP: '192.168.2.10', DstPort: 'any', SrcPort: '22' })
    const endpoint = { ...remarks, RuleName: 'printer', IP: '192.168.2.10', Domain: '', Tags: ['print'] }
    draft.endpoints.put('printer', { ...endpoint, Protocol: 'tcp', Port: '9100' })
  })
  const toInternet = (source: string, destination: string, port: number) => {
    const flow = connection(source, destination, port)
    return { ...flow, reply: { ...flow.reply, destination: '203.0.113.7' } }
  }
  const all = () => [
    toInternet('192.168.2.6', '198.51.100.7', 443),
    toInternet('192.168.2.6', '198.51.100.7', 25),
    connection('192.168.2.6', '192.168.2.10', 9100),
    toInternet('192.168.2.10', '198.51.101.7', 443),
    connection('198.51.100.9', '203.0.113.7', 8080, '192.168.2.10'),
    connection('198.51.100.9', '203.0.113.7', 8081, '192.168.2.10'),
    connection('198.51.100.9', '203.0.113.7', 22, '192.168.2.10'),
    connection('203.0.113.7', '198.51.100.7', 853),
  ]
  machine.ip.flows.push(...all())
  await pass.endForbidden()
  assert.equal(machine.ip.flows.length, all().length, 'all are permitted at first')

  const kept = async (edit: Parameters<typeof pass.change>[0]) => {
    machine.ip.flows.splice(0, machine.ip.flows.length, ...all())
    await pass.endForbidden()
    await pass.change(edit)
    const left = machine.ip.flows.map(({ original, port }) => `${original.source} ${port}`)
    await pass.endForbidden()
    const permitted = machine.ip.flows.map(({ original, port }) => `${original.source} ${port}`)
    assert.deepEqual(left, permitted)
    return left.length
  }
  assert.equal(await kept((draft) => draft.blocks.put('1', blockOf('198.51.100.7'))), 6)
  await pass.change((draft) => draft.blocks.remove('1'))
  assert.equal(await kept((draft) => draft.blocks.put('1', blockOf('203.0.113.0/24'))), 5)
  await pass.change((draft) => draft.blocks.remove('1'))
  const block = { ...blockOf('198.51.0.0/16'), DstPort: '1-100' }
  assert.equal(await kept((draft) => draft.forwardBlocks.put('1', block)), 7)
  await pass.change((draft) => draft.forwardBlocks.remove('1'))
  assert.equal(await kept((draft) => draft.outputBlocks.put('1', { ...block, DstPort: '853' })), 7)
  await pass.change((draft) => draft.outputBlocks.remove('1'))
  assert.equal(await kept((draft) => draft.forwards.remove('web')), 6)
  assert.equal(await kept((draft) => draft.forwards.remove('ssh')), 5)
  assert.equal(await kept((draft) => draft.endpoints.remove('printer')), 4)
})
