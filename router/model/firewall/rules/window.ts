import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

const TIME = '([01]\\d|2[0-3]):[0-5]\\d'
/** HH:MM. */
export const Time = z.string().regex(new RegExp(`^${TIME}$`, 'u'), schemaPhrase('firewall.timeOfDay'))

/** A time of the week in the router's time zone. */
export const TimeWindow = z
  .strictObject({
    Days: z
      .array(z.union([z.literal(0), z.literal(1)]))
      .length(7, schemaPhrase('firewall.weekDays'))
      .meta({
        description: 'Seven numbers, Sunday first: 1 for the days on which it begins',
        example: [1, 1, 1, 1, 1, 0, 0],
      }),
    Start: Time.meta({ description: 'HH:MM', example: '21:00' }),
    End: Time.meta({
      description: 'HH:MM. If it is not later than `Start`, the window ends on the next day',
      example: '07:00',
    }),
  })
  .refine(({ Days }) => Days.includes(1), { path: ['Days'], message: schemaPhrase('firewall.dayNeeded') })
  .meta({ id: 'TimeWindow' })
export type TimeWindow = z.infer<typeof TimeWindow>
