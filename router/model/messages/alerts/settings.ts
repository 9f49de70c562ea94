import { z } from 'zod'
import { Mute } from './alert.ts'

export const AlertSettings = z.object({
  /** The default rules were added; rules that the owner has deleted do not come back. */
  HasDefaults: z.boolean(),
  Mutes: z.array(Mute),
})
export type AlertSettings = z.infer<typeof AlertSettings>

export const defaultAlerts = (): AlertSettings => ({ HasDefaults: false, Mutes: [] })
