import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Network } from '../../../compiler/network.ts'
import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import { pluginRow } from '../../../model/plugins/installed/row.fixture.ts'
import { ExitUpdate, type TunnelEntry, TunnelUpdate } from '../../../model/vpn/tunnels/contract.ts'
import { tunnelFault } from '../../../model/vpn/tunnels/fault.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { forget } from '../../home/devices/forget.ts'
import { newKeyPair, newPresharedKey } from '../wireguard/keys.ts'
import { tunnelHandlers } from './handlers.ts'

type Saved = TunnelEntry & { readonly Ignored: readonly unknown[] }

const PHONE = '02:00:00:00:00:01'
const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const network = { frame: { uplinks: [{ link: 'wan0', address: '203.0.113.5/24', additional: [] }] } }

function open() {
  const { facts, change } = openMemoryFacts()
  const vault = vaultWith()
  const handlers = tunnelHandlers({
    ...{ facts, change, vault },
    network: () => network as unknown as Network,
    show: async () => [],
    converge: async () => undefined,
  })
  const ask = <B>(name: string, body: B) => ({ params: { name }, query: {}, body, caller })
  return {
    ...{ facts, change, vault, handlers },
    put: async (name: string, body: object) => (await handlers.update(ask(name, TunnelUpdate.parse(body)))) as Saved,
    exit: async (name: string, body: object) => await handlers.updateExit(ask(name, ExitUpdate.parse(body))),
    read: async (name: string) => (await handlers.read(ask(name, undefined))) as TunnelEntry,
    remove: async (name: string) => await handlers.remove(ask(name, undefined)),
  }
}
const oslo = (more: object = {}) => ({
  Addresses: ['10.2.0.2/32'],
  Peer: { PublicKey: newKeyPair().publicKey, Endpoint: '198.51.100.7:51820', ...more },
})
const file = (pair = newKeyPair()) =>
  [
    '[Interface]',
    `PrivateKey = ${pair.privateKey}`,
    'Address = 10.2.0.2/32',
    'PostUp = reboot',
    '[Peer]',
    `PublicKey = ${newKeyPair().publicKey}`,
    `PresharedKey = ${newPresharedKey()}`,
    'Endpoint = oslo.example.org:51820',
  ].join('\n')
const refused = (text: string) => (error: Error) => error instanceof Invalid && error.message === text

test('a provider’s file becomes a tunnel; its keys are sealed and not returned, and its commands are listed', async () => {
  const { put, facts, vault } = open()
  const pair = newKeyPair()
  const saved = await put('oslo', { Config: file(pair) })
  assert.deepEqual(saved.Ignored, [{ Line: 4, Setting: 'PostUp', Reason: 'commands are never run', Code: 'command' }])
  assert.deepEqual(
    [saved.Link, saved.PublicKey, saved.Addresses, saved.Peer.PresharedKey, saved.Peer.AllowedIPs, saved.Message],
    ['wg1', pair.publicKey, ['10.2.0.2'], '**', ['0.0.0.0/0'], 'waiting for the first handshake'],
  )
  const row = facts.tunnels.get('oslo')
  assert.equal(vault.open(row?.PrivateKey ?? ''), pair.privateKey)
  assert.ok(!JSON.stringify([saved, row]).includes(pair.privateKey))
})

test('a tunnel without a private key gets one, which a change of other settings keeps', async () => {
  const { put, read } = open()
  const settings = oslo({ PresharedKey: newPresharedKey() })
  const { PublicKey } = await put('site', settings)
  assert.equal(PublicKey.length, 44)
  const changed = await put('site', { MTU: 1400, Peer: { ...settings.Peer, PresharedKey: '**' } })
  assert.deepEqual([changed.PublicKey, changed.MTU, changed.Peer.PresharedKey], [PublicKey, 1400, '**'])
  assert.equal((await put('site', { Peer: { ...settings.Peer, PresharedKey: '' } })).Peer.PresharedKey, '')
  assert.equal((await put('bergen', oslo())).Link, 'wg2')
  assert.equal((await read('site')).Link, 'wg1')
})

