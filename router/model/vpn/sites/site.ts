import { z } from 'zod'

/** Devices of this home, selected as by an exit. */
export const Selection = z.object({
  /** By MAC address or VPN key. */
  Devices: z.array(z.string()),
  Groups: z.array(z.string()),
  Tags: z.array(z.string()),
})
export type Selection = z.infer<typeof Selection>

/** What the text of a home states. */
export const Statement = z.object({
  /** Host and UDP port; empty if the home cannot be reached from the internet. */
  Endpoint: z.string(),
  /** IPv4 networks with prefix length. */
  Networks: z.array(z.string()),
})
export type Statement = z.infer<typeof Statement>

/** Another home with a Sallyport. Its tunnel is the row of `tunnels` with the same name, as soon as the text of the other home is known. */
export const Site = z.object({
  Name: z.string(),
  Enabled: z.boolean(),
  /** Sealed by the vault. */
  PrivateKey: z.string(),
  PublicKey: z.string(),
  /** This router's half of the preshared key, sealed by the vault. */
  Secret: z.string(),
  Endpoint: z.string(),
  /** UDP; 0 for none. */
  ListenPort: z.number().int(),
  /** Devices of this home that may connect to the other home. */
  Users: Selection,
  /** Devices of this home that the other home may connect to. */
  Shared: Selection,
  /** The contents of the text that the owner last requested. */
  Given: Statement,
  Peer: Statement.extend({
    PublicKey: z.string(),
    /** The other half of the preshared key, sealed by the vault. */
    Secret: z.string(),
  }).nullable(),
})
export type Site = z.infer<typeof Site>
