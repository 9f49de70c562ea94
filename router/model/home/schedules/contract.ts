import { z } from 'zod'
import { PauseLength } from '../../firewall/rules/pause.ts'
import { MOST_MINUTES } from '../../firewall/rules/pfwrule.ts'
import { del, get, put } from '../../operation.ts'
import { Persona, PersonaInput } from './persona.ts'

const tag = 'device'
const BASE = '/parentalControls'
const list = z.array(Persona)

/** The use of the internet by the devices of one persona today. */
export const Usage = z
  .object({
    Used: z
      .int()
      .meta({ description: 'Minutes of today in which a device of the persona used the internet', example: 95 }),
    Limit: z.int().meta({ description: 'Minutes a day; 0 for no limit', example: 120 }),
    Blocked: z.boolean().meta({ description: 'Its devices have no internet now' }),
    BlockedUntil: z.int().meta({
      description:
        'Unix seconds: when they have internet again, if nothing changes; 0 if they have it now, or no end is known',
      example: 0,
    }),
    PauseUntil: z.int().meta({ description: 'Unix seconds: end of a pause; 0 for none', example: 0 }),
    GrantUntil: z.int().meta({
      description: 'Unix seconds: end of granted time, also of the time by which a bedtime is postponed; 0 for none',
      example: 0,
    }),
  })
  .meta({ id: 'PersonaUsage' })

const usage = z.record(z.string(), Usage).meta({
  description: 'By tag',
  example: { 'persona:kids': { Used: 95, Limit: 120, Blocked: false, BlockedUntil: 0, PauseUntil: 0, GrantUntil: 0 } },
})
const target = z.string().max(200).meta({ description: 'The tag or the name of the persona', example: 'persona:kids' })
const minutes = z.int().max(MOST_MINUTES).meta({ description: '0 or less ends it', example: 60 })
const errors = { 400: 'An invalid field', 404: 'No such persona' }

/** Time limits for the devices of a person, by a tag. */
export const parental = {
  personas: get(`${BASE}/personas`, { roles: ['viewer', 'parent'], tag, summary: 'All personas', reply: list }),
  save: put(`${BASE}/personas`, {
    tag,
    summary: 'Add or change a persona',
    description:
      'A persona is a person, such as a child. Its devices are those with its tag. During `Schedules`, such as ' +
      'bedtime, and after `DailyLimitMinutes` they have no internet; the router and the home stay reachable. Open ' +
      'connections are closed. Identified by its name; absent fields are unchanged.',
    body: PersonaInput,
    reply: list,
    errors: { 400: 'An invalid field, a tag that does not begin with `persona:`, or one of another persona' },
  }),
  remove: del(`${BASE}/personas`, {
    tag,
    summary: 'Delete a persona',
    description: 'Its devices keep the tag.',
    body: z.object({ Name: Persona.shape.Name }),
    reply: list,
    errors,
  }),
  usage: get(`${BASE}/usage`, {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'Minutes of internet that personas have used today',
    description: 'A minute counts if a device of the persona moves at least 64 KiB in it. Counted from midnight.',
    reply: usage,
  }),
  pause: put(`${BASE}/pause`, {
    roles: ['parent'],
    tag,
    summary: 'Pause the internet of a persona',
    description:
      '`Minutes` from now, or until the next `Until` in the time zone of the router, also when clocks change.',
    body: z
      .object({
        Tag: target,
        Minutes: minutes.nullish().meta({ description: '0 or less ends it; absent with `Until`', example: 60 }),
        Until: PauseLength.shape.Until,
      })
      .meta({ example: { Tag: 'persona:kids', Minutes: 60 } }),
    reply: usage,
    errors,
  }),
  extend: put(`${BASE}/extend`, {
    roles: ['parent'],
    tag,
    summary: 'Grant a persona more time',
    description:
      'Its schedules and its limit do not apply for `Minutes` from now, or after extra time that is running. A time without internet ' +
      'that begins later is not moved. Ends a pause.',
    body: z.object({ Tag: target, Minutes: minutes }),
    reply: usage,
    errors,
  }),
  reset: put(`${BASE}/reset`, {
    tag,
    summary: 'Reset the minutes of a persona',
    description: 'Also ends a pause and granted time.',
    body: z.object({ Tag: target }),
    reply: usage,
    errors,
  }),
}
