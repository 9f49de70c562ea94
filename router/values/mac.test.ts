import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phraseIn } from '../phrases/phrase.ts'
import { isMac, isUnicastMac } from './mac.ts'
import { AnyMac, UnicastMac } from './mac-schema.ts'

const GROUPS = ['ff:ff:ff:ff:ff:ff', '00:00:00:00:00:00', '01:00:5e:00:00:fb', '33:33:00:00:00:01', '0f:00:00:00:00:01']

test('the address of one device is accepted in any spelling', () => {
  for (const text of [
    '02:11:22:aa:bb:cc',
    ' 02-11-22-AA-BB-CC ',
    '02:11:22:AA:bb:cc',
    '021122aabbcc',
    '0211.22AA.bbcc',
  ])
    assert.equal(UnicastMac.parse(text), '02:11:22:aa:bb:cc')
  assert.equal(UnicastMac.parse('00:00:00:00:00:01'), '00:00:00:00:00:01')
  for (const text of ['', '02:11:22:aa:bb', '02:11:22:aa:bb:cg', '0211.22aa', '021122aabbc', '02.11.22.aa.bb.cc'])
    assert.ok(!UnicastMac.safeParse(text).success)
})

test('group, broadcast and zero addresses are not accepted for a device, in any spelling', () => {
  for (const text of GROUPS.flatMap((mac) => [
    mac,
    mac.toUpperCase(),
    mac.replaceAll(':', '-'),
    mac.replaceAll(':', ''),
  ])) {
    const refused = UnicastMac.safeParse(text)
    assert.match(String(phraseIn(refused.error?.issues[0]?.message ?? '')), /^must be the address of one device/, text)
    const mac = AnyMac.parse(text)
    assert.ok(isMac(mac) && !isUnicastMac(mac))
  }
})
