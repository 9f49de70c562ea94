import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../events/bus.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { tunnelFault } from '../../model/vpn/tunnels/fault.ts'
import type { Tunnel } from '../../model/vpn/tunnels/tunnel.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { parseSubnet } from '../../values/subnet.ts'
import type { WireguardLink } from '../../wire/wireguard.ts'
import { watchTunnels } from './tunnels.ts'

const KEY = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='
const tunnel = (Name: string, Link: string, Endpoint: string): Tunnel => ({
  ...{ Name, Link, Enabled: true, PrivateKey: '', PublicKey: '', Addresses: ['10.64.0.2'], DNS: ['10.64.0.1'] },
  ...{ MTU: 0, ListenPort: 0 },
  Peer: {
    ...{ PublicKey: KEY, PresharedKey: '', Endpoint, AllowedIPs: ['0.0.0.0/0'], PersistentKeepalive: 25 },
  },
})

async function open(...tunnels: readonly Tunnel[]) {
  const machine = fakeMachine()
  const memory = openMemoryFacts()
  const { facts, change } = memory
  const published: string[] = []
  const bus = openBus((error) => assert.fail(String(error)))
  bus.subscribePrefix('vpn:', (payload, topic) => {
    const { Name, Reason, From, To } = payload as { Name: string; Reason?: string; From?: string; To?: string }
    published.push(`${topic} ${Name} ${Reason ?? `${From} -> ${To}`}`.trim())
  })
  for (const { Link } of tunnels) machine.ip.plug(Link)
  const silent = new Set<string>()
  machine.answerEchoes(({ link }) => (silent.has(link) ? undefined : 8))
  const handshakes = new Map<string, number>()
  const show = async (): Promise<WireguardLink[]> =>
    [...facts.tunnels.values()].map(({ Link }) => ({
      ...{ link: Link, privateKey: '', publicKey: '', port: 1 },
      peers: [
        {
          ...{ publicKey: KEY, presharedKey: '', endpoint: '198.51.100.7:51820', allowed: [], keepalive: 25 },
          ...{ latestHandshake: handshakes.get(Link) ?? 0, received: 0, sent: 0 },
        },
      ],
    }))
  const names = new Map<string, string>()
  await change((draft) => {
    for (const one of tunnels) draft.tunnels.put(one.Name, one)
    const selects = { Devices: [], Groups: ['family'], Tags: [], Networks: [], Domains: [] }
    const Tunnels = tunnels.map(({ Name }) => Name)
    draft.exits.put('family', { Name: 'family', Number: 1, ...selects, Tunnels, Traffic: 'all' })
  })
  const watch = watchTunnels({
    ...{ facts, change, machine, bus, show },
    lookUp: async (name) => ({ ips: [names.get(name)].filter((ip) => ip !== undefined), ttlSeconds: 60 }),
    around: () => ({ home: [parseSubnet('192.168.2.0/24')!], own: ['203.0.113.7'] }),
    onFailure: (_, error) => assert.fail(String(error)),
  })
  memory.watch((entries) => watch.learn(entries))
  return {
    ...{ facts, published, silent, handshakes, names, machine },
    async wait(seconds: number) {
      for (let second = 0; second < seconds; second++) await machine.clock.step(1000)
    },
    state: (name: string) => facts.tunnelStates.get(name),
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  }
}

test('a tunnel is up with the first reply, and down after rounds without one; the exit uses the next', async () => {
  using home = await open(tunnel('oslo', 'wg1', '198.51.100.7:51820'), tunnel('bergen', 'wg2', '198.51.100.8:51820'))
  await home.wait(3)
  assert.deepEqual([home.state('oslo')?.up, home.state('bergen')?.up], [true, true])
  home.silent.add('wg1')
  await home.wait(60)
  assert.deepEqual([home.state('oslo')?.up, home.state('oslo')?.fault], [false, tunnelFault('no_handshake')])
  home.silent.delete('wg1')
  await home.wait(5)
  assert.deepEqual(home.published, [
    'vpn:tunnel:up oslo',
    'vpn:tunnel:up bergen',
    'vpn:tunnel:down oslo no handshake',
    'vpn:exit:switch family oslo -> bergen',
    'vpn:tunnel:up oslo',
    'vpn:exit:switch family bergen -> oslo',
  ])
})

test('if no target ever replied, the age of the handshake decides', async () => {
  using home = await open(tunnel('oslo', 'wg1', '198.51.100.7:51820'))
  home.silent.add('wg1')
  await home.wait(10)
  assert.deepEqual([home.state('oslo')?.up, home.state('oslo')?.fault], [false, tunnelFault('waiting')])
  home.handshakes.set('wg1', Math.floor(home.machine.clock.now() / 1000))
  await home.wait(5)
  assert.equal(home.state('oslo')?.up, true)
  await home.wait(300)
  assert.deepEqual([home.state('oslo')?.up, home.state('oslo')?.fault], [false, tunnelFault('no_handshake')])
})

test('the name of an endpoint is resolved, again when the tunnel fails, and never to an address of the home', async () => {
  using home = await open(tunnel('oslo', 'wg1', 'oslo.example:51820'))
  home.silent.add('wg1')
  await home.wait(1)
  assert.deepEqual(home.state('oslo')?.fault, tunnelFault('unresolved', 'oslo.example'))
  home.names.set('oslo.example', '192.168.2.6')
  await home.wait(40)
  assert.deepEqual(
    home.state('oslo')?.fault,
    tunnelFault('unusable', 'oslo.example', '192.168.2.6 is in the home network 192.168.2.0/24'),
  )
  home.names.set('oslo.example', '198.51.100.7')
  home.silent.delete('wg1')
  await home.wait(40)
  assert.deepEqual([home.state('oslo')?.up, home.state('oslo')?.endpoint], [true, '198.51.100.7:51820'])
  home.names.set('oslo.example', '198.51.100.9')
  await home.wait(120)
  assert.equal(home.state('oslo')?.endpoint, '198.51.100.7:51820', 'not while it works')
  home.silent.add('wg1')
  await home.wait(120)
  assert.equal(home.state('oslo')?.endpoint, '198.51.100.9:51820')
})
