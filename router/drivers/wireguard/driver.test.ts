import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledTunnelPeer, Frame, Member, Network } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import { newKeyPair } from '../../features/vpn/wireguard/keys.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { vaultWith } from '../../store/vault.ts'
import { plan, wantedItems } from '../driver.ts'
import { type WireguardDriver, wireguardDriver } from './driver.ts'

const vault = vaultWith()
const SERVER = newKeyPair()
const [PHONE, LAPTOP] = [newKeyPair().publicKey, newKeyPair().publicKey]
const SHARED = newKeyPair().privateKey

const server = { link: 'wg0', role: 'server', port: 51_280, mtu: 1420, addresses: [], dns: [], peers: [] } as const
const sealed = { ...server, privateKey: vault.seal(SERVER.privateKey) }
const peer = (publicKey: string, number: number, shared = ''): CompiledTunnelPeer & { link: string } => ({
  link: 'wg0',
  publicKey,
  presharedKey: shared && vault.seal(shared),
  allowed: [`192.168.2.${number}/32`],
  endpoint: '',
  keepalive: 0,
})
const network = (tunnels: Frame['tunnels'], ...peers: Member['peer'][]): Network => ({
  frame: { tunnels } as unknown as Frame,
  members: new Map(peers.map((one) => [one!.publicKey, { peer: one } as Member])),
  slots: new Map(),
})

function open(machine = fakeMachine()) {
  const driver: WireguardDriver = wireguardDriver(machine, vault, '/run/sp')
  const converge = async (wanted: Network) => driver.apply(plan(await driver.read(wanted), wantedItems(driver, wanted)))
  const peers = () =>
    [...(machine.wireguard.tunnels.get('wg0')?.peers ?? [])].map(([key, { allowed }]) => [key, ...allowed])
  return { machine, driver, converge, peers }
}

test('a tunnel has its key, its port and its peers, and is up', async () => {
  const { machine, driver, converge, peers } = open()
  const wanted = network([sealed], peer(PHONE, 6, SHARED), peer(LAPTOP, 10))
  assert.deepEqual(await converge(wanted), [])
  const tunnel = machine.wireguard.tunnels.get('wg0')
  assert.deepEqual([tunnel?.inKernel, tunnel?.privateKey, tunnel?.port], [true, SERVER.privateKey, 51_280])
  assert.equal(tunnel?.peers.get(PHONE)?.presharedKey, SHARED)
  assert.equal(tunnel?.peers.get(LAPTOP)?.presharedKey, '')
  assert.deepEqual(peers(), [
    [PHONE, '192.168.2.6/32'],
    [LAPTOP, '192.168.2.10/32'],
  ])
  assert.equal(machine.ip.links.get('wg0')?.up, true)
  assert.deepEqual(plan(await driver.read(wanted), wantedItems(driver, wanted)), [])
})

test('keys are on no command line, and their files are removed', async () => {
  const { machine, converge } = open()
  await converge(network([sealed], peer(PHONE, 6, SHARED)))
  const said = machine.wireguard.commands.join('\n')
  for (const secret of [SERVER.privateKey, SHARED]) assert.ok(!said.includes(secret))
  assert.deepEqual(machine.listFiles('/run/sp'), [])
})

test('a change of one peer is one command about this peer, however many there are', async () => {
  const { machine, driver, converge } = open()
  const others = Array.from({ length: 1000 }, (_, index) => ({
    ...peer(newKeyPair().publicKey, 14),
    allowed: [`10.9.${index >> 6}.${(index % 64) * 4 + 2}/32`],
  }))
  await converge(network([sealed], ...others))
  machine.wireguard.commands.length = 0
  const phone = { peer: peer(PHONE, 6) } as Member
  const items = driver.member(phone, sealed as never)
  await driver.apply(plan(new Map(), items))
  await driver.apply(plan(items, new Map()))
  assert.deepEqual(machine.wireguard.commands, ['wg addconf wg0 /run/sp/wg0.conf', `wg set wg0 peer ${PHONE} remove`])
  assert.equal(machine.wireguard.tunnels.get('wg0')?.peers.size, 1000)
})

test('without WireGuard in the kernel, wireguard-go makes the link', async () => {
  const { machine, converge, peers } = open()
  machine.wireguard.has.kernel = false
  assert.deepEqual(await converge(network([sealed], peer(PHONE, 6))), [])
  assert.equal(machine.wireguard.tunnels.get('wg0')?.inKernel, false)
  assert.equal(peers().length, 1)
})

