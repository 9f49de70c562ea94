import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { NO_CONTROL_CHARACTERS } from '../../../values/text.ts'
import { del, get, put } from '../../operation.ts'
import { EventSettings, TopicLimit } from './settings.ts'

const tag = 'events'

/** The most events that are counted in groups, and the most groups. */
export const MOST_COUNTED = 20_000
export const MOST_GROUPS = 1000

const topic = z
  .string()
  .min(1, schemaPhrase('field.notEmpty'))
  .max(256, schemaPhrase('field.tooLong', 256))
  .regex(NO_CONTROL_CHARACTERS, schemaPhrase('field.noControlCharacters'))
  .meta({ description: 'A topic, such as those of `GET /plugins/db/buckets`', example: 'wifi:auth:fail' })
const key = z.string().meta({
  description: '`timekey:` and the time of the event in RFC 3339',
  example: 'timekey:2026-03-01T08:05:34.983000000Z',
})
const Payload = z.unknown().meta({ description: 'The payload of the event' })
const Item = z
  .looseObject({
    time: z.string().meta({
      description: 'When it happened, in RFC 3339 with nanoseconds, unless the payload has a field of this name',
      example: '2026-03-01T08:05:34.983000000Z',
    }),
  })
  .meta({ id: 'EventItem', description: 'The payload of an event, with its time' })
const Entry = z.object({ Key: key, Value: Payload }).meta({ id: 'EventEntry' })
const count = z.int().min(0)
const rfc3339 = (description: string) => z.string().meta({ description, example: '2026-03-01T08:00:00Z' })

/** Which events `GET /events` and `GET /events/counts` are about. */
const selection = {
  topic: z.string().max(2000).optional().meta({
    description: 'Beginnings of topics, separated by commas; without it, all topics',
    example: 'wifi:auth:,auth:',
  }),
  min: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'From this time on, in RFC 3339', example: '2026-03-01T08:00:00Z' }),
  max: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Up to this time, in RFC 3339', example: '2026-03-02T08:00:00Z' }),
}

const device = z.string().max(128).optional().meta({
  description: 'The MAC address or public key of a device: events with its addresses at that time',
  example: '02:00:00:00:00:01',
})

const PastEvent = z
  .object({
    Topic: z.string().meta({ description: 'The topic of the event', example: 'wifi:auth:fail' }),
    Time: z.string().meta({
      description: 'When it happened, in RFC 3339 with nanoseconds; `timekey:` and this text is its key',
      example: '2026-03-01T08:05:34.983000000Z',
    }),
    Event: Payload,
    Devices: z
      .array(z.string())
      .meta({ description: 'The devices whose addresses it contains', example: ['02:00:00:00:00:01'] }),
  })
  .meta({ id: 'PastEvent' })

