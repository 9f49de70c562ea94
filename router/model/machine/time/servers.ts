import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { HOST_LABEL_SOURCE } from '../../../values/text.ts'

const NAME = new RegExp(`^(?:${HOST_LABEL_SOURCE}\\.)*${HOST_LABEL_SOURCE}$`)

/** The time servers: names or IPv4 addresses. */
export const TimeSettings = z
  .object({
    Servers: z
      .array(z.string().max(253).regex(NAME, schemaPhrase('machine.timeServer')))
      .min(1)
      .max(8)
      .meta({
        description: 'Names or IPv4 addresses of time servers',
        example: ['0.debian.pool.ntp.org', '1.debian.pool.ntp.org', '2.debian.pool.ntp.org'],
      }),
  })
  .meta({ id: 'TimeSettings' })
export type TimeSettings = z.infer<typeof TimeSettings>

/** The servers that Debian's users share. */
export const defaultTime = (): TimeSettings => ({
  Servers: ['0.debian.pool.ntp.org', '1.debian.pool.ntp.org', '2.debian.pool.ntp.org'],
})
