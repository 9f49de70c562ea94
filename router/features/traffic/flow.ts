import { z } from 'zod'

/** What went from one address to another, by the link it came in on. */
export const Flow = z
  .object({
    Interface: z.string().meta({ example: 'wlan1.4097' }),
    Src: z.string().meta({ example: '192.168.2.6' }),
    Dst: z.string().meta({ example: '203.0.113.80' }),
    Packets: z.number().int(),
    Bytes: z.number().int(),
  })
  .meta({ id: 'IPTrafficElement' })
export type Flow = z.infer<typeof Flow>
