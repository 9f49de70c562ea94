import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Network } from '../../../compiler/network.ts'
import { Conflict, Invalid, NotFound } from '../../../errors.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import { pluginRow } from '../../../model/plugins/installed/row.fixture.ts'
import { type SiteEntry, SiteUpdate } from '../../../model/vpn/sites/contract.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { vaultWith } from '../../../store/vault.ts'
import { forget } from '../../home/devices/forget.ts'
import { tunnelHandlers } from '../tunnels/handlers.ts'
import { newKeyPair } from '../wireguard/keys.ts'
import { siteHandlers } from './handlers.ts'

type Saved = SiteEntry & { readonly Text: string }
const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const PHONE = '02:00:00:00:00:01'

/** The handlers of a router with this home network and uplink address. */
function open(net: string, uplink = '203.0.113.5/24') {
  const subnet = { TinyNets: [net], LeaseTime: '24h0m0s' }
  const { facts, change } = openMemoryFacts()
  const vault = vaultWith()
  const frame = { uplinks: [{ link: 'wan0', address: uplink, additional: [], well: true }] }
  const deps = {
    ...{ facts, change, vault },
    network: () => ({ frame }) as unknown as Network,
    show: async () => [],
    converge: async () => undefined,
  }
  const handlers = siteHandlers(deps)
  const ask = <B>(name: string, body: B) => ({ params: { name }, query: {}, body, caller })
  return {
    ...{ facts, change, vault, ask },
    tunnels: tunnelHandlers(deps),
    ready: () => change((draft) => draft.set('subnet', { ...draft.setting('subnet'), ...subnet })),
    put: async (name: string, body: object = {}) => (await handlers.update(ask(name, SiteUpdate.parse(body)))) as Saved,
    read: async (name: string) => (await handlers.read(ask(name, undefined))) as SiteEntry,
    list: async () => (await handlers.list({ ...ask('', undefined), params: {} })) as SiteEntry[],
    remove: async (name: string) => await handlers.remove(ask(name, undefined)),
  }
}

async function openTwo(there = '192.168.3.0/24', thereUplink = '203.0.113.9/24') {
  const [a, b] = [open('192.168.2.0/24'), open(there, thereUplink)]
  await Promise.all([a.ready(), b.ready()])
  return { a, b }
}
const refused = (text: string) => (error: Error) => error instanceof Invalid && error.message === text

test('two homes that exchanged their texts have matching tunnels, through which nothing is permitted', async () => {
  const { a, b } = await openTwo()
  const first = await a.put('cabin')
  assert.deepEqual(
    [first.State, first.Link, first.Endpoint, first.ListenPort],
    ['unpaired', '', '203.0.113.5:51281', 51_281],
  )
  assert.equal(a.facts.tunnels.size, 0)
  const there = await b.put('town', { Text: first.Text })
  const here = await a.put('cabin', { Text: there.Text })
  assert.deepEqual([here.State, here.Link, here.Text], ['waiting', 'wg1', first.Text])
  assert.equal(here.Fingerprint, there.Peer?.Fingerprint)
  assert.equal(here.Peer?.Fingerprint, there.Fingerprint)
  const [mine, theirs] = [a.facts.tunnels.get('cabin'), b.facts.tunnels.get('town')]
  assert.ok(mine && theirs)
  assert.equal(a.vault.open(mine.Peer.PresharedKey), b.vault.open(theirs.Peer.PresharedKey))
  assert.equal(mine.Peer.PublicKey, theirs.PublicKey)
  assert.deepEqual(mine.Peer.AllowedIPs, ['192.168.3.0/24', `${theirs.Addresses[0]}/32`])
  assert.deepEqual(theirs.Peer.AllowedIPs, ['192.168.2.0/24', `${mine.Addresses[0]}/32`])
  assert.equal(mine.Peer.Endpoint, '203.0.113.9:51281')
  const nobody = { Devices: [], Groups: [], Tags: [] }
  assert.deepEqual([here.Users, here.Shared, there.Users, there.Shared], [nobody, nobody, nobody, nobody])
})

test('the network of another home cannot overlap the network of a plugin', async () => {
  const { a, b } = await openTwo('172.30.0.0/24')
  await a.change((draft) => draft.plugins.put('sample', pluginRow('172.30.0.0/28')))
  const { Text } = await b.put('town')
  await assert.rejects(a.put('cabin', { Text }), (error: Error) => {
    assert.match(
      error.message,
      /^Text: the network 172\.30\.0\.0\/24 of the other home overlaps 172\.30\.0\.0\/28, the network of the plugin sample\. Change/,
    )
    return error instanceof Invalid
  })
  assert.equal(a.facts.tunnels.size, 0)
})

