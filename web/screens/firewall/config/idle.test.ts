import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeOf } from './home.ts'
import { whyIdle } from './idle.ts'
import { BLANK, type FirewallRuleByKind, type FirewallRuleKind, type Ruled } from './rule.ts'

const tv = { Name: 'TV', RecentIP: '192.168.2.6', DeviceTags: ['cast'] }
const home = homeOf([tv], ['192.168.2.0/24'], ['lo', 'br-abc'], ['172.18.0.0/16'])
const idle = <K extends FirewallRuleKind>(kind: K, more: Partial<FirewallRuleByKind[K]>): string | undefined =>
  whyIdle({ kind, rule: { ...BLANK[kind], ...more } } as unknown as Ruled, home)

test('a forward is idle when no device has its address, or its target is outside of the home', () => {
  assert.equal(idle('forward', { DstIP: '192.168.2.6' }), undefined)
  assert.equal(idle('forward', { DstIP: '172.18.0.9' }), undefined)
  assert.equal(idle('forward', { DstIP: '192.168.2.10' }), 'no device has the address 192.168.2.10.')
  assert.equal(idle('forward', { DstIP: '203.0.113.9' }), '203.0.113.9 is not in this home.')
  assert.equal(idle('forward', { DstIP: '192.168.2.10', Disabled: true }), undefined)
})

test('a device that still has its address of before matches after the networks of the home have changed', () => {
  const moved = homeOf([tv], ['10.20.0.0/24'], [], [])
  const rule = { ...BLANK.forward, DstIP: '192.168.2.6' }
  assert.equal(whyIdle({ kind: 'forward', rule } as Ruled, moved), undefined)
  assert.match(whyIdle({ kind: 'forward', rule: { ...rule, DstIP: '192.168.2.10' } } as Ruled, moved) ?? '', /not in/)
})

test('a block is idle when no device has its source or destination address', () => {
  for (const kind of ['block', 'block_forward', 'block_output'] as const) {
    assert.equal(idle(kind, { DstIP: '203.0.113.9' }), undefined)
    assert.equal(idle(kind, { SrcIP: '192.168.2.0/25', DstIP: '203.0.113.9' }), undefined)
    assert.equal(idle(kind, { SrcIP: '192.168.2.1', DstIP: '203.0.113.9' }), undefined, 'the router is at home')
    assert.match(idle(kind, { SrcIP: '192.168.2.128/25', DstIP: '203.0.113.9' }) ?? '', /in 192\.168\.2\.128\/25/)
  }
})

test('an endpoint is idle when no device has one of its tags', () => {
  assert.equal(idle('endpoint', { IP: '203.0.113.9', Tags: ['print', 'cast'] }), undefined)
  assert.equal(idle('endpoint', { IP: '203.0.113.9', Tags: ['print'] }), 'no device has the tag print.')
  assert.match(idle('endpoint', { IP: '192.168.2.10', Tags: ['cast'] }) ?? '', /192\.168\.2\.10/)
})

test('a network is idle while its link does not exist; ports of the router never are', () => {
  assert.equal(idle('custom_interface', { Interface: 'br-abc', SrcIP: '172.18.0.0/16' }), undefined)
  assert.match(idle('custom_interface', { Interface: 'br-x', SrcIP: '172.18.0.0/16' }) ?? '', /no interface br-x/)
  assert.equal(idle('service_port', { Port: '22' }), undefined)
  assert.equal(idle('multicast', { Port: '5353' }), undefined)
})
