import { test } from 'node:test'
import { openRules } from '../compiler/configrules.ts'
import { compileFilter } from '../compiler/filter.ts'
import type { Frame, Member, Network } from '../compiler/network.ts'
import type { Machine } from '../machine/machine.ts'
import { defaultFirewall } from '../model/firewall/config/config.ts'
import { defaultPacketLog } from '../model/firewall/refused/settings.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { parseSubnet } from '../values/subnet.ts'
import { type Driver, plan, wantedItems } from './driver.ts'

/** A machine to test drivers on, with links that can be plugged in and out. */
export interface Bench extends AsyncDisposable {
  readonly machine: Machine
  plug(link: string): Promise<void>
  unplug(link: string): Promise<void>
}

/** A rule of every kind. */
const openWithRules = async () => {
  const { facts, change } = openMemoryFacts()
  const both = { RuleName: '', Disabled: false, Description: '', Protocol: 'tcp' } as const
  const block = { ...both, SrcIP: '1.2.3.0/24', DstIP: '0.0.0.0/0' }
  const forward = { ...both, SrcIP: '0.0.0.0/0', DstIP: '192.168.2.6' }
  await change((draft) => {
    draft.blocks.put('1', block)
    draft.outputBlocks.put('1', { ...block, DstIP: '198.51.100.0/30', DstPort: 'any' })
    draft.outputBlocks.put('2', { ...block, DstIP: '198.51.100.0/30', DstPort: '80-90' })
    draft.forwardBlocks.put('1', { ...block, DstPort: '80-90' })
    draft.forwardBlocks.put('2', { ...block, DstPort: '85-8000' })
    draft.forwards.put('1', { ...forward, SrcPort: '8080', DstPort: '80' })
    draft.forwards.put('2', { ...forward, SrcPort: '9000-9002', DstPort: '100-102' })
    draft.forwards.put('3', { ...forward, SrcPort: '7000-7100', DstPort: 'any', SrcIP: '198.51.100.0/24' })
    const printer = { ...both, IP: '192.168.2.2', Domain: '', Port: 'any', Tags: ['print'] }
    draft.endpoints.put('1', { ...printer, RuleName: 'printer' })
    draft.endpoints.put('2', { ...printer, RuleName: 'net', IP: '0.0.0.0/0', Port: '0-1023' })
  })
  return openRules(facts)
}
export const rules = await openWithRules()

/** A frame that the kernel and the fake machine both support. */
export const frame: Frame = {
  nets: [parseSubnet('192.168.2.0/24')!],
  lanIp: '192.168.2.1',
  uplinks: [
    {
      link: 'wan0',
      dhcp: false,
      address: '203.0.113.7/24',
      additional: ['203.0.113.8/24'],
      router: '203.0.113.1',
      mark: 1,
      network: '',
      well: true,
    },
  ],
  sessions: [],
  tunnels: [],
  exits: [],
  pfw: [],
  geo: undefined,
  sites: [],
  providerRoutes: [{ link: 'wan0', net: parseSubnet('10.77.0.0/16')!, via: '203.0.113.3' }],
  wired: ['lan0'],
  vlans: [],
  additional: [{ link: 'lan0', address: '10.8.0.1/24' }],
  accessPoints: [],
  setup: undefined,
  wifiUplinks: [],
  down: [],
  readdressed: [{ link: 'lan0', mac: '02:00:00:00:aa:01' }],
  groups: [
    { name: 'family', enabled: true },
    { name: '9 lives!', enabled: false },
  ],
  tags: ['print'],
  customs: [
    {
      link: 'lan0',
      net: parseSubnet('10.50.0.0/16')!,
      via: '10.8.0.9',
      policies: ['lan'],
      groups: [],
      tags: [],
      rule: '1',
    },
    {
      link: 'lan0',
      net: parseSubnet('10.51.0.9/32')!,
      via: '',
      policies: [],
      groups: ['family'],
      tags: ['print'],
      rule: '2',
    },
  ],
  ruleSets: rules.sets,
  firewall: defaultFirewall(),
  logging: defaultPacketLog(),
  upstreams: [],
  familyUpstreams: [],
  hosts: [],
  filter: compileFilter(openMemoryFacts().facts),
  unlogged: { clients: [], names: [] },
  credentials: undefined,
}

const member = (number: number, link: string, ...maps: string[]): Member => {
  const ip = `192.168.2.${number * 4 + 2}`
  const mac = `02:00:00:00:00:0${number}`
  return {
    identity: mac,
    peer: undefined,
    passphrase: undefined,
    place: { mac, ip, routerIp: `192.168.2.${number * 4 + 1}`, link },
    admissions: [
      { map: 'ethernet_filter', key: [ip, link, mac] },
      { map: 'outgoing_traffic_wan', key: [ip] },
      ...maps.map((map) => ({ map, key: [ip, link] })),
    ],
    dnsClient: undefined,
    names: [],
  }
}

export const laptop = member(1, 'wlan0.4096', 'internet_access', 'family_src_access', 'family_dst_access')
export const printer = member(0, 'lan0', 'lan_access')
export const whole: Network = {
  frame,
  members: new Map([laptop, printer].map((one) => [one.identity, one])),
  slots: rules.slots,
}

/** The same without devices and rules: only elements differ. */
export const empty: Network = { frame, members: new Map(), slots: new Map() }

export const converge = async (driver: Driver, network: Network) =>
  driver.apply(plan(await driver.read(network), wantedItems(driver, network)))

/** Defines tests on machines that `open` makes, with three links plugged into each. */
export const benchTest =
  (where: string, open: () => Promise<Bench>) =>
  (title: string, run: (bench: Bench) => Promise<void>): void =>
    void test(`${title} (${where})`, async () => {
      await using bench = await open()
      for (const link of ['wan0', 'lan0', 'wlan0.4096']) await bench.plug(link)
      await run(bench)
    })
