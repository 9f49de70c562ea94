import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frame } from '../../drivers/bench.fixture.ts'
import { addressSet } from '../../values/addressset.ts'
import { ipToNumber } from '../../values/ip.ts'
import type { Packet } from '../decision.ts'
import type { Frame } from '../network.ts'
import { decide } from './decide.ts'
import { rulesetOf } from './ruleset.ts'

const germany = addressSet([{ start: ipToNumber('5.0.0.0'), end: ipToNumber('5.0.255.255') }])
const server: Frame['tunnels'][number] = {
  ...{ link: 'wg0', role: 'server', privateKey: '', port: 51_280, mtu: 1420 },
  ...{ addresses: [], dns: [], peers: [] },
}
const UPLINK = '203.0.113.2'
const blocking: Frame = {
  ...frame,
  uplinks: [{ ...frame.uplinks[0]!, address: `${UPLINK}/24` }],
  tunnels: [server],
  firewall: {
    ...frame.firewall,
    ServicePorts: [{ Protocol: 'tcp', Port: '443', UpstreamEnabled: true, Description: '' }],
  },
  geo: {
    sources: [{ Type: 'country', Key: 'DE', Name: 'Germany', addresses: germany, asns: 0 }],
    all: germany,
  },
}

const verdict = (packet: Omit<Packet, 'destination'> & { destination?: string }, of = blocking): string => {
  const { verdict, by } = decide({ frame: of, members: new Map(), slots: new Map() }, () => undefined, {
    destination: UPLINK,
    ...packet,
  })
  return `${verdict}: ${by.name}`
}

test('from a blocked country only the VPN server can be reached', () => {
  const web = { protocol: 'tcp', port: 443 } as const
  assert.equal(verdict({ source: '5.0.0.1', ...web }), 'drop: geoBlock country DE')
  assert.equal(verdict({ source: '6.0.0.1', ...web }), 'accept: tcp 443')
  assert.equal(verdict({ source: '5.0.0.1', protocol: 'udp', port: 51_280 }), 'accept: WireGuard 51280')
  assert.equal(verdict({ source: '5.0.0.1', ...web }, { ...blocking, geo: undefined }), 'accept: tcp 443')
})

test('the router itself may connect to a blocked country', () => {
  assert.match(verdict({ source: UPLINK, destination: '5.0.0.1', protocol: 'udp', port: 853 }), /^accept/)
})

test('without blocked networks the firewall has neither the set nor its chains', () => {
  const names = ({ chains, sets }: ReturnType<typeof rulesetOf>) => [...chains.keys(), ...sets.keys()]
  const isGeo = (name: string) => /geo/.test(name)
  assert.deepEqual(names(rulesetOf(blocking)).filter(isGeo).sort(), ['drop_geo', 'geo', 'refuse_geo'])
  assert.deepEqual(names(rulesetOf({ ...blocking, geo: undefined })).filter(isGeo), [])
})
