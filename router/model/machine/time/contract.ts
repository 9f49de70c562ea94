import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { ZoneName } from '../localtime/zonename.ts'
import { TimeSettings } from './servers.ts'

const unix = z.int().meta({ description: 'Seconds since 1970', example: 1795257882 })

const Zone = z
  .object({
    TimeZone: z.string().meta({ description: 'The time zone of the router', example: 'Europe/Berlin' }),
    MachineTimeZone: z.string().meta({ description: 'That of the operating system', example: 'UTC' }),
  })
  .meta({ id: 'TimeZone' })

export const time = {
  now: get('/time', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'The router’s clock',
    reply: z.object({ unix }),
  }),
  sync: put('/time/sync', {
    audit: 'the clock was set',
    tag: 'general',
    summary: 'Set the clock from the time servers',
    description:
      'Queries all servers in parallel (SNTP, RFC 5905) and uses the median of their answers, so that one wrong server ' +
      'of three has no effect. `offset` is the number of seconds that the clock was behind.',
    reply: z.object({
      unix,
      offset: z
        .number()
        .meta({ description: 'Seconds by which the clock was behind; negative when it was ahead', example: 0.042 }),
    }),
    errors: { 400: 'No server answered, or the clock of this machine cannot be set; nothing was changed' },
  }),
  servers: get('/time/servers', { roles: ['viewer'], tag: 'general', summary: 'Time servers', reply: TimeSettings }),
  choose: put('/time/servers', {
    tag: 'general',
    summary: 'Set the time servers',
    body: z.strictObject(TimeSettings.shape),
  }),
  zone: get('/time/zone', {
    roles: ['viewer', 'parent'],
    tag: 'general',
    summary: 'The time zone of the router',
    reply: Zone,
  }),
  setZone: put('/time/zone', {
    tag: 'general',
    summary: 'Set the time zone of the router',
    description:
      'In it are all times of day and days: schedules, pauses, minutes of personas, quiet hours, backups, automations, months of ' +
      'traffic, and the change of a daily passphrase of guests. It applies immediately. The time zone of the operating system is ' +
      'unchanged.',
    body: z.strictObject({
      TimeZone: z.union([ZoneName, z.literal('')]).meta({
        description: 'A name of the IANA database; empty for the zone of the machine',
        example: 'Europe/Berlin',
      }),
    }),
    reply: Zone,
  }),
}
