import assert from 'node:assert/strict'
import { test } from 'node:test'
import { englishPhrases } from '../../../../router/phrases/english.ts'
import { firewallTexts } from '../../../texts/firewall/firewall.ts'
import { complaintsOf } from './complaints.ts'
import { blank, FIREWALL_RULE_KINDS, type FirewallRuleByKind, type FirewallRuleKind, type Ruled } from './rule.ts'

test('an empty form reports its required fields', () => {
  const lacking = Object.fromEntries(
    FIREWALL_RULE_KINDS.map((kind) => [kind, Object.keys(complaintsOf(blank(kind))).sort()]),
  )
  assert.deepEqual(lacking, {
    forward: ['DstIP', 'SrcPort'],
    endpoint: ['Port', 'RuleName', 'Tags'],
    block: ['DstIP', 'SrcIP'],
    block_forward: ['DstIP', 'SrcIP'],
    block_output: ['DstIP'],
    service_port: ['Port'],
    multicast: ['Port'],
    custom_interface: ['Interface', 'SrcIP'],
  })
})

test('a block is for everyone only if that is chosen', () => {
  const rule = { ...blankOf('block'), DstIP: '203.0.113.9' }
  assert.deepEqual(complaintsOf({ kind: 'block', rule }), { SrcIP: firewallTexts.endMissing })
  assert.deepEqual(complaintsOf({ kind: 'block', rule: { ...rule, SrcIP: '0.0.0.0/0' } }), {})
})

test('a field that the router rejected is shown with the message of the contract', () => {
  const port = {
    kind: 'service_port',
    rule: { Protocol: 'tcp', Port: '99999', UpstreamEnabled: false, Description: '' },
  }
  assert.deepEqual(complaintsOf(port as Ruled), { Port: 'must be a port from 1 to 65535' })
})

test('the messages of the contract have texts in the app', () => {
  const wrong = '\u0007'
  const rules: Ruled[] = [
    { kind: 'forward', rule: { ...blankOf('forward'), DstIP: wrong, SrcIP: wrong, SrcPort: wrong, RuleName: wrong } },
    { kind: 'forward', rule: { ...blankOf('forward'), SrcPort: '80', Description: 'x'.repeat(257) } },
    { kind: 'service_port', rule: { ...blankOf('service_port'), Port: wrong } },
    { kind: 'custom_interface', rule: { ...blankOf('custom_interface'), Interface: wrong, Tags: [wrong] } },
  ]
  const said = rules.flatMap((ruled) => Object.values(complaintsOf(ruled)))
  assert.deepEqual(
    said.filter((words) => words in englishPhrases),
    [],
  )
})

const blankOf = <K extends FirewallRuleKind>(kind: K) => blank(kind).rule as FirewallRuleByKind[K]
