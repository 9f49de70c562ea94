import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { Protocol } from './configrule.ts'
import { Port } from './port-schema.ts'

/** A port of the router itself. */
export const ServicePort = z
  .object({
    Protocol,
    Port,
    UpstreamEnabled: z.boolean().meta({ description: 'Open towards the internet too' }),
    Description: z
      .string()
      .max(256)
      .trim()
      .nullish()
      .transform((words) => words ?? '')
      .meta({ description: 'A note for people' }),
  })
  .meta({ id: 'ServicePort' })
export type ServicePort = z.output<typeof ServicePort>

export const isSamePort = (
  a: Pick<ServicePort, 'Protocol' | 'Port'>,
  b: Pick<ServicePort, 'Protocol' | 'Port'>,
): boolean => a.Protocol === b.Protocol && Number(a.Port) === Number(b.Port)

/** A UDP port of the router for packets to multicast groups. */
export const MulticastPort = z
  .object({ Port, Upstream: z.boolean().meta({ description: 'Open towards the uplinks too' }) })
  .meta({ id: 'MulticastPort' })
export type MulticastPort = z.output<typeof MulticastPort>

/** Who may ping the router. */
export const Ping = z
  .strictObject({
    PingLan: z.boolean().meta({ description: 'Devices of the household may ping the router' }),
    PingWan: z.boolean().meta({ description: 'The internet may ping the router' }),
  })
  .meta({
    id: 'ICMPOptions',
    example: {
      PingLan: true,
      PingWan: false,
    },
  })
export type Ping = z.output<typeof Ping>

/** Open ports of the router itself. Rules about forwarded traffic are in other tables. */
export const FirewallConfig = z.object({
  ServicePorts: z.array(ServicePort).meta({ description: 'Open ports of the router itself' }),
  MulticastPorts: z
    .array(MulticastPort)
    .meta({ description: 'UDP ports of the router that are open for multicast packets' }),
  PingLan: z.boolean().meta({ description: 'Devices of the household may ping the router' }),
  PingWan: z.boolean().meta({ description: 'The internet may ping the router' }),
  /** Where the router's own questions go; empty for the household's resolver. */
  SystemDNSOverride: z.union([z.literal(''), Ipv4Address]),
})
export type FirewallConfig = z.output<typeof FirewallConfig>

const MULTICAST_PORTS: readonly MulticastPort[] = ['5353', '1900'].map((Port) => ({ Port, Upstream: false }))

/** With the ports that mDNS and SSDP need, each once, and no multicast port open towards an uplink. */
export const withMulticastPorts = (config: FirewallConfig): FirewallConfig => ({
  ...config,
  MulticastPorts: [
    ...config.MulticastPorts.map(({ Port }) => ({ Port, Upstream: false })),
    ...MULTICAST_PORTS.filter(({ Port }) => !config.MulticastPorts.some((open) => open.Port === Port)),
  ],
})

/** Open to the household, closed towards every uplink until the owner opens something. */
export const defaultFirewall = (): FirewallConfig => ({
  ServicePorts: ['22', '80', '443'].map((Port) => ({ Protocol: 'tcp', Port, UpstreamEnabled: false, Description: '' })),
  MulticastPorts: [...MULTICAST_PORTS],
  PingLan: true,
  PingWan: false,
  SystemDNSOverride: '',
})
