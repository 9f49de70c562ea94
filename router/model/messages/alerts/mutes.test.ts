import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMuted } from './mutes.ts'

const CAMERA = ['02:00:00:00:00:01', '192.168.2.6', 'camera+key=']
const OTHER = '02:00:00:00:00:09'
const mute = { RuleId: 'rule', Device: CAMERA[0]!, Until: 60 }
const isCameraMuted = (event: unknown, nowMs = 0): boolean =>
  isMuted([mute], { RuleId: 'rule', event, nowMs }, () => CAMERA)

const [MAC, IP, KEY] = CAMERA as [string, string, string]

const byTheCamera: readonly (readonly [topic: string, event: unknown])[] = [
  ['device:offline', { MAC, Name: 'camera', IP, Iface: 'lan0' }],
  ['device:update', { MAC: '', WGPubKey: KEY, RecentIP: '' }],
  ['device:vpn:online', { VPNType: 'wireguard', DeviceIP: IP, RemoteEndpoint: '198.51.100.9:1', Status: 'online' }],
  ['dhcp:response', { Identifier: MAC, IP: '192.168.2.10' }],
  ['dns:block:event', { ClientIP: IP, Name: 'ads.test.', By: 'ads.test.' }],
  ['dns:serve:192.168.2.6', { FirstName: 'ads.test.', Remote: `${IP}:50862` }],
  ['firewall:scan', { SrcIP: '', MAC, Device: MAC }],
  ['nft:drop:forward', { IP: { SrcIP: IP, DstIP: '203.0.113.80' }, SrcDevice: MAC, DstDevice: '' }],
  ['auth:failure', { type: 'user', reason: `${IP}:50123:api`, ip: `${IP}:50123` }],
  ['auth:repeated', { ip: IP, Count: 5, Sources: 1 }],
]

test('the mute of a device applies to the events that it has caused', () => {
  for (const [topic, event] of byTheCamera) assert.equal(isCameraMuted(event), true, topic)
  assert.equal(isCameraMuted(byTheCamera[0]![1], 60_000), false)
})

const byOthers: readonly (readonly [what: string, event: unknown])[] = [
  ['a forged source address', { IP: { SrcIP: IP }, Ethernet: { SrcMAC: OTHER }, SrcDevice: OTHER }],
  ['a forged address of an unknown sender', { IP: { SrcIP: IP }, Ethernet: { SrcMAC: OTHER }, SrcDevice: '' }],
  ['a packet to the device', { IP: { DstIP: IP }, SrcDevice: OTHER, DstDevice: MAC }],
  ['a host name', { MAC: OTHER, Name: MAC, Identifier: MAC }],
  ['an address in a DNS answer', { ClientIP: '192.168.2.10', BlockedIP: IP, IP }],
  ['an announced service', { SrcIP: '192.168.2.10', MAC: OTHER, TXT: [IP, MAC] }],
  ['several sources', { MAC, Count: 20, Sources: 20 }],
  ['an event without a sender', { Iface: 'wan0' }],
  ['no object', MAC],
]

test('an event of another device that contains its address is not muted', () => {
  for (const [what, event] of byOthers) assert.equal(isCameraMuted(event), false, what)
})
