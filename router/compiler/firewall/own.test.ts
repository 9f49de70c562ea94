import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ForwardingRule } from '../../model/firewall/config/configrule.ts'
import { keyOfForward } from '../../model/firewall/config/configrule.ts'
import { emptyDevice, keyOfDevice } from '../../model/home/devices/device.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { compile } from '../compile.ts'
import { turns } from '../permits.ts'
import { decide } from './decide.ts'
import { rulesetOf } from './ruleset.ts'

const UPLINK = '81.2.69.100'
const NAS = '192.168.2.6'
const PHONE = '192.168.2.2'
const anyPort = (Protocol: 'tcp' | 'udp'): ForwardingRule => ({
  ...{ RuleName: 'all', Disabled: false, Description: '' },
  ...{ Protocol, SrcIP: '0.0.0.0/0', SrcPort: 'any', DstIP: NAS, DstPort: 'any' },
})

/** A home that forwards all ports to a device, and whose router is open to the internet for the VPN, a tunnel, and its app. */
async function open() {
  const memory = openMemoryFacts()
  const { facts, change } = memory
  await change((draft) => {
    draft.interfaces.put('wan0', { Name: 'wan0', Type: 'Uplink', Subtype: '', Enabled: true })
    draft.interfaces.put('lan0', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: `${UPLINK}/24`, router: '81.2.69.1', routes: [] })
    for (const [nth, ip] of [PHONE, NAS].entries()) {
      const MAC = `02:00:00:00:00:0${nth + 1}`
      draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP: ip, Policies: ['wan', 'dns'] })
      draft.leases.put(MAC, { mac: MAC, link: 'lan0', ip, hostName: '', expiresAt: 0 })
    }
    for (const rule of [anyPort('tcp'), anyPort('udp')]) draft.forwards.put(keyOfForward(rule), rule)
    draft.set('vpn', { ...draft.setting('vpn'), PrivateKey: 'sealed', Up: true })
    draft.tunnels.put('cabin', {
      ...{ Name: 'cabin', Link: 'wg1', Enabled: true, PrivateKey: 'sealed', PublicKey: 'key', MTU: 0 },
      ...{ Addresses: ['10.2.0.2'], DNS: [], ListenPort: 51_281 },
      Peer: {
        ...{ PublicKey: 'peer', PresharedKey: '', Endpoint: '', AllowedIPs: ['10.9.0.0/24'], PersistentKeepalive: 25 },
      },
    })
    const app = { Protocol: 'tcp' as const, Port: '443', UpstreamEnabled: true, Description: '' }
    const firewall = draft.setting('firewall')
    const others = firewall.ServicePorts.filter(({ Port }) => Port !== '443')
    draft.set('firewall', { ...firewall, ServicePorts: [...others, app] })
  })
  const memberAt = (network: ReturnType<typeof compile>) => (ip: string) => {
    const device = facts.devices.by('RecentIP', ip)
    return device && network.members.get(keyOfDevice(device))
  }
  const led = (source: string, protocol: 'tcp' | 'udp', port: number, destination = UPLINK) => {
    const network = compile(facts)
    const { verdict, ledTo } = decide(network, memberAt(network), { source, destination, protocol, port })
    return `${verdict} ${ledTo?.ip ?? 'the router'}`
  }
  return { ...memory, led }
}

test('no forward takes a port of the router that is open to the internet; all others are forwarded', async () => {
  const { led } = await open()
  for (const [protocol, port] of [
    ['udp', 51_280],
    ['udp', 51_281],
    ['tcp', 443],
  ] as const) {
    assert.equal(led('198.51.100.7', protocol, port), 'accept the router', `${protocol} ${port}`)
    assert.equal(led(PHONE, protocol, port).split(' ')[1], 'the', `${protocol} ${port} from the home`)
    assert.equal(led('198.51.100.7', protocol === 'tcp' ? 'udp' : 'tcp', port), `accept ${NAS}`)
  }
  assert.equal(led('198.51.100.7', 'tcp', 22), `accept ${NAS}`, 'open to the home only')
  assert.equal(led(PHONE, 'tcp', 8443), `accept ${NAS}`)
})

test('queries of the home to the uplink’s address go to the resolver, not to the target of a forward', async () => {
  const { led } = await open()
  assert.equal(led(PHONE, 'udp', 53), 'accept 192.168.2.1')
  assert.equal(led('198.51.100.7', 'udp', 53), `accept ${NAS}`)
})

test('all ports that the chain of the internet accepts are kept from forwards', async () => {
  const { facts } = await open()
  const { chains } = rulesetOf(compile(facts).frame)
  const ports = (chain: string, verdict: 'accept' | 'return'): string[] =>
    (chains.get(chain)?.rules ?? [])
      .filter((rule) => rule.some(({ kind }) => kind === verdict) && !rule.some(({ kind }) => kind === 'within'))
      .flatMap((rule) =>
        rule.flatMap((one) => (one.kind === 'is' ? one.values.map((port) => `${one.field} ${port}`) : [])),
      )
      .sort()
  const own = ports('input_uplink', 'accept')
  assert.equal(own.length, 3)
  for (const chain of ['inbound', 'hairpin']) assert.deepEqual(ports(chain, 'return'), own, chain)
})

test('connections that a forward has are evaluated again when the router opens a port', async () => {
  const { facts, change } = await open()
  const before = compile(facts).frame
  await change((draft) => draft.tunnels.put('cabin', { ...draft.tunnels.get('cabin')!, ListenPort: 51_299 }))
  assert.ok(turns(before, compile(facts).frame))
})
