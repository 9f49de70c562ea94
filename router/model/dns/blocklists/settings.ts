import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { EVERYBODY } from './key.ts'

const WEEK_S = 7 * 24 * 3600
export const SHORTEST_REFRESH_S = 600
export const LONGEST_REFRESH_S = 366 * 24 * 3600
export const MOST_EXCLUSIONS = 1000

/** What the owner has set about the filter as a whole. */
export const DnsBlockSettings = z.object({
  RefreshSeconds: z.int().min(SHORTEST_REFRESH_S).max(LONGEST_REFRESH_S).meta({
    description: 'How often block lists are fetched again',
    example: WEEK_S,
  }),
  QuarantineHostIP: z.union([z.literal(''), Ipv4Address]).meta({
    description: 'What every name leads to for a device in quarantine; empty for nowhere',
    example: '',
  }),
  RebindingCheckDisable: z.boolean().meta({
    description: 'Let names of the internet lead to addresses of a home',
    example: false,
  }),
  ClientIPExclusions: z.array(Ipv4Address).meta({
    description: 'Devices for which neither overrides nor block lists count',
    example: ['192.168.2.102'],
  }),
  AnswerCanaries: z.boolean().meta({
    description:
      'Signal to browsers and phones that this network has a filter, by the names they query before they use their own resolver: ' +
      'use-application-dns.net, mask.icloud.com and mask-h2.icloud.com do not exist then',
    example: true,
  }),
})
export type DnsBlockSettings = z.infer<typeof DnsBlockSettings>

export const defaultDnsBlock = (): DnsBlockSettings => ({
  RefreshSeconds: WEEK_S,
  QuarantineHostIP: '',
  RebindingCheckDisable: false,
  ClientIPExclusions: [],
  AnswerCanaries: true,
})

export const MOST_PAUSE_MINUTES = 24 * 60

/** For a while nothing is blocked, for one device or for all. */
export const Pause = z
  .object({
    ClientIP: z
      .union([z.literal(EVERYBODY), Ipv4Address])
      .meta({ description: 'The device; * for all', example: '192.168.2.6' }),
    Until: z.int().min(0).meta({ description: 'Unix seconds', example: 1_767_225_600 }),
  })
  .meta({ id: 'DNSPause' })
export type Pause = z.infer<typeof Pause>
