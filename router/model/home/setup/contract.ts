import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { LinkName } from '../../internet/links/linkname.ts'
import { ZoneName } from '../../machine/localtime/zonename.ts'
import { get, put } from '../../operation.ts'

const SHORTEST_PASSWORD = 8

export const FirstAnswers = z
  .object({
    AdminPassword: z
      .string()
      .min(SHORTEST_PASSWORD, schemaPhrase('field.tooShort', SHORTEST_PASSWORD))
      .max(1024)
      .meta({ description: 'For the user admin', example: 'correct horse' }),
    InterfaceUplink: LinkName.meta({ description: 'The link towards the internet', example: 'eth0' }),
    TinyNets: z
      .array(z.string())
      .min(1)
      .max(64)
      .nullish()
      .meta({
        description: 'Home networks in CIDR notation; absent: unchanged, initially 192.168.2.0/24',
        example: ['192.168.2.0/24'],
      }),
    TimeZone: ZoneName.nullish().meta({
      description: 'The time zone of the router; absent: unchanged, initially that of the machine',
      example: 'Europe/Berlin',
    }),
    CheckUpdates: z.boolean().nullish().meta({ description: 'Report new releases' }),
    ReportInstall: z.boolean().nullish().meta({ description: 'Ignored: nothing is ever reported' }),
  })
  .meta({ id: 'FirstAnswers' })
export type FirstAnswers = z.output<typeof FirstAnswers>

const Done = z.object({ status: z.literal('done').meta({ description: 'Always `done`' }) })

export const setup = {
  state: get('/setup', {
    tag: 'general',
    access: 'public',
    summary: 'Whether setup is pending',
    description: '200 before setup, 400 afterwards.',
    reply: z.object({ status: z.literal('ok').meta({ description: 'Always `ok`' }) }),
    errors: { 400: 'The router is set up' },
  }),
  begin: put('/setup', {
    tag: 'general',
    access: 'setup',
    summary: 'Begin the first setup',
    description:
      'Sets the administrator’s password, the uplink and the home networks. May be repeated with the same password ' +
      'until `PUT /setup_done`; the password is valid from the first call on. The link of the caller cannot be the ' +
      'uplink, since that would disconnect the caller.',
    body: FirstAnswers,
    reply: Done,
    errors: { 429: 'Too many attempts with another password from this address' },
  }),
  finish: put('/setup_done', {
    tag: 'general',
    access: 'setup',
    summary: 'Finish the first setup',
    description: 'From then on, every call needs credentials.',
    reply: Done,
    errors: { 400: 'The administrator has no password yet' },
  }),
}
