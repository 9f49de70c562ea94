import { keyOfOverride } from '../../../model/dns/blocklists/key.ts'
import type { DnsProvider } from '../../../model/dns/resolvers/settings.ts'
import { keyOfBlock, keyOfForward, keyOfPortBlock, netOf } from '../../../model/firewall/config/configrule.ts'
import type { Draft } from '../../../store/facts.ts'
import { type Ip, ipToNumber, numberToIp } from '../../../values/ip.ts'
import { formatSubnet, type Subnet } from '../../../values/subnet.ts'

/** The new form of an address or CIDR text; undefined if it is not about the moved address. */
type Rewrite = (text: string) => string | undefined

interface Rows<T> {
  rows(): Iterable<[string, T]>
  put(key: string, value: T): void
  remove(key: string): void
}

/**
 * Updates rules and settings after addresses of devices have changed, given as a map from old to new address. Otherwise a port
 * forward to a device would apply to the next device with its old address.
 */
export function followDevices(draft: Draft, moved: ReadonlyMap<Ip, Ip>): void {
  if (moved.size === 0) return
  const rewrite = deviceRewrite(moved)
  const now = (text: string): string => rewrite(text) ?? text
  replace(draft.forwards, keyOfForward, (rule) => fields(rule, ['DstIP'], rewrite))
  replace(draft.blocks, keyOfBlock, (rule) => fields(rule, ['SrcIP', 'DstIP'], rewrite))
  replace(draft.outputBlocks, keyOfPortBlock, (rule) => fields(rule, ['SrcIP', 'DstIP'], rewrite))
  replace(draft.forwardBlocks, keyOfPortBlock, (rule) => fields(rule, ['SrcIP', 'DstIP'], rewrite))
  replace(
    draft.endpoints,
    ({ RuleName }) => RuleName,
    (rule) => fields(rule, ['IP'], rewrite),
  )
  replace(
    draft.hostnames,
    ({ Hostname }) => Hostname,
    (host) => fields(host, ['IPAddress'], rewrite),
  )
  replace(draft.overrides, keyOfOverride, (override) => {
    const Suspended = override.Suspended && fields(override.Suspended, ['ResultIP'], rewrite)
    const after = fields(override, ['ClientIP', 'ResultIP'], rewrite)
    return Suspended ? { ...(after ?? override), Suspended } : after
  })
  replace(
    draft.pauses,
    ({ ClientIP }) => ClientIP,
    (pause) => fields(pause, ['ClientIP'], rewrite),
  )
  const filter = draft.setting('dnsBlock')
  if ([filter.QuarantineHostIP, ...filter.ClientIPExclusions].some((ip) => rewrite(ip) !== undefined))
    draft.set('dnsBlock', {
      ...filter,
      QuarantineHostIP: now(filter.QuarantineHostIP),
      ClientIPExclusions: [...new Set(filter.ClientIPExclusions.map(now))],
    })
  for (const [key, device] of [...draft.devices.rows()]) {
    const DNSCustom = rewrite(device.DNSCustom)
    if (DNSCustom !== undefined) draft.devices.put(key, { ...device, DNSCustom })
  }
  const dns = draft.setting('dns')
  const elsewhere = (providers: readonly DnsProvider[]): DnsProvider[] =>
    providers.map((one) => ({ ...one, IPAddress: now(one.IPAddress) }))
  if ([...dns.UpstreamProviders, ...dns.FamilyProviders].some(({ IPAddress }) => rewrite(IPAddress) !== undefined))
    draft.set('dns', {
      UpstreamProviders: elsewhere(dns.UpstreamProviders),
      FamilyProviders: elsewhere(dns.FamilyProviders),
    })
  const log = draft.setting('dnsLog')
  if (log.HostPrivacyIPList.some((ip) => rewrite(ip) !== undefined))
    draft.set('dnsLog', { ...log, HostPrivacyIPList: [...new Set(log.HostPrivacyIPList.map(now))] })
  const firewall = draft.setting('firewall')
  const SystemDNSOverride = rewrite(firewall.SystemDNSOverride)
  if (SystemDNSOverride !== undefined) draft.set('firewall', { ...firewall, SystemDNSOverride })
}

/** One device has another address. Nothing is updated if it had none or has none now. */
export function followDevice(draft: Draft, from: Ip | '', to: Ip | ''): void {
  if (from !== to && from !== '' && to !== '') followDevices(draft, new Map([[from, to]]))
}

/**
 * Home networks have changed. Blocks of a whole former network, or of the router's address in it, also apply to the network that
 * replaces it: some devices are still in the old one, others already in the new one.
 */
export function repeatDenials(draft: Draft, pairs: readonly (readonly [from: Subnet, to: Subnet])[]): void {
  const rewrite: Rewrite = (text) => {
    const was = formatSubnet(netOf(text))
    const pair = pairs.find(([from]) => formatSubnet(from) === was)
    return pair && textOf(text, pair[1])
  }
  repeat(draft.blocks, keyOfBlock, (rule) => fields(rule, ['SrcIP', 'DstIP'], rewrite))
  repeat(draft.outputBlocks, keyOfPortBlock, (rule) => fields(rule, ['SrcIP', 'DstIP'], rewrite))
  repeat(draft.forwardBlocks, keyOfPortBlock, (rule) => fields(rule, ['SrcIP', 'DstIP'], rewrite))
}

/** The address of the device, or its whole /30 network. */
const deviceRewrite =
  (moved: ReadonlyMap<Ip, Ip>): Rewrite =>
  (text) => {
    if (text === '') return undefined
    const { base, prefix } = netOf(text)
    const offset = { 32: 0, 30: -2 }[prefix]
    const to = offset === undefined ? undefined : moved.get(numberToIp(base - offset))
    return to === undefined ? undefined : textOf(text, { base: ipToNumber(to) + offset!, prefix })
  }

/** With or without a prefix length, as it was written. */
const textOf = (spelt: string, net: Subnet): string => (spelt.includes('/') ? formatSubnet(net) : numberToIp(net.base))

/** The rule with rewritten fields; undefined if none has changed. */
function fields<T extends object>(rule: T, names: readonly (keyof T)[], rewrite: Rewrite): T | undefined {
  let after: T | undefined
  for (const name of names) {
    const text = rewrite(String(rule[name]))
    if (text !== undefined) after = { ...(after ?? rule), [name]: text }
  }
  return after
}

function replace<T>(table: Rows<T>, keyOf: (rule: T) => string, rewrite: (rule: T) => T | undefined): void {
  const moved = [...table.rows()].flatMap(([key, rule]) => {
    const after = rewrite(rule)
    return after ? [{ key, after }] : []
  })
  // Two devices may have exchanged their addresses, and so the keys of their rows.
  for (const { key } of moved) table.remove(key)
  for (const { after } of moved) table.put(keyOf(after), after)
}

function repeat<T>(table: Rows<T>, keyOf: (rule: T) => string, rewrite: (rule: T) => T | undefined): void {
  for (const [, rule] of [...table.rows()]) {
    const after = rewrite(rule)
    if (after) table.put(keyOf(after), after)
  }
}