export const events = {
  config: get('/plugins/db/config', {
    roles: ['viewer'],
    tag,
    summary: 'Settings of the event store',
    reply: EventSettings.meta({ id: 'EventConfig' }),
  }),
  configure: put('/plugins/db/config', {
    tag,
    summary: 'Change the settings of the event store',
    description:
      'Fields that are not given stay as they are. Stored events of topics that are no longer saved stay until they are deleted or ' +
      'displaced. Above `MaxSize`, each topic with more than 256 events loses its oldest quarter, topics that use more than an ' +
      'eighth of it first.',
    body: z
      .strictObject({
        SaveEvents: EventSettings.shape.SaveEvents.optional(),
        MaxSize: EventSettings.shape.MaxSize.optional(),
        TopicLimits: z
          .array(TopicLimit)
          .max(256, schemaPhrase('field.entriesAtMost', 256))
          .nullish()
          .meta({ description: 'Limits of topics; null for none' }),
      })
      .meta({
        id: 'EventConfigUpdate',
        example: { MaxSize: 262144000, TopicLimits: [{ Name: 'log:api', Size: 16777216 }] },
      }),
    reply: EventSettings,
    errors: { 400: 'A field is invalid' },
  }),
  stats: get('/plugins/db/stats', {
    roles: ['viewer'],
    tag,
    summary: 'Size of the event store',
    reply: z
      .object({
        Size: count.meta({ description: 'Bytes in use' }),
        Topics: z.array(z.string()).meta({ description: 'Topics with stored events', example: ['wifi:auth:fail'] }),
        Held: count.meta({ description: 'Events that wait in memory because the disk cannot be written' }),
        Dropped: count.meta({
          description: 'Events that were lost since the start, because there were too many or the disk was full',
        }),
      })
      .meta({ id: 'EventStats' }),
  }),
  topicStats: get('/plugins/db/stats/{topic}', {
    tag,
    summary: 'Number of events of a topic',
    params: { topic },
    reply: z
      .object({
        KeyN: count.meta({ description: 'The number of stored events' }),
        Size: count.meta({ description: 'Bytes of their payloads; 0 for the DNS log' }),
      })
      .meta({ id: 'EventTopicStats' }),
    errors: { 404: 'No events of this topic are stored' },
  }),
  topics: get('/plugins/db/topics', {
    roles: ['viewer'],
    tag,
    summary: 'Topics of events',
    description: 'The topics that are stored, and those that have been published since the start.',
    reply: z.array(z.string()).meta({ example: ['auth:success', 'wifi:auth:fail'] }),
  }),
  buckets: get('/plugins/db/buckets', {
    tag,
    summary: 'Topics that are stored',
    query: {
      full: z
        .string()
        .max(16)
        .optional()
        .meta({ description: 'With any value: with the events of each topic, at most 1,000', example: '1' }),
    },
    reply: z
      .union([
        z.array(z.string()),
        z.array(
          z.object({
            name: z.string().meta({ description: 'The topic' }),
            items: z.array(Entry).meta({ description: 'Its events, oldest first' }),
          }),
        ),
      ])
      .meta({ example: ['wifi:auth:fail'] }),
  }),
  items: get('/plugins/db/items/{topic}', {
    tag,
    summary: 'Events of a topic',
    description:
      'Newest first. To read on, send the time of the last one as `max`. Invalid values of `num`, `min` and `max` count as missing. ' +
      '`curl -u admin "http://spr.local/plugins/db/items/wifi:auth:fail?num=10"`',
    params: { topic },
    query: {
      num: z.string().optional().meta({ description: 'Maximum number of events: 100, or up to 1000', example: '100' }),
      min: rfc3339('From this time on, in RFC 3339; a year ago by default').optional(),
      max: rfc3339('Up to this time, in RFC 3339; now by default').optional(),
      order: z.string().optional().meta({ description: '`asc` for the oldest first', example: 'asc' }),
      filter: z
        .string()
        .optional()
        .meta({
          description:
            'JSONPath (RFC 9535) over the array that has the event as its only element. Events for which it selects something are ' +
            'returned. An invalid one selects nothing.',
          example: '$[?(@.MAC=="02:00:00:00:00:01")]',
        }),
      strict: z.string().optional().meta({
        description: 'With any value: `min` and `max` must be given, and events at `max` are not returned',
        example: '1',
      }),
    },
    reply: z.array(Item),
    errors: { 400: 'With `strict`: min or max is missing or invalid', 404: 'No events of this topic are stored' },
  }),
  entries: get('/plugins/db/bucket/{topic}', {
    tag,
    summary: 'All events of a topic',
    description: 'With their keys, oldest first.',
    params: { topic },
    reply: z.array(Entry),
    errors: { 404: 'No events of this topic are stored' },
  }),
  add: put('/plugins/db/bucket/{topic}', {
    tag,
    summary: 'Store an event',
    description:
      'The body is an event, whose `time` gives its key, or an object with `key` and `value`. Without a time it is stored at the ' +
      'present time. It is not published.',
    params: { topic },
    body: z.looseObject({}).meta({
      id: 'EventInput',
      description: 'An event',
      example: { MAC: '02:00:00:00:00:01', time: '2026-03-01T08:00:00Z' },
    }),
    reply: Payload,
    errors: { 400: 'Not an object, the DNS log, or the time is not in RFC 3339' },
  }),
  clear: del('/plugins/db/bucket/{topic}', {
    tag,
    summary: 'Delete the events of a topic',
    description: 'For a topic `dns:serve:IP`, the DNS log of this device is deleted.',
    params: { topic },
  }),
  entry: get('/plugins/db/bucket/{topic}/{key}', {
    tag,
    summary: 'One event',
    params: { topic, key },
    reply: Payload,
    errors: { 400: 'The key is not `timekey:` and a time', 404: 'There is no such event' },
  }),
  replace: put('/plugins/db/bucket/{topic}/{key}', {
    tag,
    summary: 'Replace an event',
    description: 'Used to set the `State` of an alert. The whole body is stored.',
    audit: 'changed a stored event, such as the state of an alert',
    params: { topic, key },
    body: z.looseObject({}).meta({ example: { Topic: 'wifi:auth:fail', State: 'Resolved' } }),
    reply: Payload,
    errors: { 400: 'Not an object, the DNS log, or the key is not `timekey:` and a time' },
  }),
  remove: del('/plugins/db/bucket/{topic}/{key}', {
    tag,
    summary: 'Delete an event',
    params: { topic, key },
    errors: { 400: 'The DNS log, or the key is not `timekey:` and a time' },
  }),
  search: get('/events', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'Search events',
    description:
      'Newest first, of all topics. To read on, send the time of the last one as `max`. ' +
      '`curl -u admin "http://spr.local/events?text=example.com&num=10"`',
    query: {
      ...selection,
      text: z
        .string()
        .max(200)
        .optional()
        .meta({
          description:
            'Words that the event contains, in any order. Words of three or more characters also match longer words that begin with ' +
            'them. MAC addresses, IP addresses and domains are words; a domain also matches its subdomains.',
          example: 'example.com',
        }),
      device,
      filter: z
        .string()
        .max(1024)
        .optional()
        .meta({
          description:
            'JSONPath (RFC 9535) over the array that has the event as its only element. Events for which it selects something are ' +
            'returned.',
          example: '$[?(@.State!="Resolved")]',
        }),
      num: z.coerce
        .number()
        .int()
        .min(1)
        .max(1000)
        .default(100)
        .meta({ description: 'Maximum number of events', example: 100 }),
    },
    reply: z.array(PastEvent),
    errors: { 400: 'A time is not in RFC 3339, num is not between 1 and 1000, or filter is not a JSONPath' },
  }),
  counts: get('/events/counts', {
    roles: ['viewer'],
    tag,
    summary: 'Number of events over time',
    query: {
      ...selection,
      steps: z.coerce
        .number()
        .int()
        .min(1)
        .max(200)
        .default(48)
        .meta({ description: 'Number of equal parts of the period', example: 48 }),
    },
    description: 'Without `min` and `max`, of the last day.',
    reply: z
      .object({
        Min: rfc3339('The beginning of the period, in RFC 3339'),
        Max: rfc3339('The end of the period, in RFC 3339'),
        Counts: z
          .record(z.string(), z.array(count))
          .meta({ description: 'The number of events in each part, by topic', example: { 'wifi:auth:fail': [0, 3] } }),
      })
      .meta({ id: 'EventCounts' }),
    errors: { 400: 'A time is not in RFC 3339, or steps is not between 1 and 200' },
  }),
  groups: get('/events/groups', {
    roles: ['viewer'],
    tag,
    summary: 'Number of equal events',
    description:
      'Counts events by their topic and the values of fields: `topic=nft:drop:&by=SrcDevice,Rule.Name` counts refused packets of each ' +
      `device by rule. At most ${MOST_COUNTED} events are read, the newest first, and at most ${MOST_GROUPS} groups are returned. ` +
      'Without `min` and `max`, of the last day.',
    query: {
      ...selection,
      device,
      by: z
        .string()
        .max(500)
        .regex(/^[\w.]+(,[\w.]+){0,15}$/, schemaPhrase('messages.eventFields'))
        .meta({ description: 'Fields of events, separated by commas', example: 'SrcDevice,Rule.Name' }),
    },
    reply: z
      .object({
        Groups: z
          .array(
            z.object({
              ...PastEvent.shape,
              Count: count.meta({ description: 'Number of events of the group', example: 12 }),
            }),
          )
          .meta({
            description: 'The newest event of each group with their number; the group with the newest one first',
          }),
        Since: rfc3339('The beginning of the counted time, in RFC 3339'),
        IsComplete: z.boolean().meta({ description: 'All events of the period were counted' }),
      })
      .meta({ id: 'EventGroups' }),
    errors: { 400: 'A time is not in RFC 3339, or by is not a list of fields' },
  }),
}
