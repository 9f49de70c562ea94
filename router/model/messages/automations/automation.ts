import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { ScopedPaths } from '../../access/credentials/token.ts'

/** Limits of a script. */
export const LIMITS = {
  automations: 32,
  sourceBytes: 64 * 1024,
  registrations: 32,
  /** CPU time of one run, and of starting the script, in milliseconds. */
  cpuMs: 2000,
  startCpuMs: 5000,
  /** The whole time of one run, with all waiting. */
  runMs: 30_000,
  startMs: 15_000,
  /** What a script may send to the router in one run. */
  messages: 1000,
  messageBytes: 1 << 20,
  lineBytes: 256 * 1024,
  /** Calls of the API in a minute, and notices in ten minutes. */
  callsPerMinute: 60,
  noticesPerTenMinutes: 10,
  replyBytes: 512 * 1024,
  queueBytes: 256 * 1024,
  memoryBytes: 8192,
  memoryMiB: 128,
  logEntries: 200,
  /** An automation is switched off after this many failed runs in a row. */
  failures: 10,
  /** Processes of scripts that run together. */
  processes: 4,
} as const

/** What a script registers when it starts. */
export const Wants = z.object({
  Topics: z
    .array(z.string())
    .meta({ description: 'Topics of `on`; with `*` at the end, all that begin with the rest' }),
  Every: z.array(z.int()).meta({ description: 'Minutes of `every`' }),
  At: z.array(z.string()).meta({ description: 'Times of day of `at`' }),
})
export type Wants = z.infer<typeof Wants>

export const AutomationName = z
  .string()
  .max(64, schemaPhrase('field.tooLong', 64))
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]*$/u, schemaPhrase('messages.automationName'))
  .meta({ description: 'The name of the automation', example: 'camera-offline' })

export const Source = z.string().max(LIMITS.sourceBytes, schemaPhrase('field.tooLong', LIMITS.sourceBytes)).meta({
  description: 'The script, in TypeScript without imports',
  example: "on('device:offline', (event) => notify(event.Name, 'is offline'))\n",
})

export const Scopes = ScopedPaths.meta({
  description: 'Paths of the API that it may call, as for a token; empty for none',
  example: ['/devices:r'],
})

/** An automation as stored. */
export const Automation = z.object({
  Name: z.string(),
  Enabled: z.boolean(),
  Source: z.string(),
  /** The source without types. */
  Script: z.string(),
  Scopes: z.array(z.string()),
  Wants,
  /** Rises with each change. */
  Revision: z.int(),
  /** Why the router has switched it off; empty if it has not. */
  OffReason: z.string(),
  /** The same as a code. */
  OffCoded: CodedMessage.optional(),
})
export type Automation = z.infer<typeof Automation>

/** What starts a run of an automation. */
export const RunStart = z
  .object({
    Kind: z.enum(['topic', 'every', 'at']).meta({ description: 'An event, or a time', example: 'topic' }),
    Name: z.string().meta({
      description: 'The topic, the minutes of `every`, or the time of day of `at`',
      example: 'device:offline',
    }),
  })
  .meta({ id: 'AutomationRunStart' })
export type RunStart = z.output<typeof RunStart>

/** The start in words, for the log. */
export const startText = ({ Kind, Name }: RunStart): string =>
  Kind === 'topic' ? Name : Kind === 'at' ? `at ${Name}` : `every ${Name} minutes`
