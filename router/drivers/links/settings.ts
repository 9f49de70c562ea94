import { FRAGMENT_BYTES, FRAGMENT_SECONDS } from '../../compiler/firewall/fragments.ts'
import { LAN_BRIDGE } from '../../compiler/links.ts'
import type { SettingItem } from './item.ts'

/** Dotted names and values of kernel settings in `/proc/sys`. */
export type KernelSettings = readonly (readonly [name: string, value: string])[]

export const settingItems = (settings: KernelSettings): SettingItem[] =>
  settings.map(([name, value]) => ({ kind: 'sysctl', name, value }))

export const GENERAL_SETTINGS: KernelSettings = [
  [`net.ipv6.conf.${LAN_BRIDGE}.disable_ipv6`, '1'],
  ['net.ipv4.ip_forward', '1'],
  ['net.ipv4.conf.all.send_redirects', '0'],
  // Saves a socket look-up for each packet: nearly all packets are forwarded.
  ['net.ipv4.ip_early_demux', '0'],
  // The kernel uses the larger of this and the link's own value.
  ['net.ipv4.conf.all.rp_filter', '0'],
  ['net.netfilter.nf_conntrack_acct', '1'],
  // RFC 5382 5: two hours and four minutes; the kernel's default for an idle connection is five days.
  ['net.netfilter.nf_conntrack_tcp_timeout_established', '7440'],
  // A connection that is opened or closed needs its entry for a few round trips.
  ['net.netfilter.nf_conntrack_tcp_timeout_syn_sent', '60'],
  ['net.netfilter.nf_conntrack_tcp_timeout_syn_recv', '30'],
  ['net.netfilter.nf_conntrack_tcp_timeout_fin_wait', '60'],
  ['net.netfilter.nf_conntrack_tcp_timeout_time_wait', '30'],
  ['net.netfilter.nf_conntrack_generic_timeout', '120'],
  // RFC 4987 3.6: connections that a sender never completes leave room for those of others to the router's pages.
  ['net.ipv4.tcp_syncookies', '1'],
  ['net.ipv4.ipfrag_time', `${FRAGMENT_SECONDS}`],
  ['net.ipv4.ipfrag_high_thresh', `${FRAGMENT_BYTES}`],
  // hostapd drops events for which the router's socket has no room: ten by default, as many as two stations cause that join.
  ['net.unix.max_dgram_qlen', '512'],
]

/**
 * Settings of every link: IPv6 is off, ARP requests are answered only for the link's own addresses (other replies to a provider
 * would disclose which devices are in the home), and redirects are ignored.
 */
export const linkSettings = (link: string): KernelSettings => {
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
export const householdSettings = (link: string): KernelSettings => [
  ...linkSettings(link),
  [`net.ipv4.conf.${slashed(link)}.arp_filter`, '1'],
  // The check of address, link and MAC is stricter than a reverse path filter, which the host may have enabled.
  [`net.ipv4.conf.${slashed(link)}.rp_filter`, '0'],
  // With routing rules the kernel looks up a second route for each packet, to check that its source is not one of the router's
  // addresses. The check of address, link and MAC has already dropped those.
  [`net.ipv4.conf.${slashed(link)}.accept_local`, '1'],
]

export const uplinkSettings = (link: string): KernelSettings => [
  ...linkSettings(link),
  // Loose, RFC 3704 2.4: with several uplinks, replies to a sender may use another one.
  [`net.ipv4.conf.${slashed(link)}.rp_filter`, '2'],
  // Additional addresses in the network of the primary one stay when it changes.
  [`net.ipv4.conf.${slashed(link)}.promote_secondaries`, '1'],
  // The reverse path is looked up with the packet's mark, without which nothing is routed (`wanted.ts`).
  [`net.ipv4.conf.${slashed(link)}.src_valid_mark`, '1'],
  // Routes of a link without a carrier are ignored, so that another uplink is used immediately.
  [`net.ipv4.conf.${slashed(link)}.ignore_routes_with_linkdown`, '1'],
]

/** A dot in a link's name is written as a slash in dotted names: sysctl(8). */
export const slashed = (link: string): string => link.replaceAll('.', '/')
