import type { Frame } from '../../compiler/network.ts'
import { groupMaps } from '../../features/groups/group.ts'
import { formatSubnet, PRIVATE_NETS, type Subnet, UNROUTABLE_NETS } from '../../values/subnet.ts'
import { LOOP } from '../links/listing.ts'

/** Our table. Nothing of ours is anywhere else, and nothing else is in it. */
export const TABLE = 'inet sallyport'

/** A set, or with `value` a map, that members fill; `verdict` is what the elements of a verdict map carry. */
export interface Declaration {
  readonly keys: readonly KeyType[]
  readonly value?: 'verdict' | 'ipv4_addr'
  readonly verdict?: string
  readonly counter?: true
}
export type KeyType = 'ipv4_addr' | 'ifname' | 'ether_addr'

const HERE: readonly KeyType[] = ['ipv4_addr', 'ifname']
const door: Declaration = { keys: HERE, value: 'verdict', verdict: 'accept' }
const counters: Declaration = { keys: ['ipv4_addr'], counter: true }

/** The sets and maps that members fill, by name. */
export function declarations(frame: Frame): Map<string, Declaration> {
  const all = new Map<string, Declaration>([
    ['ethernet_filter', { ...door, keys: ['ipv4_addr', 'ifname', 'ether_addr'], verdict: 'return' }],
    ['dhcp_access', { ...door, keys: ['ifname', 'ether_addr'] }],
    ['dns_access', door],
    ['internet_access', door],
    ['lan_access', door],
    ['upstream_private_rfc1918_allowed', { ...door, verdict: 'return' }],
    ['api_block', { keys: HERE }],
    ['quarantine', { keys: HERE }],
    ['dns_custom', { keys: ['ipv4_addr'], value: 'ipv4_addr' }],
    ['incoming_traffic_lan', counters],
    ['outgoing_traffic_lan', counters],
    ['incoming_traffic_wan', counters],
    ['outgoing_traffic_wan', counters],
  ])
  for (const { name } of frame.groups) {
    const maps = groupMaps(name)
    all.set(maps.destination, door)
    all.set(maps.source, { ...door, verdict: `jump ${groupChain(name)}` })
  }
  return all
}

/** The chain that asks whether the other end is in the same group. */
const groupChain = (name: string): string => groupMaps(name).destination.replace(/_dst_access$/, '_members')

/** A chain: how it is declared, and its rules in order. */
export interface Chain {
  readonly declaration: string
  readonly rules: readonly string[]
}

/**
 * The chains, callee before caller. A packet's way: `arrival` asks who sent it before connections are even tracked;
 * `forward` and `input` first let through what belongs to a connection already admitted, and then ask the maps. What
 * nothing admits is dropped. Per packet it is a look-up or two, however many devices there are.
 *
 * The kernel's flow tables are not used: a packet that takes that way is neither held against who sent it nor counted, and
 * goes on for a while after its permission was taken.
 */
