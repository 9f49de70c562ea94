import { z } from 'zod'

/** The most tunnels, and the most exits: each has a number in the marks of packets. */
export const MOST_TUNNELS = 31

/** The other end of a tunnel. */
export const TunnelPeer = z.object({
  /** Base64. */
  PublicKey: z.string(),
  /** Sealed by the vault; empty for none. */
  PresharedKey: z.string(),
  /** Host name or address with a UDP port; empty if the other end connects to the router. */
  Endpoint: z.string(),
  /** Networks with prefix length: destinations that the tunnel carries, and sources that it accepts. */
  AllowedIPs: z.array(z.string()),
  /** Seconds; 0 for none. */
  PersistentKeepalive: z.number().int(),
})

/** An outgoing WireGuard tunnel: to a provider, or to another router. */
export const Tunnel = z.object({
  Name: z.string(),
  /** `wg1`, `wg2`, … */
  Link: z.string(),
  Enabled: z.boolean(),
  /** Sealed by the vault. */
  PrivateKey: z.string(),
  /** The router's own public key. */
  PublicKey: z.string(),
  /** The router's addresses inside the tunnel. */
  Addresses: z.array(z.string()),
  /** Resolvers inside the tunnel; none: the router's upstreams, through the tunnel. */
  DNS: z.array(z.string()),
  /** Bytes; 0 for a size that fits the uplinks. */
  MTU: z.number().int(),
  /** UDP; 0 for any port, which is then not open. */
  ListenPort: z.number().int(),
  Peer: TunnelPeer,
})
export type Tunnel = z.infer<typeof Tunnel>

/** The devices that use tunnels, and the part of their traffic. */
export const Exit = z.object({
  Name: z.string(),
  /** 1 to 31: identifies the exit in the marks of packets. */
  Number: z.number().int(),
  /** Devices by MAC address or VPN key. */
  Devices: z.array(z.string()),
  Groups: z.array(z.string()),
  Tags: z.array(z.string()),
  /** Names of tunnels, the preferred one first. */
  Tunnels: z.array(z.string()),
  /** `all`: everything except the home. `listed`: the networks and domains below. */
  Traffic: z.enum(['all', 'listed']),
  /** IPv4 networks with prefix length. */
  Networks: z.array(z.string()),
  /** Domains, each with its subdomains. */
  Domains: z.array(z.string()),
})
export type Exit = z.infer<typeof Exit>

/** The device that an exit selects. */
interface Selected {
  readonly MAC: string
  readonly WGPubKey: string
  readonly Groups: readonly string[]
  readonly DeviceTags: readonly string[]
}

/** How closely an exit names a device: 3 as a device, 2 by a tag, 1 by a group, 0 not at all. */
export function closeness(
  { Devices, Groups, Tags }: Pick<Exit, 'Devices' | 'Groups' | 'Tags'>,
  device: Selected,
): number {
  if (Devices.some((identity) => identity !== '' && (identity === device.MAC || identity === device.WGPubKey))) return 3
  if (Tags.some((tag) => device.DeviceTags.includes(tag))) return 2
  return Groups.some((group) => device.Groups.includes(group)) ? 1 : 0
}

/** The smallest positive number that is not taken. */
export const freeNumber = (taken: readonly number[]): number => {
  const used = new Set(taken)
  let number = 1
  while (used.has(number)) number++
  return number
}

/** `wg3` to 3. */
export const numberOf = (link: string): number => Number(link.replace(/^wg/, ''))
