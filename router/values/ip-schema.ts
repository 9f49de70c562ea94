import { z } from 'zod'
import { schemaPhrase } from '../phrases/phrase.ts'
import { IP_SOURCE } from './ip.ts'
import { padded } from './text.ts'

/**
 * An IPv4 address in a contract. Separate from `ip.ts`, so that the DNS threads do not load zod, which takes 5 MiB in each.
 */
export const Ipv4Address = z
  .string()
  .regex(padded(IP_SOURCE), schemaPhrase('field.ipAddress'))
  .trim()
  .meta({ example: '192.168.2.6' })
export type Ipv4Address = z.infer<typeof Ipv4Address>