export function chains(frame: Frame): Map<string, Chain> {
  const nets = setOf(frame.nets)
  const uplinks = frame.uplinks.map(({ link }) => link)
  const fromUplink = (target: string): string[] => uplinks.map((link) => `iifname "${link}" ${target}`)
  const toUplink = (target: string): string[] => uplinks.map((link) => `oifname "${link}" ${target}`)
  const { firewall } = frame
  const ports = (protocol: 'tcp' | 'udp', upstream: boolean): string[] =>
    portRule(
      protocol,
      firewall.ServicePorts.filter((port) => port.Protocol === protocol && (!upstream || port.UpstreamEnabled)),
    )
  const multicast = (upstream: boolean): string[] =>
    portRule(
      'ip daddr 224.0.0.0/4 udp',
      firewall.MulticastPorts.filter((port) => !upstream || port.Upstream),
    )
  const ping = (open: boolean): string[] => (open ? ['icmp type echo-request accept'] : [])

  const all = new Map<string, Chain>()
  const chain = (name: string, rules: readonly string[], hook?: string): void =>
    void all.set(name, { declaration: hook ? `{ type ${hook}; }` : '', rules })

  chain('from_uplink', [
    'meta nfproto != ipv4 drop',
    `ip saddr ${nets} counter drop comment "drop:spoof"`,
    `ip daddr ${nets} counter drop comment "drop:local"`,
  ])
  chain(
    'arrival',
    [
      'ip saddr . iifname . ether saddr vmap @ethernet_filter',
      'iifname "lo" accept',
      ...fromUplink('goto from_uplink'),
      'udp sport 68 udp dport 67 iifname . ether saddr vmap @dhcp_access',
      ...frame.wired.map((link) => `iifname "${link}" ip saddr 0.0.0.0 udp sport 68 udp dport 67 accept`),
      'counter drop comment "drop:mac"',
    ],
    // Before the kernel puts fragments together (-400): it would take one from anybody into anybody's packet.
    'filter hook prerouting priority -450; policy accept',
  )

  for (const { name } of frame.groups)
    chain(groupChain(name), [`ip daddr . oifname vmap @${groupMaps(name).destination}`])

  // A device is told at once that it may not, so that what runs on it does not wait; nobody outside is told anything.
  chain('refuse', ['meta l4proto tcp reject with tcp reset', 'reject with icmp type admin-prohibited'])

  chain('forward_in', [
    'ct state established,related ip daddr @incoming_traffic_wan accept',
    'counter drop comment "drop:forward"',
  ])
  chain('upstream_private', [
    'ip saddr . iifname vmap @upstream_private_rfc1918_allowed',
    'counter goto refuse comment "drop:private"',
  ])
  chain('forward_out', [
    'ct state established,related ip saddr @outgoing_traffic_wan accept',
    'ct state invalid drop',
    `ip daddr ${setOf(UNROUTABLE_NETS)} counter goto refuse comment "drop:forward"`,
    `ip daddr ${setOf(PRIVATE_NETS)} jump upstream_private`,
    'ip saddr . iifname vmap @internet_access',
    'counter goto refuse comment "drop:forward"',
  ])
  chain('forward_lan', [
    'ct state established,related ip saddr @outgoing_traffic_lan ip daddr @incoming_traffic_lan accept',
    'ct state invalid drop',
    `ip daddr != ${nets} counter goto refuse comment "drop:forward"`,
    // Where nobody is. Asking for each of a large network's addresses would crowd the gateway out of the neighbour table.
    `oifname "${LOOP}" counter goto refuse comment "drop:forward"`,
    'ip daddr . oifname @quarantine counter goto refuse comment "drop:forward"',
    'ip saddr . iifname vmap @lan_access',
    ...frame.groups
      .filter(({ enabled }) => enabled)
      .map(({ name }) => `ip saddr . iifname vmap @${groupMaps(name).source}`),
    'counter goto refuse comment "drop:forward"',
  ])
  chain(
    'forward',
    [...fromUplink('goto forward_in'), ...toUplink('goto forward_out'), 'goto forward_lan'],
    'filter hook forward priority filter; policy drop',
  )

  chain('input_uplink', [
    ...ports('tcp', true),
    ...ports('udp', true),
    ...multicast(true),
    ...ping(firewall.PingWan),
    'counter drop comment "drop:input"',
  ])
  chain(
    'input',
    [
      'iifname "lo" accept',
      'ct state established,related accept',
      'ct state invalid drop',
      ...fromUplink('goto input_uplink'),
      'tcp dport { 22, 80, 443 } ip saddr . iifname @api_block counter goto refuse comment "drop:input"',
      `ip daddr ${frame.lanIp} meta l4proto { tcp, udp } th dport 53 ip saddr . iifname vmap @dns_access`,
      ...ports('tcp', false),
      ...ports('udp', false),
      ...multicast(false),
      ...ping(firewall.PingLan),
      'counter goto refuse comment "drop:input"',
    ],
    'filter hook input priority filter; policy drop',
  )
  chain(
    'output',
    [
      'oifname "lo" accept',
      'meta nfproto != ipv4 drop',
      ...toUplink(`ip saddr ${nets} drop`),
      ...toUplink(`ip daddr ${nets} drop`),
    ],
    'filter hook output priority filter; policy accept',
  )

  chain('redirect_dns', ['dnat ip to ip saddr map @dns_custom', ...(frame.lanIp ? [`dnat ip to ${frame.lanIp}`] : [])])
  chain(
    'dstnat',
    ['iifname "lo" accept', ...fromUplink('accept'), 'meta l4proto { tcp, udp } th dport 53 goto redirect_dns'],
    'nat hook prerouting priority dstnat; policy accept',
  )
  // Only a connection's first packet comes here, and only once it was admitted: here it is counted, the rest above.
  chain('leave', ['ip saddr @outgoing_traffic_wan', 'masquerade'])
  chain(
    'srcnat',
    [...toUplink('goto leave'), 'ip saddr @outgoing_traffic_lan', 'ip daddr @incoming_traffic_lan'],
    'nat hook postrouting priority srcnat; policy accept',
  )
  return all
}

const setOf = (nets: readonly Subnet[]): string => `{ ${nets.map(formatSubnet).join(', ')} }`

const portRule = (match: string, ports: readonly { readonly Port: string }[]): string[] =>
  ports.length > 0 ? [`${match} dport { ${ports.map(({ Port }) => Port).join(', ')} } accept`] : []
