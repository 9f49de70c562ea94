import { LAN_BRIDGE } from '../../compiler/links.ts'
import type { SettingItem } from './item.ts'

/** Names and values of the kernel's settings: `/proc/sys`, by dotted names. */
export type Settings = readonly (readonly [name: string, value: string])[]

export const settingItems = (settings: Settings): SettingItem[] =>
  settings.map(([name, value]) => ({ kind: 'sysctl', name, value }))

export const GENERAL_SETTINGS: Settings = [
  [`net.ipv6.conf.${LAN_BRIDGE}.disable_ipv6`, '1'],
  ['net.ipv4.ip_forward', '1'],
  ['net.ipv4.conf.all.send_redirects', '0'],
  // A look-up of the router's own sockets for each packet, before its route: nearly all packets here are forwarded.
  ['net.ipv4.ip_early_demux', '0'],
  // The larger of this and a link's own counts.
  ['net.ipv4.conf.all.rp_filter', '0'],
  ['net.netfilter.nf_conntrack_acct', '1'],
  // RFC 5382 5: two hours and four minutes; the kernel remembers a silent connection for five days.
  ['net.netfilter.nf_conntrack_tcp_timeout_established', '7440'],
  // A connection that is being opened or closed needs its entry for a few round trips.
  ['net.netfilter.nf_conntrack_tcp_timeout_syn_sent', '60'],
  ['net.netfilter.nf_conntrack_tcp_timeout_syn_recv', '30'],
  ['net.netfilter.nf_conntrack_tcp_timeout_fin_wait', '60'],
  ['net.netfilter.nf_conntrack_tcp_timeout_time_wait', '30'],
  ['net.netfilter.nf_conntrack_generic_timeout', '120'],
]

/**
 * Every link speaks IPv4 alone, answers ARP only for the addresses it has itself (towards the provider, any other answer
 * would disclose which devices are in the home), and ignores what others announce about routes.
 */
export const linkSettings = (link: string): Settings => {
  const ipv4 = `net.ipv4.conf.${slashed(link)}`
  return [
    [`net.ipv6.conf.${slashed(link)}.disable_ipv6`, '1'],
    [`${ipv4}.arp_ignore`, '1'],
    [`${ipv4}.arp_announce`, '2'],
    [`${ipv4}.send_redirects`, '0'],
    [`${ipv4}.accept_redirects`, '0'],
    [`${ipv4}.accept_source_route`, '0'],
  ]
}

/** Household devices' addresses are set on a link, not learned: RFC 826 trusts the first answer. */
export const householdSettings = (link: string): Settings => [
  ...linkSettings(link),
  [`net.ipv4.conf.${slashed(link)}.arp_filter`, '1'],
  // The check of address, link and MAC is stricter; a reverse path filter set by the host would only get in the way.
  [`net.ipv4.conf.${slashed(link)}.rp_filter`, '0'],
  // Where there are routing rules the kernel looks up a second route for each packet, in order to see that its source is not
  // one of the router's addresses. The check of address, link and MAC has dropped those.
  [`net.ipv4.conf.${slashed(link)}.accept_local`, '1'],
]

export const uplinkSettings = (link: string): Settings => [
  ...linkSettings(link),
  // Loose, RFC 3704 2.4: with several uplinks the way back to a sender may be another one.
  [`net.ipv4.conf.${slashed(link)}.rp_filter`, '2'],
  // Additional addresses in the network of the first one stay when that changes.
  [`net.ipv4.conf.${slashed(link)}.promote_secondaries`, '1'],
  // The way back is looked up with the packet's mark: without it nothing is routed (`guard.ts`).
  [`net.ipv4.conf.${slashed(link)}.src_valid_mark`, '1'],
  // Without a carrier it leads nowhere, and what is left of the ways out is taken at once.
  [`net.ipv4.conf.${slashed(link)}.ignore_routes_with_linkdown`, '1'],
]

/** A dot in a link's name is written as a slash where dots separate: sysctl(8). */
const slashed = (link: string): string => link.replaceAll('.', '/')
