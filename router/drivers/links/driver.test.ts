import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceptRecreated } from './driver.ts'
import { keyOfLinkItem, type LinkItem, type LinkStep } from './item.ts'

const add = (value: LinkItem): LinkStep => ({ key: keyOfLinkItem(value), had: undefined, value })
const setting = (link: string): LinkStep => ({
  key: `sysctl net.ipv4.conf.${link}.arp_ignore`,
  had: { kind: 'sysctl', name: `net.ipv4.conf.${link}.arp_ignore`, value: '0' },
  value: { kind: 'sysctl', name: `net.ipv4.conf.${link}.arp_ignore`, value: '1' },
})
const address = (link: string): LinkStep => add({ kind: 'address', link, ip: '192.168.2.5', prefix: 30 })

test('the missing address and settings of a link that was created again are not a change by another program', () => {
  const steps = [
    setting('wlan0/4096'),
    address('wlan0.4096'),
    add({ kind: 'local', link: 'wlan0.4096', ip: '192.168.2.1' }),
  ]
  assert.deepEqual(exceptRecreated(steps), [])
  assert.deepEqual(exceptRecreated([...steps, setting('lan0')]), [setting('lan0')])
})

test('an address or a setting alone is still a change by another program', () => {
  for (const step of [address('wlan0.4096'), setting('wlan0/4096')]) assert.deepEqual(exceptRecreated([step]), [step])
})