test('neither the row nor a reply contains a private key, and only the reply of PUT half of the preshared key', async () => {
  const { a, b } = await openTwo()
  await a.put('cabin', { Text: (await b.put('town')).Text })
  const row = a.facts.sites.get('cabin')
  const tunnel = a.facts.tunnels.get('cabin')
  const secrets = [row?.PrivateKey, row?.Secret, row?.Peer?.Secret, tunnel?.Peer.PresharedKey].map((sealed) =>
    a.vault.open(sealed ?? ''),
  )
  const shown = JSON.stringify([row, tunnel, await a.read('cabin'), await a.list()])
  for (const secret of secrets) assert.ok(!shown.includes(secret))
  assert.ok(!('Text' in (await a.read('cabin'))))
  const { Text } = await a.put('cabin')
  const inside = Buffer.from(Text.replace(/^[^:]*:/, ''), 'base64url').toString()
  assert.deepEqual(
    secrets.map((secret) => inside.includes(secret)),
    [false, true, false, false],
  )
})

test('repeating a text changes nothing, and a new one of the other home replaces it', async () => {
  const { a, b } = await openTwo()
  const { Text } = await b.put('town')
  await a.put('cabin', { Text, Users: { Groups: ['Family'] } })
  const before = a.facts.tunnels.get('cabin')
  assert.deepEqual((await a.put('cabin', { Text })).Users.Groups, ['family'])
  assert.equal(a.facts.tunnels.get('cabin'), before)
  await b.remove('town')
  const again = await b.put('town')
  assert.notEqual(again.Text, Text)
  await a.put('cabin', { Text: again.Text })
  const after = a.facts.tunnels.get('cabin')
  assert.equal(after?.Peer.PublicKey, again.PublicKey)
  assert.notEqual(after?.Peer.PresharedKey, before?.Peer.PresharedKey)
  assert.deepEqual([after?.Link, after?.PublicKey], [before?.Link, before?.PublicKey])
})

test('behind NAT a home has no endpoint, and at least one of the two needs one', async () => {
  const { a, b } = await openTwo('192.168.3.0/24', '100.64.7.8/10')
  const hidden = await b.put('town')
  assert.deepEqual([hidden.Endpoint, hidden.ListenPort], ['', 0])
  await a.put('cabin', { Text: hidden.Text })
  await b.put('town', { Text: (await a.put('cabin')).Text })
  assert.equal(a.facts.tunnels.get('cabin')?.Peer.PersistentKeepalive, 0)
  assert.equal(b.facts.tunnels.get('town')?.Peer.PersistentKeepalive, 25)
  await assert.rejects(
    a.put('cabin', { Endpoint: '', ListenPort: 0 }),
    refused(
      'Endpoint: is missing: neither home can be reached from the internet. Forward a UDP port of the router in front of one of them, and enter it as endpoint there',
    ),
  )
  const forwarded = await b.put('town', { Endpoint: 'town.example.org:4500' })
  assert.deepEqual([forwarded.Endpoint, forwarded.ListenPort], ['town.example.org:4500', 4500])
  await assert.rejects(
    b.put('town', { ListenPort: 0 }),
    refused('ListenPort: must be a port, so that the other home reaches the endpoint'),
  )
})

test('the name of dynamic DNS, or of the VPN server, is preferred to the address of an uplink', async () => {
  const { a } = await openTwo()
  await a.change((draft) =>
    draft.set('dyndns', {
      ...draft.setting('dyndns'),
      Provider: 'DuckDNS',
      Domains: [{ DomainName: 'duckdns.org', SubDomains: ['fjord'] }],
    }),
  )
  assert.equal((await a.put('one')).Endpoint, 'fjord.duckdns.org:51281')
  await a.change((draft) =>
    draft.set('vpn', { ...draft.setting('vpn'), Endpoints: ['[2001:db8::1]:51280', 'vpn.example.org:51280'] }),
  )
  assert.equal((await a.put('two')).Endpoint, 'vpn.example.org:51282')
})

test('homes with the same addresses are refused with both networks and a free one', async () => {
  const { a, b } = await openTwo('192.168.2.0/25')
  const { Text } = await b.put('town')
  const same = refused(
    'Text: both homes use the same addresses: 192.168.2.0/25 there, 192.168.2.0/24 here. Change the network of one home, for example here to 192.168.3.0/24, and exchange new texts',
  )
  await assert.rejects(a.put('cabin', { Text }), same)
  assert.equal(a.facts.sites.size, 0)
  const { a: c, b: one } = await openTwo()
  const two = open('192.168.3.0/24', '203.0.113.10/24')
  await two.ready()
  await c.put('one', { Text: (await one.put('x')).Text })
  await assert.rejects(
    c.put('two', { Text: (await two.put('x')).Text }),
    refused(
      'Text: the network 192.168.3.0/24 of the other home overlaps 192.168.3.0/24, a network behind the tunnel one. Change the network of that home, for example to 192.168.4.0/24, and paste its new text',
    ),
  )
})

