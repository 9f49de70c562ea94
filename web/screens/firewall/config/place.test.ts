import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firewallTexts } from '../../../texts/firewall/firewall.ts'
import { complaintsOf } from './complaints.ts'
import { ANY_ADDRESS, addressed } from './place.ts'
import { BLANK, type Ruled } from './rule.ts'

const home = {
  devices: [
    { Name: 'NAS', RecentIP: '192.168.2.6', DeviceTags: [] },
    { Name: 'Phone', RecentIP: '', DeviceTags: [] },
  ],
}
const forwardTo = (DstIP: string): Ruled => ({ kind: 'forward', rule: { ...BLANK.forward, SrcPort: '80', DstIP } })
const block = (SrcIP: string): Ruled => ({ kind: 'block', rule: { ...BLANK.block, SrcIP, DstIP: '203.0.113.9' } })

test('the name of a device is as good as its address, before the field is left', () => {
  for (const text of ['NAS', ' nas ', 'nas.lan', '192.168.2.6']) {
    const ruled = addressed(forwardTo(text), home)
    assert.deepEqual(complaintsOf(ruled), {}, text)
    assert.partialDeepStrictEqual(ruled.rule, { DstIP: text.trim().startsWith('1') ? text : '192.168.2.6' })
  }
})

test('a name that no device with an address has is reported as one', () => {
  for (const text of ['Phone', 'printer'])
    assert.deepEqual(complaintsOf(addressed(forwardTo(text), home)), { DstIP: firewallTexts.unknownName })
  assert.notDeepEqual(complaintsOf(forwardTo('192.168.2')), { DstIP: firewallTexts.unknownName })
})

test('everyone is a network, where it is a choice', () => {
  assert.partialDeepStrictEqual(addressed(block(firewallTexts.form.everybody), home).rule, { SrcIP: ANY_ADDRESS })
  assert.deepEqual(complaintsOf(addressed(forwardTo(firewallTexts.form.everybody), home)), {
    DstIP: firewallTexts.unknownName,
  })
})
