import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { del, get, put } from '../../operation.ts'
import { AutomationName, LIMITS, RunStart, Scopes, Source, Wants } from './automation.ts'

const tag = 'automations'
const params = { name: AutomationName }
const time = (description: string) => z.string().meta({ description, example: '2026-03-01T08:05:34.983Z' })
const lineNumber = z.int().meta({ description: 'The line of the script; 0 if unknown', example: 0 })

const LastRun = z
  .object({
    Time: time('When it began, in RFC 3339'),
    Trigger: z.string().meta({
      description: 'The topic of the event, or such as `every 5 minutes` and `at 22:00`',
      example: 'device:offline',
    }),
    StartedBy: RunStart.meta({ description: 'The same for programs' }),
    Ok: z.boolean().meta({ description: 'It ended without an error', example: true }),
    Message: z.string().meta({ description: 'The error; empty if there was none', example: '' }),
    Line: lineNumber,
    Milliseconds: z.int().meta({ description: 'How long it took', example: 12 }),
  })
  .meta({ id: 'AutomationRun' })
export type LastRun = z.input<typeof LastRun>

const fields = {
  Name: AutomationName,
  Enabled: z.boolean().meta({ description: 'Whether it runs', example: true }),
  Scopes,
  Wants: Wants.meta({
    description: 'What starts it',
    example: { Topics: ['device:offline'], Every: [], At: [] },
  }),
  Revision: z.int().meta({ description: 'Rises with each change', example: 1 }),
  OffReason: z.string().meta({ description: 'Why the router has switched it off; otherwise empty', example: '' }),
  OffCoded: CodedMessage.optional().meta({
    description: 'The same as a code with its values; absent if the router has not switched it off',
  }),
  Running: z.boolean().meta({ description: 'Whether it has a process now', example: false }),
  Queued: z.int().meta({ description: 'Events that wait for it', example: 0 }),
  Dropped: z
    .int()
    .meta({ description: 'Events that were dropped because too many waited, since the start', example: 0 }),
  Failures: z.int().meta({ description: 'Failed runs since the last successful one', example: 0 }),
  Last: LastRun.nullable().meta({ description: 'The last run since the start; null for none' }),
}

const ShownAutomation = z.object(fields).meta({ id: 'Automation' })
export type ShownAutomation = z.input<typeof ShownAutomation>
const FullAutomation = z.object({ ...fields, Source }).meta({ id: 'AutomationWithSource' })

const ScriptLogEntry = z
  .object({
    Time: time('RFC 3339'),
    Level: z.enum(['info', 'warning', 'error']).meta({ description: 'The severity', example: 'info' }),
    Text: z.string().meta({ description: 'What the script has logged, or an error of a run', example: 'hello' }),
    Line: lineNumber,
  })
  .meta({ id: 'AutomationLogEntry' })
export type ScriptLogEntry = z.input<typeof ScriptLogEntry>

const Call = z
  .object({
    Time: time('Time of the event'),
    Trigger: z.string().meta({ description: 'What the run was started by', example: 'device:offline' }),
    StartedBy: RunStart.meta({ description: 'The same for programs' }),
    Operation: z.string().meta({ description: 'Method and path', example: 'PUT /device?identity=02:11:22:33:44:55' }),
    Body: z.unknown().meta({ description: 'The body that would have been sent', example: { Policies: ['dns'] } }),
  })
  .meta({ id: 'AutomationCall' })

export const DryRun = z
  .object({
    Runs: z.int().meta({ description: 'Number of runs', example: 3 }),
    Failed: z.int().meta({ description: 'How many of them failed', example: 0 }),
    Left: z
      .int()
      .meta({ description: 'Events that were left out because there were too many or time was over', example: 0 }),
    Calls: z.array(Call).meta({ description: 'Changes that were not made' }),
    Notices: z.array(z.string()).meta({ description: 'Notices that were not sent', example: ['camera is offline'] }),
    Log: z.array(ScriptLogEntry).meta({ description: 'What the script has logged, and errors' }),
    Wants: fields.Wants,
  })
  .meta({ id: 'AutomationDryRun' })