test('a text that cannot be used is refused with words, and nothing changes', async () => {
  const { a, b } = await openTwo()
  const own = await a.put('cabin')
  const { Text } = await b.put('town')
  const refusals: [body: object, message: string][] = [
    [{ Text: own.Text }, 'Text: is the text of this router: paste that of the other one'],
    [{ Text: Text.slice(0, -1) }, 'Text: is incomplete or altered: copy the whole line again'],
    [{ Text: 'hello' }, 'Text: is not the text of another Sallyport, which begins with sallyport-site-'],
    [{ Users: { Devices: [PHONE] } }, `Users.Devices: there is no device "${PHONE}"`],
    [{ Endpoint: '[::1]:5' }, 'Endpoint: must be a host name or an IPv4 address: IPv6 is not routed'],
  ]
  for (const [body, message] of refusals) await assert.rejects(a.put('cabin', body), refused(message), message)
  assert.equal((await a.read('cabin')).State, 'unpaired')
  await a.put('cabin', { Text })
  await assert.rejects(a.put('again', { Text }), /^Error: Text: |overlaps|has the same peer/)
})

test('changed networks and endpoints are noticed until a new text was created', async () => {
  const { a, b } = await openTwo()
  await a.put('cabin', { Text: (await b.put('town')).Text })
  assert.equal((await a.read('cabin')).Notice, '')
  await a.change((draft) =>
    draft.set('subnet', { ...draft.setting('subnet'), TinyNets: ['192.168.2.0/24', '10.9.0.0/24'] }),
  )
  assert.equal(
    (await a.read('cabin')).Notice,
    'The networks of this home changed: create the text again and paste it on the other router.',
  )
  assert.notEqual((await a.put('cabin', { Users: { Groups: ['family'] } })).Notice, '')
  assert.equal(
    (await a.put('cabin', { Endpoint: 'new.example.org:51281' })).Notice,
    'The networks and the endpoint of this home changed: create the text again and paste it on the other router.',
  )
  const { Text, Notice, Networks } = await a.put('cabin')
  assert.deepEqual([Notice, Networks], ['', ['10.9.0.0/24', '192.168.2.0/24']])
  await b.put('town', { Text })
  assert.deepEqual(b.facts.tunnels.get('town')?.Peer.AllowedIPs.slice(0, 2), ['10.9.0.0/24', '192.168.2.0/24'])
})

test('a renamed site keeps its tunnel, keys and devices', async () => {
  const { a, b } = await openTwo()
  await a.change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE }))
  const before = await a.put('cabin', { Text: (await b.put('town')).Text, Shared: { Devices: [PHONE.toUpperCase()] } })
  const after = await a.put('cabin', { Name: 'hut' })
  assert.deepEqual(after, { ...before, Name: 'hut' })
  assert.deepEqual(
    [...a.facts.tunnels].map(([name, { Name, Link }]) => [name, Name, Link]),
    [['hut', 'hut', 'wg1']],
  )
  await assert.rejects(a.read('cabin'), NotFound)
  await a.put('other')
  await assert.rejects(a.put('other', { Name: 'hut' }), Conflict)
  await assert.rejects(a.put('nobody', { Name: 'new' }), NotFound)
})

test('a device that is deleted is not chosen any more', async () => {
  const { a } = await openTwo()
  const key = newKeyPair().publicKey
  await a.change((draft) => {
    draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE })
    draft.devices.put(key, { ...emptyDevice(), WGPubKey: key })
  })
  await a.put('cabin', { Users: { Devices: [key], Groups: ['family'] }, Shared: { Devices: [PHONE, key] } })
  await a.change((draft) => void forget(draft, [PHONE, key]))
  const { Users, Shared } = await a.read('cabin')
  assert.deepEqual([Users, Shared.Devices], [{ Devices: [], Groups: ['family'], Tags: [] }, []])
})

test('the tunnel of a site is changed and deleted with the site only, and no exit uses it', async () => {
  const { a, b } = await openTwo()
  await a.put('cabin', { Text: (await b.put('town')).Text })
  await assert.rejects(async () => a.tunnels.remove(a.ask('cabin', undefined)), Conflict)
  await assert.rejects(async () => a.tunnels.update(a.ask('cabin', { MTU: 1400 })), Conflict)
  await assert.rejects(
    async () =>
      a.tunnels.updateExit(a.ask('x', { Tunnels: ['cabin'], Traffic: 'listed', Networks: ['192.168.3.0/24'] })),
    refused('Tunnels: cabin leads to a site: choose its devices there'),
  )
  assert.deepEqual(
    [(await a.put('cabin', { Enabled: false })).State, a.facts.tunnels.get('cabin')?.Enabled],
    ['off', false],
  )
  await a.remove('cabin')
  assert.deepEqual([a.facts.sites.size, a.facts.tunnels.size], [0, 0])
  await assert.rejects(a.remove('cabin'), NotFound)
})
