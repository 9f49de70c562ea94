import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Network } from '../../../compiler/network.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import type { Config, PeerUpdate } from '../../../model/vpn/wireguard/contract.ts'
import { watchPeers } from '../../../presence/watch/peers.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import type { WireguardLink } from '../../../wire/wireguard.ts'
import { vpnHandlers, vpnSocketHandlers } from './handlers.ts'
import { newKeyPair } from './keys.ts'

const PHONE = '02:00:00:00:00:01'
const [KEY, OTHER] = [newKeyPair().publicKey, newKeyPair().publicKey]
const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const ask = <B>(body: B) => ({ params: {}, query: {}, body, caller })
const network = {
  frame: { lanIp: '192.168.2.1', uplinks: [{ link: 'wan0', address: '203.0.113.5/24', well: true }] },
} as unknown as Network

function open() {
  const { facts, change } = openMemoryFacts()
  const vault = vaultWith()
  const events: string[] = []
  const bus = openBus(() => undefined)
  for (const topic of ['wg:update', 'device:vpn:online', 'device:vpn:offline'] as const)
    bus.subscribe(topic, (event) => void events.push(`${topic} ${'IP' in event ? event.IP : event.DeviceIP}`))
  let links: WireguardLink[] = []
  const deps = {
    ...{ facts, change, clock: openSteppedClock(), vault, bus },
    network: () => network,
    reserve: () => '192.168.2.14',
    show: async () => links,
    converge: async () => undefined,
  }
  const handlers = vpnHandlers(deps)
  return {
    ...{ facts, change, vault, bus, events, handlers, deps },
    socket: vpnSocketHandlers(deps),
    add: async (body: PeerUpdate) => (await handlers.addPeer(ask(body))) as Config,
    remove: async (PublicKey: string) => handlers.removePeer(ask({ PublicKey })),
    shows(...peers: WireguardLink['peers']): void {
      links = [{ link: 'wg0', privateKey: '', publicKey: KEY, port: 51_280, peers }]
    },
  }
}
const refused = (field: string) => (error: Error) => error instanceof Invalid && error.field === field

test('a peer without a key gets a key pair, the next address, and everything that its configuration needs', async () => {
  const { add, facts, vault, events } = open()
  const { Interface, Peer } = await add({})
  const [row] = facts.peers.values()
  const device = facts.devices.get(row?.PublicKey ?? '')
  assert.deepEqual([device?.RecentIP, device?.Policies, device?.WGPubKey], ['192.168.2.14', [], row?.PublicKey])
  assert.equal(Interface.PrivateKey.length, 44)
  assert.deepEqual([Interface.Address, Interface.DNS], ['192.168.2.14', '192.168.2.1'])
  assert.equal(vault.open(row?.PresharedKey ?? ''), Peer.PresharedKey)
  assert.equal(Peer.PublicKey, facts.setting('vpn').PublicKey)
  assert.deepEqual([Peer.Endpoint, Peer.PersistentKeepalive], ['203.0.113.5:51280', 25])
  assert.equal(facts.setting('vpn').Up, true)
  assert.deepEqual(events, ['wg:update 192.168.2.14'])
})

test('public addresses are returned without the port of the server, and peers get one port each', async () => {
  const { add, handlers, facts } = open()
  const set = async (body: string[]) => (await handlers.setEndpoints(ask(body))) as string[]
  const entries = ['vpn.example.org', 'vpn.example.org:51280', '203.0.113.5:4000', '2001:db8::5', '[2001:db8::6]:4000']
  const shown = ['vpn.example.org', '203.0.113.5:4000', '[2001:db8::5]', '[2001:db8::6]:4000']
  assert.deepEqual(await set(entries), shown)
  assert.deepEqual(await handlers.endpoints(ask(undefined)), shown)
  assert.equal((await add({ PublicKey: KEY })).Peer.Endpoint, 'vpn.example.org:51280')
  assert.equal(facts.setting('vpn').Endpoints[0], 'vpn.example.org:51280')
  // A client appends the port of the server to each entry that it reads.
  const appended = shown.map((entry) => `${entry}:51280`)
  const peers: string[] = []
  for (const Endpoint of appended) peers.push((await add({ PublicKey: KEY, Endpoint })).Peer.Endpoint)
  assert.deepEqual(peers, ['vpn.example.org:51280', '203.0.113.5:4000', '[2001:db8::5]:51280', '[2001:db8::6]:4000'])
  assert.deepEqual(await set(appended), shown)
})

test('a second call with the same key is an update, with a new preshared key and the same device', async () => {
  const { add, facts } = open()
  const first = await add({ PublicKey: KEY, AllowedIPs: '192.168.2.10/32' })
  const second = await add({ PublicKey: KEY })
  assert.deepEqual([facts.peers.size, facts.devices.size], [1, 1])
  assert.notEqual(second.Peer.PresharedKey, first.Peer.PresharedKey)
  assert.deepEqual([second.Interface.Address, second.Interface.PrivateKey], ['192.168.2.10', '<PRIVATE KEY>'])
})

test('an address that is taken, or is none of a device of the home, is refused and changes nothing', async () => {
  const { add, facts, change } = open()
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, RecentIP: '192.168.2.6' }))
  for (const AllowedIPs of ['192.168.2.6', '192.168.2.7', '10.1.2.2'])
    await assert.rejects(add({ PublicKey: KEY, AllowedIPs }), refused('AllowedIPs'))
  assert.deepEqual([facts.peers.size, facts.devices.size, facts.setting('vpn').Up], [0, 1, false])
})

