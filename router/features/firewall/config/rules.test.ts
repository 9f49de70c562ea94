import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../../compiler/compile.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { firewall } from '../../../model/firewall/config/contract.ts'
import { parsePorts } from '../../../model/firewall/config/port.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { firewallHandlers } from './handlers.ts'

function open(apiPorts: string[] = ['80']) {
  const memory = openMemoryFacts()
  /** Of each guarded call, the ports that are to be held open. */
  const held: string[][] = []
  const handlers = firewallHandlers({
    ...memory,
    guard: ({ heldOpen }, edit) =>
      memory.change((draft) => {
        edit(draft)
        held.push((heldOpen?.(draft) ?? []).map(({ Port }) => Port))
      }),
    confirmations: { settle: async () => undefined },
    machine: { nftList: async () => ({}) },
    network: () => compile(memory.facts),
    apiPorts: () => apiPorts,
    resolver: { probe: async () => undefined },
  })
  const caller = { name: 'admin', kind: 'user', address: '' } as const
  /** A call as it would come in: the body parsed by its schema. */
  const call = async (name: keyof typeof firewall, given?: unknown): Promise<unknown> => {
    const { details } = firewall[name] as { details: { body?: { parse(value: unknown): unknown } } }
    const body = details.body?.parse(given)
    const handler = handlers[name] as (request: unknown) => unknown
    return handler({ params: {}, query: {}, body, caller })
  }
  return { ...memory, call, held }
}

const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8080', DstIP: '192.168.2.6', DstPort: '80' }
const block = { Protocol: 'tcp', SrcIP: '1.2.3.0/24', DstIP: '0.0.0.0/0' }
const endpoint = { RuleName: 'printer', Protocol: 'tcp', IP: '192.168.2.2', Domain: '', Port: '9100', Tags: ['Print'] }
const custom = { Interface: 'br-abc', SrcIP: '172.18.0.0/16', RouteDst: '', Policies: ['wan'], Groups: [], Tags: [] }

const refusal = (field: string) => (error: unknown) => error instanceof Invalid && error.field === field

test('ports are any, one or a range; all texts that clients send for any port are accepted', () => {
  for (const text of ['any', '', '0-65535', '1-65535']) assert.deepEqual(parsePorts(text), { first: 1, last: 65535 })
  assert.deepEqual(parsePorts('0-10'), { first: 1, last: 10 })
  assert.deepEqual(parsePorts('443'), { first: 443, last: 443 })
  for (const text of ['0', '65536', '9-8', '-1', '80,90', 'http', '1-2-3', '000080', '１'])
    assert.equal(parsePorts(text), undefined, text)
})

test('an equal rule replaces the earlier one, and is deleted whatever its name and description', async () => {
  const { call, facts } = open()
  await call('addForward', forward)
  await call('addForward', { ...forward, RuleName: 'web', Description: 'twice' })
  assert.deepEqual(
    [...facts.forwards.values()].map(({ RuleName }) => RuleName),
    ['web'],
  )
  await call('addBlockForward', { ...block, DstPort: '' })
  await call('addBlockForward', { ...block, SrcIP: '1.2.3.9/24', DstPort: '0-65535' })
  assert.equal(facts.forwardBlocks.size, 1)
  await call('removeForward', forward)
  await call('removeBlockForward', { ...block, DstPort: 'any', Disabled: true })
  assert.deepEqual([facts.forwards.size, facts.forwardBlocks.size], [0, 0])
})

test('ranges that keep their ports may have any length; the total of shifted ports is limited', async () => {
  const { call } = open()
  await call('addForward', { ...forward, SrcPort: '1-60000', DstPort: '1-60000' })
  const shifting = (Protocol: string, SrcIP: string, last: number) =>
    call('addForward', { ...forward, Protocol, SrcIP, SrcPort: `1-${last}`, DstPort: `2-${last + 1}` })
  await shifting('udp', '0.0.0.0/0', 4000)
  await assert.rejects(shifting('udp', '10.0.0.0/8', 97), refusal('DstPort'))
  await shifting('udp', '10.0.0.0/8', 96)
  await shifting('udp', '10.0.0.0/8', 96)
})