export type DryRun = z.input<typeof DryRun>

const NOT_FOUND = 'No such automation'
const NO_SANDBOX = 'The sandbox cannot be started; the line says why'

/** Scripts of the owner that run on events. */
export const automations = {
  list: get('/automations', { tag, summary: 'All automations', reply: z.array(ShownAutomation) }),
  read: get('/automations/{name}', {
    tag,
    summary: 'An automation with its script',
    params,
    reply: FullAutomation,
    errors: { 404: NOT_FOUND },
  }),
  save: put('/automations/{name}', {
    tag,
    access: 'code',
    summary: 'Add or change an automation',
    description:
      'The script is started once in its sandbox, without calls of the API, and refused with the line of the error if that fails. ' +
      `Absent fields are unchanged. There may be ${LIMITS.automations} automations.`,
    params,
    body: z
      .strictObject({
        Source: Source.optional(),
        Scopes: Scopes.optional(),
        Enabled: z.boolean().optional().meta({ description: 'Whether it runs; true for a new one' }),
        Revision: z.int().min(0).optional().meta({
          description: 'The revision that was read, 0 for a new automation; the call is refused if there is another',
          example: 0,
        }),
      })
      .meta({ id: 'AutomationChange' }),
    reply: FullAutomation,
    errors: {
      400: 'A field is invalid, or the script has an error',
      409: 'It was changed since this revision',
      503: NO_SANDBOX,
    },
  }),
  remove: del('/automations/{name}', {
    tag,
    summary: 'Delete an automation',
    description: 'A run that has begun is ended.',
    params,
    errors: { 404: NOT_FOUND },
  }),
  enable: put('/automations/{name}/enabled', {
    tag,
    summary: 'Switch an automation on or off',
    description: 'Needs no code. A run that has begun is ended when it is switched off.',
    params,
    body: z.strictObject({ Enabled: z.boolean().meta({ description: 'Whether it runs', example: true }) }),
    errors: { 404: NOT_FOUND },
  }),
  log: get('/automations/{name}/log', {
    tag,
    summary: 'The log of an automation',
    description: `The last ${LIMITS.logEntries} entries since the start of the router, newest first.`,
    params,
    reply: z.array(ScriptLogEntry),
    errors: { 404: NOT_FOUND },
  }),
  run: put('/automations/{name}/run', {
    tag,
    summary: 'Run an automation now',
    description:
      'Runs the handlers of `every` and `at`, or with `Topic` those of the latest stored event of that topic. Waits for the result.',
    params,
    body: z.strictObject({
      Topic: z
        .string()
        .min(1)
        .max(256)
        .optional()
        .meta({ description: 'A topic whose latest stored event is used', example: 'device:offline' }),
    }),
    bodyOptional: true,
    audit: 'ran an automation',
    reply: LastRun,
    errors: {
      400: 'It has no handler for that',
      404: 'No such automation, or no stored event',
      409: 'It is switched off',
    },
  }),
  dryRun: put('/automations/{name}/dryrun', {
    tag,
    access: 'code',
    summary: 'Try a script on the events of the last day',
    description:
      'Runs the stored script, or the one in the body, with the stored events of the last day, at most 500, and each handler of ' +
      '`every` and `at` once. Calls that only read are made; changes and notices are listed and not made.',
    params,
    body: z.strictObject({ Source: Source.optional(), Scopes: Scopes.optional() }).meta({ id: 'AutomationTrial' }),
    bodyOptional: true,
    audit: 'tried an automation',
    reply: DryRun,
    errors: {
      400: 'The script has an error',
      404: NOT_FOUND,
      409: 'Another dry run has not ended yet',
      503: NO_SANDBOX,
    },
  }),
  declarations: get('/automations_types', {
    tag,
    summary: 'Type declarations for scripts',
    description:
      'All topics and operations as a TypeScript declaration file, for editors. `curl -u admin http://spr.local/automations_types`',
    reply: z.string().meta({ contentMediaType: 'text/plain' }),
  }),
}
