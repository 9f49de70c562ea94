import { z } from 'zod'

export const ServicePort = z.object({
  Protocol: z.enum(['tcp', 'udp']),
  Port: z.string(),
  UpstreamEnabled: z.boolean(),
  Description: z.string(),
})
export type ServicePort = z.infer<typeof ServicePort>

export const MulticastPort = z.object({ Port: z.string(), Upstream: z.boolean() })

/** What of the router itself is open, and to whom. */
export const FirewallConfig = z.object({
  ServicePorts: z.array(ServicePort),
  MulticastPorts: z.array(MulticastPort),
  PingLan: z.boolean(),
  PingWan: z.boolean(),
})
export type FirewallConfig = z.infer<typeof FirewallConfig>

/** Open to the household, closed towards every uplink until the owner opens something. */
export const defaultFirewall = (): FirewallConfig => ({
  ServicePorts: ['22', '80', '443'].map((Port) => ({ Protocol: 'tcp', Port, UpstreamEnabled: false, Description: '' })),
  MulticastPorts: ['5353', '1900'].map((Port) => ({ Port, Upstream: false })),
  PingLan: true,
  PingWan: false,
})
