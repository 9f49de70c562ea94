import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

const zoneNamed = (text: string): string | undefined => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId
  } catch {
    return undefined
  }
}

/** The name of a time zone in the spelling of the IANA database. Offsets such as `+01:00` have no daylight saving time and are rejected. */
export const ZoneName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/u, schemaPhrase('machine.timeZoneName'))
  .refine((text) => zoneNamed(text) !== undefined, schemaPhrase('machine.timeZoneUnknown'))
  .transform((text) => zoneNamed(text) ?? text)
  .meta({ 'x-rule': 'A time zone of the IANA database', example: 'Europe/Berlin' })

/** The time zone that the owner chose; empty for that of the machine. */
export const ZoneSettings = z.object({ TimeZone: z.string() })
export type ZoneSettings = z.infer<typeof ZoneSettings>
export const defaultZone = (): ZoneSettings => ({ TimeZone: '' })
