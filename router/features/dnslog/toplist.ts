import { z } from 'zod'

/** How often each name was asked for, most often first. */
const Names = z.array(
  z.object({ Name: z.string().meta({ example: 'www.example.org' }), Count: z.number().int().meta({ example: 12 }) }),
)

export const DnsTop = z
  .object({
    TotalQueries: z.number().int(),
    BlockedQueries: z.number().int(),
    Domains: Names,
    BlockedDomains: Names,
    Clients: z.array(
      z.object({
        IP: z.string().meta({ example: '192.168.2.6' }),
        TotalQueries: z.number().int(),
        BlockedQueries: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'DNSTop' })
export type DnsTop = z.infer<typeof DnsTop>

/** How far back the lists reach. */
export const MOST_HOURS = 48
