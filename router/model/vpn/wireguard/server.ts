import { z } from 'zod'

/** The link of the VPN server. Existing clients expect this name. */
export const VPN_LINK = 'wg0'
export const VPN_PORT = 51_280

/** The VPN server. */
export const VpnSettings = z.object({
  /** Sealed by the vault; empty until the server is first used. */
  PrivateKey: z.string(),
  PublicKey: z.string(),
  Up: z.boolean(),
  /** The UDP port, set by the command line. */
  Port: z.number().int(),
  /** `vpn.example.org:51280`: names or addresses of the router for the configurations of peers, the preferred one first. */
  Endpoints: z.array(z.string()),
})
export type VpnSettings = z.infer<typeof VpnSettings>

export const defaultVpn = (): VpnSettings => ({
  PrivateKey: '',
  PublicKey: '',
  Up: false,
  Port: VPN_PORT,
  Endpoints: [],
})

/** What the VPN server stores of a peer. Its address and permissions belong to the device with this key. */
export const Peer = z.object({
  /** Base64. */
  PublicKey: z.string(),
  /** Sealed by the vault. */
  PresharedKey: z.string(),
  /** Interval of keepalive packets of the peer, in seconds. */
  PersistentKeepalive: z.number().int(),
})
export type Peer = z.infer<typeof Peer>
