import { z } from 'zod'
import { IP_SOURCE } from './ip.ts'
import { padded } from './text.ts'

/**
 * An IPv4 address in a contract. Apart from `ip.ts`, because the DNS threads do without zod: it would take 5 MiB of each.
 */
export const Ip = z
  .string()
  .regex(padded(IP_SOURCE), 'must be an IPv4 address such as 192.168.2.6')
  .trim()
  .meta({ example: '192.168.2.6' })
export type Ip = z.infer<typeof Ip>