test('the number of open ports of the router is limited, and existing ones can still be changed', async () => {
  const { call, facts } = open()
  const port = (Port: number, UpstreamEnabled = false) =>
    call('openPort', { Protocol: 'udp', Port: String(Port), UpstreamEnabled })
  for (let nth = facts.setting('firewall').ServicePorts.length; nth < 1000; nth++) await port(1000 + nth)
  await assert.rejects(port(2000), refusal('Port'))
  await port(1999, true)
})

test('deleting a rule that does not exist is NotFound', async () => {
  const { call } = open()
  await assert.rejects(call('removeForward', forward), NotFound)
  await assert.rejects(call('removeBlock', block), NotFound)
  await assert.rejects(call('removeBlockOutput', block), NotFound)
  await assert.rejects(call('removeEndpoint', { RuleName: 'none' }), NotFound)
  await assert.rejects(call('removeCustomInterface', custom), NotFound)
  await assert.rejects(call('closePort', { Protocol: 'tcp', Port: '8080' }), NotFound)
  await assert.rejects(call('closeMulticast', { Port: '99' }), NotFound)
})

test('a range is forwarded to one port, the same range or one of equal length; others are rejected', async () => {
  const { call, facts } = open()
  for (const [SrcPort, DstPort] of [
    ['1000-1010', '80'],
    ['2000-2010', '2000-2010'],
    ['3000-3010', '4000-4010'],
    ['5000-5010', 'any'],
  ])
    await call('addForward', { ...forward, SrcPort, DstPort })
  for (const [SrcPort, DstPort] of [
    ['6000', '80-90'],
    ['6000-6010', '80-81'],
  ])
    await assert.rejects(
      call('addForward', { ...forward, SrcPort, DstPort }),
      /^Invalid: DstPort: .*as long as SrcPort/,
    )
  assert.equal(facts.forwards.size, 4)
})

test('a port is forwarded once for the same callers', async () => {
  const { call } = open()
  await call('addForward', { ...forward, SrcPort: '8000-8100', DstPort: 'any' })
  await assert.rejects(call('addForward', forward), /^Invalid: SrcPort: is forwarded already/)
  await call('addForward', { ...forward, Protocol: 'udp' })
  await call('addForward', { ...forward, SrcIP: '198.51.100.0/24' })
  await call('addForward', { ...forward, Disabled: true })
})

test('a forward needs a port that the router does not use, and a port of the router is not opened over a forward', async () => {
  const { call, change, facts } = open()
  await call('openPort', { Protocol: 'tcp', Port: '443', UpstreamEnabled: true })
  await change((draft) => draft.set('vpn', { ...draft.setting('vpn'), PrivateKey: 'sealed', Up: true }))
  await assert.rejects(
    call('addForward', { ...forward, Protocol: 'udp', SrcPort: '51280', DstPort: 'any' }),
    /^Invalid: SrcPort: udp 51280 is a port of the VPN server: forward another port/,
  )
  await assert.rejects(call('addForward', { ...forward, SrcPort: '443' }), /^Invalid: SrcPort: tcp 443 .* the router/)
  await call('addForward', { ...forward, Protocol: 'udp', SrcPort: 'any', DstPort: 'any' })
  await call('addForward', { ...forward, SrcPort: '440-450', DstPort: 'any' })
  await call('addForward', { ...forward, SrcPort: '51280' })
  await call('addForward', { ...forward, SrcPort: '22' })
  assert.equal(facts.forwards.size, 4)
  const ssh = { Protocol: 'tcp', Port: '22' }
  await assert.rejects(
    call('openPort', { ...ssh, UpstreamEnabled: true }),
    /^Invalid: Port: tcp 22 is forwarded to 192.168.2.6: delete or disable/,
  )
  await call('openPort', { ...ssh, UpstreamEnabled: false })
  await call('addForward', { ...forward, SrcPort: '22', Disabled: true })
  await call('openPort', { ...ssh, UpstreamEnabled: true })
})

