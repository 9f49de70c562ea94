import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phraseIn } from '../../../phrases/phrase.ts'
import { localMac, withRandomMacs } from './interface.ts'
import { isLinkName, LinkName } from './linkname.ts'

test('a link may not have the name under which the kernel keeps the settings of all or of new links', () => {
  for (const name of ['all', 'default']) {
    assert.ok(!isLinkName(name))
    assert.match(String(phraseIn(LinkName.safeParse(name).error?.issues[0]?.message ?? '')), /not `all` or `default`/)
  }
  for (const name of ['eth0', 'allied', 'default.2', 'wlan0.4096']) assert.ok(isLinkName(name), name)
})

const random = () => Uint8Array.of(0xff, 1, 2, 3, 4, 5)

test('a random MAC address is unicast and locally administered', () => {
  assert.equal(localMac(random()), 'fe:01:02:03:04:05')
  assert.equal(localMac(new Uint8Array(6)), '02:00:00:00:00:00')
})

test('a link keeps its random MAC address as long as the setting is on', () => {
  const links = [{ Name: 'wan0', MACRandomize: true }, { Name: 'wan1', MACRandomize: true }, { Name: 'lan0' }]
  const had = { wan0: '02:00:00:00:00:01' }
  const has = withRandomMacs(had, links, random)
  assert.deepEqual(has, { wan0: '02:00:00:00:00:01', wan1: 'fe:01:02:03:04:05' })
  assert.equal(withRandomMacs(has, links, random), has)
  assert.deepEqual(withRandomMacs(has, links.slice(1), random), { wan1: 'fe:01:02:03:04:05' })
})
