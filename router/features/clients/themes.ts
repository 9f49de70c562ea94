import { z } from 'zod'

const LONGEST = 64 * 1024

const JsonValue = z.json().register(z.globalRegistry, { id: 'JsonValue', description: 'Any JSON value' })

/** Whatever a client keeps of its own colours: the router does not look into it. */
export const Themes = z
  .record(z.string().max(256), JsonValue)
  .refine((themes) => JSON.stringify(themes).length <= LONGEST, 'must be at most 64 KiB of JSON')
  .meta({ description: 'An object of the client’s own making', example: { night: { background: '#101418' } } })
export type Themes = z.infer<typeof Themes>
