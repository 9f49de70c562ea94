import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { NO_CONTROL_CHARACTERS } from '../../../values/text.ts'

/** The smallest and the largest limit of the event store, in bytes. */
const LEAST_BYTES = 1 << 20
const MOST_BYTES = 2 ** 40

const topic = z
  .string()
  .max(128, schemaPhrase('field.tooLong', 128))
  .regex(NO_CONTROL_CHARACTERS, schemaPhrase('field.noControlCharacters'))

/** The limits of a topic. */
export const TopicLimit = z
  .strictObject({
    Name: topic.min(1, schemaPhrase('field.notEmpty')).meta({
      description: 'A topic, or the beginning of topics if it ends in a colon; the limit is that of each of them',
      example: 'log:api',
    }),
    Size: z
      .int()
      .min(0)
      .max(MOST_BYTES)
      .default(0)
      .meta({ description: 'Maximum bytes of its events; 0 for no maximum', example: 16777216 }),
    Days: z
      .int()
      .min(0)
      .max(36500)
      .default(0)
      .meta({ description: 'Events are deleted after this many days; 0 for never', example: 30 }),
  })
  .meta({ id: 'EventTopicLimit' })

/** Which events are stored, and for how long. */
export const EventSettings = z.strictObject({
  SaveEvents: z
    .array(topic)
    .max(256, schemaPhrase('field.entriesAtMost', 256))
    .meta({
      description:
        'Beginnings of the topics that are stored; empty text for all. `alert:` topics are always stored. Topics `dns:serve:IP` are ' +
        'answered from the DNS log, which has its own settings.',
      example: ['log:api', 'dns:block:event', 'wifi:auth:'],
    }),
  MaxSize: z
    .int()
    .min(LEAST_BYTES, schemaPhrase('field.atLeast', LEAST_BYTES))
    .max(MOST_BYTES, schemaPhrase('field.atMost', MOST_BYTES))
    .meta({ description: 'Maximum size of the stored events in bytes, with their index', example: 262144000 }),
  TopicLimits: z
    .array(TopicLimit)
    .max(256, schemaPhrase('field.entriesAtMost', 256))
    .meta({ description: 'Limits of topics' }),
})
export type EventSettings = z.infer<typeof EventSettings>

export const defaultEvents = (): EventSettings => ({
  SaveEvents: [
    'log:api',
    'dns:block:event',
    'dns:override:event',
    'dns:serve:',
    'wifi:auth:',
    'auth:failure:',
    'auth:login',
    'auth:repeated',
    'auth:token:',
    'auth:otp:',
    'auth:webauthn:',
    'wifi:',
    'dhcp:response',
    'dhcp:spoof',
    'device:',
    'wan:',
    'vpn:',
    'nft:drop:',
    'firewall:',
    'traffic:',
    'config:',
    'backup:',
    'crashlog:',
    'system:',
    'dns:blockrebind:event',
    'dns:block:repeated',
    'dns:health',
    'automation:off',
    'automation:notice',
  ],
  MaxSize: 262_144_000,
  TopicLimits: [{ Name: 'log:api', Size: 16 << 20, Days: 0 }],
})

/** Whether events of this topic are stored. A setting `auth:failure:` is also that of the topic `auth:failure`. */
export const isStored = (topic: string, { SaveEvents }: Pick<EventSettings, 'SaveEvents'>): boolean =>
  topic.startsWith('alert:') ||
  (!topic.startsWith('dns:serve:') &&
    SaveEvents.some((prefix) => topic.startsWith(prefix) || (prefix !== '' && `${topic}:` === prefix)))