test('the key of the router, and keys of zeros, are refused and change nothing', async () => {
  const { add, facts } = open()
  await add({ PublicKey: KEY })
  const zero = Buffer.alloc(32).toString('base64')
  const own = facts.setting('vpn').PublicKey
  for (const PublicKey of [own, zero]) await assert.rejects(add({ PublicKey }), refused('PublicKey'))
  await assert.rejects(add({ PublicKey: OTHER, PresharedKey: zero }), refused('PresharedKey'))
  assert.deepEqual([...facts.peers.keys()], [KEY])
})

test('a device with a MAC address keeps its address and its policies as a peer, and only loses its key', async () => {
  const { add, facts, change, remove } = open()
  const phone = { ...emptyDevice(), MAC: PHONE, RecentIP: '192.168.2.6', WGPubKey: KEY, Policies: ['wan' as const] }
  await change((draft) => draft.devices.put(PHONE, phone))
  assert.equal((await add({ PublicKey: KEY, AllowedIPs: '' })).Interface.Address, '192.168.2.6')
  assert.deepEqual([...facts.devices.keys()], [PHONE])
  assert.equal(await remove(KEY), true)
  assert.deepEqual(facts.devices.get(PHONE), { ...phone, WGPubKey: '' })
  assert.equal(facts.peers.size, 0)
  await assert.rejects(remove(KEY), NotFound)
})

test('secrets are in no list, configuration or status', async () => {
  const { add, handlers, shows } = open()
  const { Peer } = await add({ PublicKey: KEY })
  const shared = { publicKey: KEY, presharedKey: Peer.PresharedKey, allowed: ['192.168.2.14/32'], keepalive: 0 }
  shows({ ...shared, endpoint: '203.0.113.9:4000', latestHandshake: 1_709_287_200, received: 1, sent: 2 })
  const none = ask(undefined) as never
  const answers = JSON.stringify([await handlers.peers(none), await handlers.config(none), await handlers.status(none)])
  assert.ok(!answers.includes(Peer.PresharedKey))
  assert.ok(answers.includes('203.0.113.9:4000'))
})

test('a stopped server keeps its keys and stays stopped when a peer is added', async () => {
  const { add, handlers, facts } = open()
  await add({ PublicKey: KEY })
  const { PublicKey } = facts.setting('vpn')
  await handlers.down(ask(undefined) as never)
  await add({ PublicKey: OTHER, AllowedIPs: '192.168.2.18' })
  assert.equal(facts.setting('vpn').Up, false)
  await handlers.up(ask(undefined) as never)
  assert.deepEqual([facts.setting('vpn').Up, facts.setting('vpn').PublicKey], [true, PublicKey])
})

test('the helper stores the key of a device by key or address, but never replaces the key of another', async () => {
  const { socket, facts, change } = open()
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, RecentIP: '192.168.2.6' }))
  const update = { IP: '192.168.2.6', PublicKey: KEY, Iface: 'wg0', Name: '' }
  await socket.update(ask(update))
  assert.equal(facts.devices.get(PHONE)?.WGPubKey, KEY)
  await assert.rejects(async () => socket.update(ask({ ...update, PublicKey: OTHER })), refused('IP'))
  await socket.update(ask({ ...update, PublicKey: OTHER, IP: '192.168.2.10', Name: 'wfh-laptop' }))
  assert.equal(facts.devices.get(OTHER)?.Name, 'wfh-laptop')
  await socket.remove(ask({ ...update, PublicKey: OTHER }))
  assert.ok(!facts.devices.has(OTHER))
})

test('a peer is online for three minutes after its last handshake', async () => {
  const { add, facts, change, bus, events } = open()
  const clock = openSteppedClock()
  await add({ PublicKey: KEY })
  events.length = 0
  const show = async () => links
  let links: readonly WireguardLink[] = []
  using _watch = watchPeers({ facts, change, clock, bus, show, onFailure: assert.fail })
  const peer = { publicKey: KEY, presharedKey: '', allowed: [], keepalive: 0, received: 0, sent: 0 }
  const seen = (latestHandshake: number): void => {
    const one = { ...peer, endpoint: '203.0.113.9:4000', latestHandshake }
    links = [{ link: 'wg0', privateKey: '', publicKey: '', port: 0, peers: [one] }]
  }
  const step = async (ms: number) => {
    await clock.step(ms)
    await new Promise(setImmediate)
    await new Promise(setImmediate)
  }
  seen(0)
  await step(2000)
  assert.deepEqual(events, [])
  seen(Math.floor(clock.now() / 1000))
  await step(2000)
  assert.deepEqual(events, ['device:vpn:online 192.168.2.14'])
  assert.equal(facts.vpnPeers.get(KEY)?.online, true)
  for (let i = 0; i < 95; i++) await step(2000)
  assert.deepEqual(events, ['device:vpn:online 192.168.2.14', 'device:vpn:offline 192.168.2.14'])
})

test('the server is not started while its port is forwarded to a device', async () => {
  const { change, handlers, facts } = open()
  const forward = {
    ...{ RuleName: '', Disabled: false, Description: '' },
    Protocol: 'udp' as const,
    ...{ SrcIP: '0.0.0.0/0', SrcPort: '51280', DstIP: '192.168.2.6', DstPort: 'any' },
  }
  await change((draft) => draft.forwards.put('nas', forward))
  await assert.rejects(async () => handlers.up(ask(undefined)), /^Invalid: udp 51280 is forwarded to 192.168.2.6/)
  assert.equal(facts.setting('vpn').Up, false)
  await change((draft) => draft.forwards.put('nas', { ...forward, SrcPort: '51000-52000' }))
  await handlers.up(ask(undefined))
  assert.equal(facts.setting('vpn').Up, true)
})
