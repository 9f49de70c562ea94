import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeOf, namesWith } from './home.ts'
import { BLANK, FIREWALL_RULE_KINDS, type FirewallRuleByKind, type FirewallRuleKind, type Ruled } from './rule.ts'
import { codeOf, sentenceOf } from './sentence.ts'

const home = homeOf([{ Name: 'TV', RecentIP: '192.168.2.6', DeviceTags: ['cam'] }], ['192.168.2.0/24'], [], [])
const everyone = (kind: FirewallRuleKind) =>
  kind === 'block' || kind === 'block_forward' ? { SrcIP: '0.0.0.0/0' } : {}
const says = <K extends FirewallRuleKind>(kind: K, more: Partial<FirewallRuleByKind[K]>): string =>
  sentenceOf({ kind, rule: { ...BLANK[kind], ...everyone(kind), ...more } } as unknown as Ruled, home)

test('a forward is described by its source, ports and target', () => {
  const forward = { DstIP: '192.168.2.6', SrcPort: '8080', DstPort: '80' }
  assert.equal(says('forward', forward), 'From the internet, TCP port 8080 is forwarded to TV, port 80.')
  assert.equal(
    says('forward', { ...forward, SrcIP: '203.0.113.0/24', SrcPort: '5000-5010', DstPort: 'any', Protocol: 'udp' }),
    'From 203.0.113.0/24 only, UDP ports 5000-5010 are forwarded to TV.',
  )
  assert.equal(
    says('forward', { DstIP: '192.168.2.10', SrcPort: 'any' }),
    'From the internet, every TCP port is forwarded to 192.168.2.10.',
  )
})

test('an endpoint is described by its tags, their devices, and the target', () => {
  assert.equal(
    says('endpoint', { IP: '192.168.2.6', Port: '9100', Tags: ['print', 'office'] }),
    'Devices with the tag “print” or “office” may reach TV at TCP port 9100.',
  )
  assert.equal(
    says('endpoint', { Domain: 'updates.example.com', Port: 'any', Tags: ['cam'] }),
    'Devices with the tag “cam” (TV) may reach updates.example.com at every TCP port.',
  )
})

test('a device whose name shows nothing is not listed', () => {
  const devices = ['\u202e', 'TV'].map((Name) => ({ Name, RecentIP: '', DeviceTags: ['cam'] }))
  assert.deepEqual(namesWith(['cam'], homeOf(devices, [], [], [])), ['TV'])
})

test('blocks are described by their source, protocol and destination', () => {
  assert.equal(
    says('block', { SrcIP: '192.168.2.6', DstIP: '203.0.113.9' }),
    'TV cannot open TCP connections to 203.0.113.9.',
  )
  assert.equal(says('block', { DstIP: '192.168.2.6/32', Protocol: 'udp' }), 'No device can send UDP packets to TV.')
  assert.equal(
    says('block_forward', { SrcIP: '192.168.2.6', DstIP: '0.0.0.0/0', DstPort: '443' }),
    'TV cannot open TCP connections through the router to anywhere at port 443.',
  )
  assert.equal(
    says('block_forward', { DstIP: '192.168.2.6' }),
    'No device can open TCP connections through the router to TV.',
  )
  assert.equal(says('block_output', { DstIP: '192.168.2.6' }), 'The router itself cannot open TCP connections to TV.')
  assert.equal(
    says('block_output', { DstIP: '9.9.9.9', DstPort: '853' }),
    'The router itself cannot open TCP connections to 9.9.9.9 at port 853.',
  )
  assert.match(
    says('block_output', { SrcIP: '10.0.0.2', DstIP: '9.9.9.9' }),
    / to 9\.9\.9\.9 from its address 10\.0\.0\.2\.$/,
  )
})

test('ports of the router name the devices they are open to', () => {
  assert.equal(says('service_port', { Port: '22' }), 'Devices at home may reach the router at TCP port 22.')
  assert.match(
    says('service_port', { Port: '22', UpstreamEnabled: true }),
    /^Devices at home and anyone on the internet may /,
  )
  assert.equal(
    says('multicast', { Port: '5353' }),
    'The router accepts multicast at UDP port 5353 from devices at home.',
  )
  assert.match(says('multicast', { Port: '1900', Upstream: true }), /and from internet ports\.$/)
})

test('a network behind another link says what it may do', () => {
  const net = { Interface: 'br-abc', SrcIP: '172.18.0.0/16' }
  assert.equal(
    says('custom_interface', { ...net, Policies: ['wan', 'dns'], Groups: ['work'] }),
    '172.18.0.0/16 on br-abc may use the internet and look up names, and is in the group work.',
  )
  assert.match(says('custom_interface', { ...net, Policies: [] }), / has no access\.$/)
  assert.match(
    says('custom_interface', { ...net, Policies: ['wan', 'disabled'], Groups: ['work'] }),
    / has no access\.$/,
  )
})

test('every kind has its own sentence, and a line with the fields of the rule', () => {
  const filled = { SrcIP: '192.168.2.6', DstIP: '203.0.113.9', IP: '203.0.113.9', Port: '80', Interface: 'br0' }
  const ruled = FIREWALL_RULE_KINDS.map((kind) => ({ kind, rule: { ...BLANK[kind], ...filled } }) as unknown as Ruled)
  assert.equal(new Set(ruled.map((one) => sentenceOf(one, home))).size, FIREWALL_RULE_KINDS.length)
  for (const one of ruled) assert.match(codeOf(one), /\S/)
})