test('a link that runs is adopted by the next router, with the endpoints of its peers', async () => {
  const first = open()
  const wanted = network([sealed], peer(PHONE, 6, SHARED))
  await first.converge(wanted)
  first.machine.wireguard.handshake('wg0', PHONE, 1_709_287_200, '203.0.113.9:40000')
  first.machine.wireguard.commands.length = 0
  const { driver, converge, machine } = open(first.machine)
  await converge(wanted)
  assert.deepEqual(machine.wireguard.commands, [])
  const [link] = await driver.show()
  assert.deepEqual([link?.publicKey, link?.peers[0]?.endpoint], [SERVER.publicKey, '203.0.113.9:40000'])
})

test('a link that was removed, and peers that another program added or changed, are repaired', async () => {
  const { machine, converge, peers } = open()
  const wanted = network([sealed], peer(PHONE, 6))
  await converge(wanted)
  machine.wireguard.end('wg0')
  await converge(wanted)
  assert.deepEqual(peers(), [[PHONE, '192.168.2.6/32']])
  const tunnel = machine.wireguard.tunnels.get('wg0')!
  tunnel.peers.set(LAPTOP, { ...tunnel.peers.get(PHONE)!, allowed: ['192.168.2.6/32'] })
  tunnel.peers.get(PHONE)!.allowed = []
  await converge(wanted)
  assert.deepEqual(peers(), [[PHONE, '192.168.2.6/32']])
})

test('an address that moves to another peer belongs to that peer', async () => {
  const { converge, peers } = open()
  await converge(network([sealed], peer(PHONE, 6), peer(LAPTOP, 10)))
  await converge(network([sealed], peer(PHONE, 10), peer(LAPTOP, 6)))
  assert.deepEqual(peers(), [
    [PHONE, '192.168.2.10/32'],
    [LAPTOP, '192.168.2.6/32'],
  ])
})

test('a tunnel that is no longer configured is removed, also after a restart; links of other programs stay', async () => {
  const first = open()
  await first.converge(network([sealed], peer(PHONE, 6)))
  await first.machine.run(['ip', 'link', 'add', 'name', 'wg9', 'type', 'wireguard'])
  const { converge, machine } = open(first.machine)
  await converge(network([]))
  assert.deepEqual([...machine.wireguard.tunnels.keys()], ['wg9'])
})

test('a tunnel that cannot be made is refused with the reason, and leaves no link', async () => {
  const { machine, converge } = open()
  const refused = (reason: RegExp) => (error: Error) => error instanceof Refused && reason.test(error.message)
  machine.wireguard.has.freePort = false
  await assert.rejects(converge(network([sealed])), refused(/Address already in use/))
  assert.equal(machine.wireguard.tunnels.size, 0)
  machine.wireguard.has.kernel = false
  machine.wireguard.has.userspace = false
  await assert.rejects(
    converge(network([sealed])),
    refused(/wireguard-go is not installed \(Debian package wireguard-go\)/),
  )
  machine.wireguard.has.tools = false
  machine.wireguard.has.kernel = true
  await assert.rejects(converge(network([sealed])), refused(/wg is not installed \(Debian package wireguard-tools\)/))
  assert.equal(machine.wireguard.tunnels.size, 0)
})

test('a peer without its link is drift, and one with a lost preshared key is not made', async () => {
  const { driver, converge, peers } = open()
  const items = driver.member({ peer: peer(PHONE, 6) } as Member, sealed as never)
  const [drift] = await driver.apply(plan(new Map(), items))
  assert.deepEqual([drift?.what, drift?.reason], [`peer wg0 ${PHONE}`, 'Unable to modify interface: No such device'])
  const lost = { ...peer(PHONE, 6), presharedKey: vaultWith().seal(SHARED) }
  await converge(network([sealed], lost, peer(LAPTOP, 10)))
  assert.deepEqual(peers(), [[LAPTOP, '192.168.2.10/32']])
})

test('an outgoing tunnel has an endpoint and networks, and a new address of its peer is not reset', async () => {
  const { machine, converge } = open()
  const far = {
    ...peer(PHONE, 6),
    endpoint: '198.51.100.7:51820',
    allowed: ['10.9.0.0/24', '10.8.0.0/24'],
    keepalive: 25,
  }
  const wanted = network([{ ...sealed, link: 'wg1', role: 'out', port: 0, peers: [far] }])
  await converge(wanted)
  machine.wireguard.tunnels.get('wg1')!.port = 40_123
  machine.wireguard.handshake('wg1', PHONE, 1_709_287_200, '198.51.100.8:51820')
  machine.wireguard.commands.length = 0
  await converge(wanted)
  assert.deepEqual(machine.wireguard.commands, [])
  await converge(
    network([{ ...sealed, link: 'wg1', role: 'out', port: 0, peers: [{ ...far, endpoint: '198.51.100.9:51820' }] }]),
  )
  assert.equal(machine.wireguard.tunnels.get('wg1')?.peers.get(PHONE)?.endpoint, '198.51.100.9:51820')
})
