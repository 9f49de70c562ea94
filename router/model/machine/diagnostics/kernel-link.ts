import { z } from 'zod'

/** A link of the kernel with its addresses: an entry of `ip -j addr`. */
export const KernelLink = z.looseObject({
  ifname: z.string().meta({ description: 'The name of the link' }),
  flags: z.array(z.string()).meta({ description: 'Flags of the link, such as UP and LOWER_UP' }),
  operstate: z.string().meta({ description: 'Operational state (RFC 2863): UP, DOWN, UNKNOWN and others' }),
  link_type: z.string().meta({ description: 'The type of link, such as ether or loopback' }),
  address: z.string().meta({ description: 'The MAC address; empty if the link has none' }),
  addr_info: z
    .array(
      z.looseObject({
        family: z.string().meta({ description: 'inet for IPv4, inet6 for IPv6' }),
        local: z.string().optional().meta({ description: 'The address' }),
        prefixlen: z.number().meta({ description: 'The prefix length in bits' }),
      }),
    )
    .meta({ description: 'The addresses on the link' }),
})
export type KernelLink = z.infer<typeof KernelLink>
