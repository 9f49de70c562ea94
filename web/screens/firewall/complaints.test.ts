import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintsOf } from './complaints.ts'
import { blank, KINDS, type Ruled } from './rule.ts'

test('an empty form lacks what the rule cannot do without', () => {
  const lacking = Object.fromEntries(KINDS.map((kind) => [kind, Object.keys(complaintsOf(blank(kind))).sort()]))
  assert.deepEqual(lacking, {
    forward: ['DstIP', 'SrcPort'],
    endpoint: ['Port', 'RuleName', 'Tags'],
    block: ['DstIP'],
    block_forward: ['DstIP'],
    block_output: ['DstIP'],
    service_port: ['Port'],
    multicast: ['Port'],
    custom_interface: ['Interface', 'SrcIP'],
  })
})

test('a field that the router rejected is shown with the message of the contract', () => {
  const port = {
    kind: 'service_port',
    rule: { Protocol: 'tcp', Port: '99999', UpstreamEnabled: false, Description: '' },
  }
  assert.deepEqual(complaintsOf(port as Ruled), { Port: 'must be a port from 1 to 65535' })
})