test('a tunnel that cannot work is refused with the field, and a suggestion for networks', async () => {
  const { put, facts, change } = open()
  const own = newKeyPair()
  const first = oslo()
  await put('first', { ...first, ListenPort: 4000 })
  await change((draft) => draft.plugins.put('sample', pluginRow('172.30.0.0/28')))
  const refusals: [body: object, message: string][] = [
    [{ Addresses: ['10.2.0.2'] }, 'Peer: is missing'],
    [{ ...oslo(), Addresses: [] }, 'Addresses: must have an IPv4 address'],
    [
      { ...oslo(), Addresses: ['192.168.2.7'] },
      'Addresses: 192.168.2.7 is in the home network 192.168.2.0/24; change one of them, for example the home to 192.168.3.0/24',
    ],
    [
      oslo({ AllowedIPs: ['192.168.2.0/24'] }),
      'Peer.AllowedIPs: 192.168.2.0/24 overlaps with the home network 192.168.2.0/24; change one of them, for example the home to 192.168.3.0/24',
    ],
    [
      { ...oslo(), Addresses: ['172.30.0.7'] },
      'Addresses: 172.30.0.7 is in 172.30.0.0/28, the network of the plugin sample',
    ],
    [
      oslo({ AllowedIPs: ['172.30.0.0/16'] }),
      'Peer.AllowedIPs: 172.30.0.0/16 overlaps with 172.30.0.0/28, the network of the plugin sample',
    ],
    [oslo({ Endpoint: '' }), 'Peer.Endpoint: is missing: without a ListenPort, neither end could begin'],
    [
      oslo({ Endpoint: '[2001:db8::1]:51820' }),
      'Peer.Endpoint: must be a host name or an IPv4 address: IPv6 is not routed',
    ],
    [oslo({ Endpoint: '192.168.2.6:51820' }), 'Peer.Endpoint: 192.168.2.6 is in the home network 192.168.2.0/24'],
    [oslo({ Endpoint: '203.0.113.5:51820' }), 'Peer.Endpoint: 203.0.113.5 is an address of this router'],
    [
      oslo({ Endpoint: '10.8.0.1:51820', AllowedIPs: ['10.8.0.0/24'] }),
      'Peer.Endpoint: 10.8.0.1 is reached through the tunnel other: the packets would loop',
    ],
    [oslo({ PublicKey: first.Peer.PublicKey }), 'Peer.PublicKey: the tunnel first has the same peer'],
    [
      { ...oslo({ PublicKey: own.publicKey }), PrivateKey: own.privateKey },
      'Peer.PublicKey: is the key of this router: enter the key of the other end',
    ],
    [{ ...oslo(), ListenPort: 4000 }, 'ListenPort: the port 4000 is used by another WireGuard link'],
    [{ Config: 'x' }, 'Config: line 1: must have the form Name = value'],
    [{ Config: file(), MTU: 1400 }, 'MTU: is in Config already'],
    [
      { Config: file().replace('oslo.example.org:51820', 'oslo.example.org') },
      'Config: line 8: Endpoint: must be a host and a port, such as vpn.example.org:51280',
    ],
    [
      { Config: file().replace('oslo.example.org:51820', '192.168.2.6:51820') },
      'Config: line 8: Endpoint: 192.168.2.6 is in the home network 192.168.2.0/24',
    ],
    [
      { Config: file().replace('oslo.example.org:51820', '[2001:db8::7]:51820') },
      'Config: line 8: Endpoint is an IPv6 address; the router needs a name or an IPv4 address, with a port',
    ],
  ]
  for (const [body, message] of refusals) await assert.rejects(put('other', body), refused(message), message)
  assert.deepEqual([...facts.tunnels.keys()], ['first'])
})

