import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { EVERYBODY } from './key.ts'

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
