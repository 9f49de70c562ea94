import { z } from 'zod'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const limit = z.strictObject({ Name: z.string(), Size: z.int(), Days: z.int() })
const config = z.strictObject({ SaveEvents: z.array(z.string()), MaxSize: z.int(), TopicLimits: z.array(limit) })
const count = z.int().nonnegative()
const stats = z.strictObject({ Size: count.positive(), Topics: z.array(z.string()), Held: count, Dropped: count })
const past = z.array(
  z.strictObject({ Topic: z.string(), Time: z.string(), Event: z.unknown(), Devices: z.array(z.string()) }),
)
const counts = z.strictObject({
  Min: z.string(),
  Max: z.string(),
  Counts: z.record(z.string(), z.array(count).length(4)),
})
const base = '/plugins/db'
const first = { n: 1, time: '2026-03-01T08:00:00.000000001Z' }
const second = { n: 2, time: '2026-03-01T08:00:00.000000002Z' }
const long = 'x'.repeat(257)
const KEY = 'timekey:2026-03-01T08:00:00.000000001Z'
const resolved = { ...first, AlertTopic: 'alert:mine:', State: 'Resolved' }

// biome-ignore format: a table
export const EVENTS: Row[] = [
  ['GET',    `${base}/config`,                         none,                              200, json(config)],
  ['PUT',    `${base}/config`,                         raw('nonsense'),                   400, line],
  ['PUT',    `${base}/config`,                         { MaxSize: 1 },                    400, line],
  ['PUT',    `${base}/config`,                         { MaxSize: 'large' },              400, line],
  ['PUT',    `${base}/config`,                         { SaveEvents: 'auth:' },           400, line],
  ['PUT',    `${base}/config`,                         { SaveEvents: ['a\nb'] },          400, line],
  ['PUT',    `${base}/config`,                         { Unknown: 1 },                    400, line],
  ['PUT',    `${base}/config`,                         { TopicLimits: [{ Name: '' }] },   400, line],
  ['PUT',    `${base}/config`,                         { TopicLimits: [{ Name: 'a', Size: -1 }] }, 400, line],
  ['PUT',    `${base}/config`,                         { MaxSize: 262144000, TopicLimits: [{ Name: 'log:api', Size: 1048576 }] }, 200, jsonWith({ TopicLimits: [{ Name: 'log:api', Size: 1048576, Days: 0 }] })],
  ['PUT',    `${base}/config`,                         { TopicLimits: null },             200, jsonWith({ TopicLimits: [] })],
  ['GET',    `${base}/stats`,                          none,                              200, json(stats)],
  ['GET',    `${base}/topics`,                         none,                              200, json(z.array(z.string()).min(1))],

  ['GET',    `${base}/items/mine`,                     none,                              404, line],
  ['GET',    `${base}/bucket/mine`,                    none,                              404, line],
  ['GET',    `${base}/stats/mine`,                     none,                              404, line],
  ['PUT',    `${base}/bucket/mine`,                    raw('{"n":'),                      400, line],
  ['PUT',    `${base}/bucket/mine`,                    [1],                               400, line],
  ['PUT',    `${base}/bucket/mine`,                    { time: 'now' },                   400, line],
  ['PUT',    `${base}/bucket/mine`,                    { key: 'now', value: {} },         400, line],
  ['PUT',    `${base}/bucket/mine`,                    first,                             200, json(first)],
  ['PUT',    `${base}/bucket/mine`,                    { key: 'timekey:2026-03-01T08:00:00.000000002Z', value: second }, 200, json(second)],
  ['PUT',    `${base}/bucket/dns:serve:192.168.2.6`,   first,                             400, line],
  ['GET',    `${base}/buckets`,                        none,                              200, json(z.array(z.string()).refine((topics) => topics.includes('mine')))],
  ['GET',    `${base}/buckets?full=1`,                 none,                              200, json(z.array(z.strictObject({ name: z.string(), items: z.array(z.strictObject({ Key: z.string(), Value: z.unknown() })) })).min(1))],
  ['GET',    `${base}/stats/mine`,                     none,                              200, json({ KeyN: 2, Size: 94 })],
  ['GET',    `${base}/items/mine?min=2026-01-01T00:00:00Z`, none,                         200, json([second, first])],
  ['GET',    `${base}/items/mine?min=2026-01-01T00:00:00Z&num=1&order=asc`, none,         200, json([first])],
  ['GET',    `${base}/items/mine?min=2026-01-01T00:00:00Z&filter=${encodeURIComponent('$[?(@.n==1)]')}`, none, 200, json([first])],
  ['GET',    `${base}/items/mine?filter=nonsense&num=x`, none,                            200, json([])],
  ['GET',    `${base}/items/mine?strict=1`,            none,                              400, line],
  ['GET',    `${base}/bucket/mine`,                    none,                              200, json([{ Key: KEY, Value: first }, { Key: 'timekey:2026-03-01T08:00:00.000000002Z', Value: second }])],
  ['GET',    `${base}/bucket/mine/${KEY}`,             none,                              200, json(first)],
  ['GET',    `${base}/bucket/mine/1`,                  none,                              400, line],
  ['GET',    `${base}/bucket/mine/timekey:2026-01-01T00:00:00Z`, none,                    404, line],
  ['PUT',    `${base}/bucket/mine/${KEY}`,             resolved,                          200, json(resolved)],
  ['PUT',    `${base}/bucket/mine/${KEY}`,             'text',                            400, line],
  ['PUT',    `${base}/bucket/mine/yesterday`,          resolved,                          400, line],
  ['DELETE', `${base}/bucket/mine/${KEY}`,             none,                              200, empty],
  ['DELETE', `${base}/bucket/mine/1`,                  none,                              400, line],

  ['GET',    `${base}/stats/${long}`,                  none,                              400, line],
  ['GET',    `${base}/items/${long}`,                  none,                              400, line],
  ['GET',    `${base}/bucket/${long}`,                 none,                              400, line],
  ['DELETE', `${base}/bucket/${long}`,                 none,                              400, line],
  ['GET',    `${base}/buckets?full=${long}`,           none,                              400, line],

  ['GET',    '/events?text=mine&topic=mine',           none,                              200, json([{ Topic: 'mine', Time: second.time, Event: second, Devices: [] }])],
  ['GET',    '/events?device=02:00:00:00:00:99',       none,                              200, json([])],
  ['GET',    '/events?topic=mine,auth:&num=1000',      none,                              200, json(past.min(1))],
  ['GET',    `/events?topic=mine&filter=${encodeURIComponent('$[?(@.n>5)]')}`, none,      200, json([])],
  ['GET',    '/events?filter=x',                       none,                              400, line],
  ['GET',    '/events?num=0',                          none,                              400, line],
  ['GET',    '/events?min=yesterday',                  none,                              400, line],
  ['GET',    '/events/counts?steps=4',                 none,                              200, json(counts)],
  ['GET',    '/events/counts?steps=0',                 none,                              400, line],
  ['GET',    '/events/groups?topic=mine&by=n',         none,                              200, json(z.strictObject({ Groups: z.array(z.looseObject({ Topic: z.literal('mine'), Count: z.int().min(1) })), Since: z.string(), IsComplete: z.literal(true) }))],
  ['GET',    '/events/groups?topic=mine',              none,                              400, line],
  ['GET',    '/events/groups?by=a,,b',                 none,                              400, line],
  ['GET',    '/events/counts?min=2026-03-02T00:00:00Z&max=2026-03-01T00:00:00Z', none,    400, line],

  ['DELETE', `${base}/bucket/mine`,                    none,                              200, empty],
  ['DELETE', `${base}/bucket/mine`,                    none,                              200, empty],
  ['GET',    `${base}/items/mine`,                     none,                              404, line],
]