test('an exit needs tunnels that lead to its networks', async () => {
  const { put, exit, change } = open()
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE }))
  await put('oslo', oslo())
  await put('office', oslo({ AllowedIPs: ['10.8.0.0/24'], Endpoint: '198.51.100.8:51820' }))
  const refusals: [body: object, message: string][] = [
    [{}, 'Tunnels: must name at least one tunnel'],
    [{ Tunnels: ['bergen'] }, 'Tunnels: there is no tunnel "bergen"'],
    [{ Tunnels: ['office'] }, 'Tunnels: the tunnel office leads to a few networks only: use Traffic "listed"'],
    [{ Tunnels: ['oslo'], Devices: ['02:00:00:00:00:99'] }, 'Devices: there is no device "02:00:00:00:00:99"'],
    [{ Tunnels: ['oslo'], Traffic: 'listed' }, 'Networks: enter at least one network, or a domain in Domains'],
    [
      { Tunnels: ['office'], Traffic: 'listed', Networks: ['10.9.0.0/24'] },
      'Networks: the tunnel office does not lead to 10.9.0.0/24',
    ],
    [
      { Tunnels: ['oslo'], Traffic: 'listed', Networks: ['192.168.2.0/25'] },
      'Networks: 192.168.2.0/25 overlaps with the home network 192.168.2.0/24; change one of them, for example the home to 192.168.3.0/24',
    ],
  ]
  for (const [body, message] of refusals) await assert.rejects(exit('phones', body), refused(message), message)
  const saved = await exit('phones', { Devices: [PHONE.toUpperCase()], Groups: ['Family'], Tunnels: ['oslo'] })
  assert.deepEqual(saved, {
    ...{ Name: 'phones', Devices: [PHONE], Groups: ['family'], Tags: [], Tunnels: ['oslo'], Traffic: 'all' },
    ...{ Networks: [], Domains: [], Active: 'oslo', State: 'closed: oslo: waiting for the first handshake' },
    Fault: { ...tunnelFault('waiting'), Since: 0 },
  })
})

test('an exit does not keep a device that is deleted, and can still be changed', async () => {
  const { change, facts, put, exit } = open()
  await change((draft) => {
    draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE })
    draft.groups.put('family', { Name: 'family', Disabled: false, GroupTags: [], ServiceDestinations: null })
  })
  await put('oslo', oslo())
  await exit('away', { Devices: [PHONE], Groups: ['family'], Tunnels: ['oslo'] })
  await change((draft) => void forget(draft, [PHONE]))
  const { Devices } = facts.exits.get('away') ?? {}
  assert.deepEqual(Devices, [])
  await exit('away', { Devices, Tags: ['tv'] })
  assert.deepEqual(facts.exits.get('away')?.Tags, ['tv'])
})

test('a tunnel that an exit uses is not deleted, and keeps the networks that the exit needs', async () => {
  const { put, exit, read, remove, handlers } = open()
  const settings = oslo()
  await put('oslo', settings)
  await exit('phones', { Groups: ['family'], Tunnels: ['oslo'] })
  await assert.rejects(async () => await remove('oslo'), Conflict)
  await assert.rejects(
    put('oslo', { Peer: { ...settings.Peer, AllowedIPs: ['10.8.0.0/24'] } }),
    refused('Peer.AllowedIPs: the exit phones needs more networks'),
  )
  assert.deepEqual((await read('oslo')).UsedBy, ['phones'])
  await handlers.removeExit({ params: { name: 'phones' }, query: {}, body: undefined, caller })
  await remove('oslo')
  await assert.rejects(read('oslo'), NotFound)
})

test('a tunnel does not receive at a port that is forwarded to a device', async () => {
  const { put, change } = open()
  await change((draft) =>
    draft.forwards.put('nas', {
      ...{ RuleName: '', Disabled: false, Description: '' },
      ...{ Protocol: 'udp', SrcIP: '0.0.0.0/0', SrcPort: '51820', DstIP: '192.168.2.6', DstPort: 'any' },
    }),
  )
  const forwarded = refused('ListenPort: udp 51820 is forwarded to 192.168.2.6: delete or disable that forward first')
  await assert.rejects(put('oslo', { ...oslo(), ListenPort: 51_820 }), forwarded)
  await put('oslo', { ...oslo(), ListenPort: 51_821 })
})
