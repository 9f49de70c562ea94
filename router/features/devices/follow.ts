import type { Draft } from '../../store/facts.ts'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { formatSubnet, type Subnet } from '../../values/subnet.ts'
import type { DnsProvider } from '../dns/settings.ts'
import { keyOfOverride } from '../dnsblock/key.ts'
import { keyOfBlock, keyOfForward, keyOfPortBlock, netOf } from '../firewall/rule.ts'

/** An address or CIDR text as it reads afterwards; undefined when it means something else than what has moved. */
type Rewrite = (text: string) => string | undefined

interface Rows<T> {
  rows(): Iterable<[string, T]>
  put(key: string, value: T): void
  remove(key: string): void
}

/**
 * Devices have other addresses, by the one each had: what the owner has said of the old one was meant for the device, and
 * is now said of the new one. Otherwise a port that is forwarded to it would lead to whoever gets the old address next.
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
  replace(draft.overrides, keyOfOverride, (override) => fields(override, ['ClientIP', 'ResultIP'], rewrite))
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

/** One device has another address. Nothing follows where it had none, or has none now. */
export function followDevice(draft: Draft, from: Ip | '', to: Ip | ''): void {
  if (from !== to && from !== '' && to !== '') followDevices(draft, new Map([[from, to]]))
}

/**
 * The home's networks are others. What is denied to or from a whole one of them, or the router, is denied to or from what
 * takes its place as well: some devices are still in the old one, some already in the new.
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

/** The device itself, or the whole of its own /30 network. */
const deviceRewrite =
  (moved: ReadonlyMap<Ip, Ip>): Rewrite =>
  (text) => {
    if (text === '') return undefined
    const { base, prefix } = netOf(text)
    const offset = { 32: 0, 30: -2 }[prefix]
    const to = offset === undefined ? undefined : moved.get(numberToIp(base - offset))
    return to === undefined ? undefined : textOf(text, { base: ipToNumber(to) + offset!, prefix })
  }

/** Spelt with or without a prefix length, as it was. */
const textOf = (spelt: string, net: Subnet): string => (spelt.includes('/') ? formatSubnet(net) : numberToIp(net.base))

/** The rule with some of its fields rewritten; undefined when none of them is concerned. */
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
  // Two devices may have changed places, and each other's keys.
  for (const { key } of moved) table.remove(key)
  for (const { after } of moved) table.put(keyOf(after), after)
}

function repeat<T>(table: Rows<T>, keyOf: (rule: T) => string, rewrite: (rule: T) => T | undefined): void {
  for (const [, rule] of [...table.rows()]) {
    const after = rewrite(rule)
    if (after) table.put(keyOf(after), after)
  }
}
