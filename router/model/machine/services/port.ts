import { z } from 'zod'

/** A TCP or UDP port that a service listens on. */
export const NumberedPort = z.object({
  Protocol: z.enum(['tcp', 'udp']).meta({ description: 'The transport protocol' }),
  Port: z.number().int().meta({ description: 'The port', example: 631 }),
})
export type NumberedPort = z.infer<typeof NumberedPort>
