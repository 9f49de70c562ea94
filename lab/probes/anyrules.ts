import type { Device, Policy } from '../../router/model/home/devices/device.ts'
import type { Ip } from '../../router/values/ip.ts'
import { FAMILY_RESOLVER, FOREIGN_RESOLVER, PRIVATE_HOST, PROVIDER, WEB } from '../guests/addresses.ts'
import type { Router } from '../guests/router.ts'
import type { Chance } from './chance.ts'

/** Ports of rules and probes: few, so that rules often apply to probes. */
export const PORTS = [22, 53, 67, 80, 443, 1000, 1001, 1002, 5353, 8080, 9100, 65535] as const
const RANGES = ['any', '', '0-65535', '1000-1002', '1-1023', '80', '443', '1001', '9000-9200', '53', '8080'] as const

const GROUPS = ['family', 'kids room', '9 lives']
const TAGS = ['nvr', 'print', 'кухня', 'a:b.c-d']
const POLICIES: readonly Policy[] = ['wan', 'dns', 'lan', 'lan_upstream', 'noapi', 'dns:family']
const FAR = [WEB, `${WEB}/31`, '81.2.70.0/24', PROVIDER.public.neighbour, '81.2.0.0/15', PRIVATE_HOST, '0.0.0.0/0']

/** Random settings of a device. Quarantine is rare. */
export const anyDevice = (chance: Chance, resolvers: readonly Ip[]): Partial<Device> => ({
  Policies: [...chance.some(POLICIES), ...(chance.happens(0.12) ? ['quarantine' as const] : [])],
  Groups: chance.some(GROUPS, 0.3),
  DeviceTags: chance.some(TAGS, 0.3),
  DNSCustom: chance.happens(0.25) ? chance.one([FOREIGN_RESOLVER, FAMILY_RESOLVER, ...resolvers]) : '0',
})

/** A link of the router outside of the household, and the addresses behind it. */
export interface Behind {
  readonly link: string
  readonly ip: Ip
  readonly net: string
}

/** Calls that add rules of every kind. `near` are the household's addresses. */
export function anyRules(chance: Chance, near: readonly Ip[], behind: Behind): [path: string, body: unknown][] {
  const net = (): string =>
    chance.happens(0.5) ? chance.one([...near, behind.ip]) : chance.one([...FAR, '192.168.2.0/28', '192.168.2.0/24'])
  const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
  const Protocol = (): string => chance.one(['tcp', 'udp'])
  const Disabled = (): boolean => chance.happens(0.15)
  const target = (): Ip => chance.one([...near, behind.ip])
  const lone = chance.happens(0.5)

  return [
    ...GROUPS.map((Name): [string, object] => ['/groups', { Name, Disabled: chance.happens(0.25) }]),
    [
      '/firewall/custom_interface',
      {
        Interface: behind.link,
        SrcIP: lone ? behind.ip : behind.net,
        Policies: [
          ...chance.some(lone ? ['wan', 'dns', 'api', 'lan', 'lan_upstream'] : ['wan', 'dns', 'api', 'lan']),
          ...(chance.happens(0.15) ? ['disabled'] : []),
        ],
        Groups: chance.some(GROUPS, 0.4),
        Tags: lone ? chance.some(TAGS, 0.4) : [],
      },
    ],
    ...times(3, (): [string, object] => [
      '/firewall/block',
      { Protocol: Protocol(), SrcIP: net(), DstIP: net(), Disabled: Disabled() },
    ]),
    ...times(5, (): [string, object] => [
      '/firewall/block_forward',
      { Protocol: Protocol(), SrcIP: net(), DstIP: net(), DstPort: chance.one(RANGES), Disabled: Disabled() },
    ]),
    ['/firewall/block_output', { Protocol: Protocol(), SrcIP: '0.0.0.0/0', DstIP: net(), DstPort: chance.one(RANGES) }],
    ...times(10, (): [string, object] => {
      const SrcPort = chance.one(RANGES)
      const DstPort = chance.one(['any', '9100', SrcPort])
      const SrcIP = chance.one(['0.0.0.0/0', '0.0.0.0/0', WEB, '81.2.69.0/24', '192.168.2.0/24', ...near])
      return [
        '/firewall/forward',
        { Protocol: Protocol(), SrcIP, SrcPort, DstIP: target(), DstPort, Disabled: Disabled() },
      ]
    }),
    ...times(5, (index): [string, object] => [
      '/firewall/endpoint',
      {
        RuleName: `place ${index}`,
        Protocol: Protocol(),
        IP: net(),
        Port: chance.one(RANGES),
        Tags: [chance.one(TAGS), chance.one(TAGS)],
        Disabled: Disabled(),
      },
    ]),
    ...times(3, (): [string, object] => [
      '/firewall/service_port',
      { Protocol: Protocol(), Port: String(chance.one(PORTS)), UpstreamEnabled: chance.happens(0.5) },
    ]),
    ['/plugins/dns/block/quarantineHost', chance.happens(0.5) ? chance.one([...near, behind.ip, WEB]) : ''],
    ['/firewall/icmp', { PingLan: chance.happens(0.7), PingWan: chance.happens(0.5) }],
  ]
}

const KINDS = {
  ForwardingRules: 'forward',
  BlockRules: 'block',
  OutputBlockRules: 'block_output',
  ForwardingBlockRules: 'block_forward',
  CustomInterfaceRules: 'custom_interface',
  Endpoints: 'endpoint',
} as const

/** Deletes all rules, and restores the default service ports. */
export async function withoutRules(router: Router): Promise<void> {
  const config = (await router.api('/firewall/config')) as Record<string, { Port: string }[]>
  for (const [list, kind] of Object.entries(KINDS))
    for (const rule of config[list] ?? []) await router.api(`/firewall/${kind}`, rule, 'DELETE')
  await router.api('/plugins/dns/block/quarantineHost', '')
  for (const Port of ['22', '80', '443'])
    await router.api('/firewall/service_port', { Protocol: 'tcp', Port, UpstreamEnabled: false })
  for (const port of config.ServicePorts ?? [])
    if (!['22', '80', '443'].includes(port.Port) || (port as { Protocol?: string }).Protocol === 'udp')
      await router.api('/firewall/service_port', port, 'DELETE')
}
