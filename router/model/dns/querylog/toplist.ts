import { z } from 'zod'

/** How often each name was queried, most often first. */
const Names = z.array(
  z.object({
    Name: z.string().meta({ description: 'The name, in lower case', example: 'www.example.org' }),
    Count: z.number().int().meta({ description: 'How often it was asked for', example: 12 }),
  }),
)

const Clients = z.array(
  z.object({
    IP: z.string().meta({ description: 'The address of the device', example: '192.168.2.6' }),
    TotalQueries: z.number().int().meta({ description: 'Number of its questions' }),
    BlockedQueries: z.number().int().meta({ description: 'Number of those that were blocked' }),
  }),
)

/** Queries by client. */
export const DnsClients = Clients.meta({ id: 'DNSClients' })
export type DnsClients = z.infer<typeof DnsClients>

export const DnsTop = z
  .object({
    TotalQueries: z.number().int().meta({ description: 'Number of questions' }),
    BlockedQueries: z.number().int().meta({ description: 'Number of those that were blocked' }),
    Domains: Names.meta({ description: 'The names asked for most, most often first' }),
    BlockedDomains: Names.meta({ description: 'The blocked names asked for most, most often first' }),
    Clients: Clients.meta({ description: 'The devices that asked most, most often first' }),
  })
  .meta({ id: 'DNSTop' })
export type DnsTop = z.infer<typeof DnsTop>

/** Queries by hour. */
export const DnsCounts = z
  .array(
    z.object({
      Start: z.iso.datetime().meta({ description: 'When the hour begins', example: '2026-03-01T10:00:00.000Z' }),
      TotalQueries: z.number().int().meta({ description: 'Number of queries' }),
      BlockedQueries: z.number().int().meta({ description: 'Number of those that were blocked' }),
    }),
  )
  .meta({ id: 'DNSCounts' })
export type DnsCounts = z.infer<typeof DnsCounts>

/** How far back the lists of names reach, and by default the queries by hour. */
export const MOST_HOURS = 48