test('an endpoint has an address or a domain, and a tag, and replaces one of the same name', async () => {
  const { call, facts } = open()
  await call('addEndpoint', endpoint)
  await call('addEndpoint', { ...endpoint, IP: '', Domain: 'Updates.Example.com.', Port: 'any' })
  assert.deepEqual(
    [...facts.endpoints.values()].map(({ Domain, Tags }) => [Domain, Tags]),
    [['updates.example.com', ['print']]],
  )
  await assert.rejects(call('addEndpoint', { ...endpoint, Domain: 'x.test' }), Invalid)
  await assert.rejects(call('addEndpoint', { ...endpoint, IP: '' }), Invalid)
  await assert.rejects(call('addEndpoint', { ...endpoint, IP: '', Domain: 'not a name' }), Invalid)
  await assert.rejects(call('addEndpoint', { ...endpoint, Tags: [] }), Invalid)
  await call('removeEndpoint', { RuleName: 'printer' })
  assert.equal(facts.endpoints.size, 0)
})

test('only the last administration port is held open when it is closed', async () => {
  const { call, held } = open(['80', '443'])
  for (const Port of ['22', '80', '443']) await call('closePort', { Protocol: 'tcp', Port })
  await call('openPort', { Protocol: 'tcp', Port: '080', UpstreamEnabled: false })
  await call('openPort', { Protocol: 'tcp', Port: '443', UpstreamEnabled: false })
  await call('closePort', { Protocol: 'tcp', Port: '443' })
  assert.deepEqual(held, [[], [], ['443'], [], [], []])
})

test('a custom interface must not overlap the household or be an uplink, and cannot be added twice', async () => {
  const { call, change, facts } = open()
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
  })
  await call('addCustomInterface', custom)
  await assert.rejects(call('addCustomInterface', custom), Invalid)
  await assert.rejects(call('addCustomInterface', { ...custom, SrcIP: '192.168.2.0/30' }), /overlaps 192.168.2.0\/24/)
  await assert.rejects(call('addCustomInterface', { ...custom, Interface: 'wan0' }), /is an uplink/)
  const wide = { ...custom, SrcIP: '172.19.0.0/16' }
  await assert.rejects(call('addCustomInterface', { ...wide, Policies: ['lan_upstream'] }), Invalid)
  await assert.rejects(call('addCustomInterface', { ...wide, Tags: ['x'] }), Invalid)
  for (const [field, wrong] of [
    ['Interface', { Interface: 'lan0' }],
    ['SrcIP', { SrcIP: '203.0.113.0/28' }],
    ['SrcIP', { SrcIP: '169.254.0.0/24' }],
    ['Groups', { Groups: ['wan'] }],
    ['Tags', { SrcIP: '172.19.0.2', Tags: ['dns'] }],
  ] as const)
    await assert.rejects(
      call('addCustomInterface', { ...wide, ...wrong }),
      (error) => error instanceof Invalid && error.field === field,
      JSON.stringify(wrong),
    )
  for (const wrong of [{ Groups: ['a"\n}'] }, { SrcIP: '172.19.0.2', Tags: ['"; flush ruleset'] }])
    await assert.rejects(call('addCustomInterface', { ...wide, ...wrong }), /home\.label/)
  await call('addCustomInterface', { ...wide, Groups: ['Cloud'] })
  assert.ok(facts.groups.has('cloud'), 'a group comes into being where a rule names it')
  await call('addCustomInterface', { ...wide, SrcIP: '172.19.0.2', Tags: ['x'], Policies: ['lan_upstream', 'wan'] })
})

test('both ping settings are required, and the router’s resolver must be an address', async () => {
  const { call, facts } = open()
  await assert.rejects(call('setPing', { PingLan: true }))
  await call('setPing', { PingLan: false, PingWan: true })
  await call('setSystemDns', '9.9.9.9')
  await assert.rejects(call('setSystemDns', 'dns.test'))
  const { PingLan, PingWan, SystemDNSOverride } = facts.setting('firewall')
  assert.deepEqual([PingLan, PingWan, SystemDNSOverride], [false, true, '9.9.9.9'])
})
