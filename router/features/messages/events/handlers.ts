import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { compileJsonPath } from '../../../events/jsonpath.ts'
import { type events, MOST_COUNTED, MOST_GROUPS } from '../../../model/messages/events/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { LAST_TIME, nanosecondsOf, textOfTime } from '../../../store/events/time.ts'
import { isIp } from '../../../values/ip.ts'
import type { DnsLog } from '../../dns/querylog/log.ts'
import type { EventStore } from './store.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock'> {
  readonly eventStore: EventStore
  readonly dnsLog: Pick<DnsLog, 'records' | 'clients' | 'forget'>
  /** Topics that were published since the start. */
  readonly publishedTopics: () => Iterable<string>
}

const DNS = 'dns:serve:'
const YEAR_MS = 365 * 86_400_000
const DAY_MS = 86_400_000

export function eventHandlers({
  facts,
  change,
  clock,
  eventStore: store,
  dnsLog,
  publishedTopics,
}: Deps): Handlers<typeof events> {
  const now = (): bigint => BigInt(Math.floor(clock.now())) * 1_000_000n
  const dnsTopics = async (): Promise<string[]> => (await dnsLog.clients()).map((ip) => `${DNS}${ip}`)
  const storedTopics = async (): Promise<string[]> =>
    [...(await store.stats()).topics.map(({ name }) => name), ...(await dnsTopics())].sort()
  const demandStored = async (topic: string): Promise<void> => {
    if (!(await storedTopics()).includes(topic))
      throw new NotFound(phrase('messages.noStoredEvents', JSON.stringify(topic)))
  }

  /** The DNS log of a client as events, newest first. */
  const dnsItems = async (topic: string) => {
    const ip = topic.slice(DNS.length)
    if (!isIp(ip)) return []
    return (await dnsLog.records(ip)).map((record) => ({ at: nanosecondsOf(record.Timestamp) ?? 0n, record }))
  }
  const dnsEntries = async (topic: string) =>
    (await dnsItems(topic)).reverse().map(({ at, record }) => entry(textOfTime(at), record))
  const demandWritable = (topic: string): void => {
    if (topic.startsWith(DNS)) throw new Invalid(phrase('messages.dnsLogReadOnly'), 'topic')
  }

  async function* entriesOf(topic: string): AsyncGenerator<string> {
    yield '['
    let separator = ''
    for await (const { time, value } of store.entries(topic)) {
      yield `${separator}{"Key":"timekey:${time}","Value":${value}}`
      separator = ','
    }
    yield ']'
  }

  /** The last day by default. Throws `Invalid`. */
  const periodOf = (min: string | undefined, max: string | undefined) => {
    const end = timeOf(max) ?? now()
    const begin = timeOf(min) ?? end - BigInt(DAY_MS) * 1_000_000n
    if (begin >= end) throw new Invalid(phrase('messages.minBeforeMax'), 'min')
    return { begin, end }
  }

  return {
    config: () => facts.setting('events'),
    async configure({ body: { TopicLimits, ...rest } }) {
      await change((draft) => {
        const before = draft.setting('events')
        const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
        draft.set('events', {
          ...before,
          ...given,
          ...(TopicLimits !== undefined && { TopicLimits: TopicLimits ?? [] }),
        })
      })
      return facts.setting('events')
    },

    async stats() {
      const { size, held, dropped } = await store.stats()
      return { Size: size, Topics: await storedTopics(), Held: held, Dropped: dropped }
    },
    async topicStats({ params: { topic } }) {
      await demandStored(topic)
      if (topic.startsWith(DNS)) return { KeyN: (await dnsItems(topic)).length, Size: 0 }
      const size = (await store.stats()).topics.find(({ name }) => name === topic)
      return { KeyN: size?.count ?? 0, Size: size?.bytes ?? 0 }
    },
    topics: async () => [...new Set([...(await storedTopics()), ...publishedTopics()])].sort(),
    async buckets({ query: { full } }) {
      const topics = await storedTopics()
      if (full === undefined) return topics
      const buckets = []
      for (const name of topics) {
        const items = name.startsWith(DNS)
          ? await dnsEntries(name)
          : (await store.items({ topic: name, min: 0n, max: LAST_TIME, num: MOST_ITEMS, order: 'desc' }))
              .reverse()
              .map(({ time, value }) => entry(time, JSON.parse(value)))
        buckets.push({ name, items })
      }
      return buckets
    },

    async items({ params: { topic }, query }) {
      await demandStored(topic)
      const order = query.order === 'asc' ? 'asc' : 'desc'
      const num = numberOf(query.num)
      const given = { min: timeOf(query.min), max: timeOf(query.max) }
      if (query.strict !== undefined)
        for (const name of ['min', 'max'] as const)
          if (given[name] === undefined) throw new Invalid(phrase('field.timeRfc3339'), name)
      const min = given.min ?? now() - BigInt(YEAR_MS) * 1_000_000n
      const last = given.max ?? now() + 1_000_000_000n
      const max = query.strict === undefined ? last : last - 1n
      if (!topic.startsWith(DNS)) {
        const found = await store.items({ topic, min, max, num, order, filter: query.filter })
        return found.map(({ time, value }) => item(time, JSON.parse(value)))
      }
      const matches = query.filter === undefined ? () => true : filterOf(query.filter)
      const records = (await dnsItems(topic)).filter(({ at }) => at >= min && at <= max)
      const ordered = order === 'asc' ? records.reverse() : records
      const wanted: ReturnType<typeof item>[] = []
      for (const { at, record } of ordered) {
        if (wanted.length >= num) break
        if (matches(record)) wanted.push(item(textOfTime(at), record))
      }
      return wanted
    },

    async entries({ params: { topic } }) {
      await demandStored(topic)
      return topic.startsWith(DNS) ? dnsEntries(topic) : entriesOf(topic)
    },
    async add({ params: { topic }, body }) {
      demandWritable(topic)
      const { key, value, time } = body as Record<string, unknown>
      const isPair = typeof key === 'string' && value !== undefined
      if (time !== undefined && !isPair && (typeof time !== 'string' || timeOf(time) === undefined))
        throw new Invalid(phrase('field.timeRfc3339'), 'time')
      const payload = isPair ? value : body
      await store.put(topic, payload, isPair ? timeOfKey(key) : (timeOf(time as string | undefined) ?? now()))
      return payload
    },
    async clear({ params: { topic } }) {
      const ip = topic.slice(DNS.length)
      if (!topic.startsWith(DNS)) await store.clear(topic)
      else if (isIp(ip)) dnsLog.forget(ip)
    },
    async entry({ params: { topic, key } }) {
      const time = timeOfKey(key)
      const found = topic.startsWith(DNS)
        ? (await dnsItems(topic)).find(({ at }) => at === time)?.record
        : await store.get(topic, time).then((event) => event && JSON.parse(event.value))
      if (found === undefined)
        throw new NotFound(phrase('messages.eventUnknown', JSON.stringify(key), JSON.stringify(topic)))
      return found
    },
    async replace({ params: { topic, key }, body }) {
      demandWritable(topic)
      await store.put(topic, body, timeOfKey(key))
      return body
    },
    async remove({ params: { topic, key } }) {
      demandWritable(topic)
      await store.delete(topic, timeOfKey(key))
    },

    async search({ query: { text, device, topic, min, max, num, filter } }) {
      if (filter !== undefined) compileJsonPath(filter, 'filter')
      const found = await store.search({
        text,
        device: deviceOf(device),
        topics: topicsOf(topic),
        min: timeOf(min) ?? 0n,
        max: timeOf(max) ?? LAST_TIME,
        num,
        filter,
      })
      return found.map(({ topic: Topic, time: Time, payload: Event, devices: Devices }) => ({
        Topic,
        Time,
        Event,
        Devices: [...Devices],
      }))
    },
    async groups({ query: { topic, device, min, max, by } }) {
      const { begin, end } = periodOf(min, max)
      const found = await store.groups({
        ...{ device: deviceOf(device), topics: topicsOf(topic), by: by.split(',') },
        ...{ min: begin, max: end, most: { events: MOST_COUNTED, groups: MOST_GROUPS } },
      })
      const Groups = found.groups.map(({ newest: { topic: Topic, time: Time, value, devices }, count: Count }) => ({
        ...{ Topic, Time, Event: JSON.parse(value), Devices: [...devices], Count },
      }))
      const { isComplete: IsComplete, oldest } = found
      return { Groups, Since: IsComplete || !oldest ? textOfTime(begin) : oldest, IsComplete }
    },
    async counts({ query: { topic, min, max, steps } }) {
      const { begin, end } = periodOf(min, max)
      const counts = await store.counts({ topics: topicsOf(topic), min: begin, max: end, steps })
      return { Min: textOfTime(begin), Max: textOfTime(end), Counts: Object.fromEntries(counts) }
    },
  }
}

const USUAL_ITEMS = 100
const MOST_ITEMS = 1000

/** The requested number of items; 100 for anything but a positive number. */
function numberOf(text: string | undefined): number {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : USUAL_ITEMS
  return number === 0 ? USUAL_ITEMS : Math.min(number, MOST_ITEMS)
}

const timeOf = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : nanosecondsOf(text))

function timeOfKey(key: string): bigint {
  const time = key.startsWith('timekey:') ? nanosecondsOf(key.slice('timekey:'.length)) : undefined
  if (time === undefined) throw new Invalid(phrase('messages.eventTimekey'), 'key')
  return time
}

const topicsOf = (list: string | undefined): string[] => (list ?? '').split(',').filter((topic) => topic !== '')

/** A MAC address in lower case, or a public key, unchanged. */
const deviceOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^[\da-f]{2}([:-][\da-f]{2}){5}$/i.test(text) ? text.replaceAll('-', ':').toLowerCase() : text

const entry = (time: string, Value: unknown) => ({ Key: `timekey:${time}`, Value })

/** A payload with its time. One that is not an object is its `value`. */
function item(time: string, payload: unknown): { time: string } {
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload))
    return { value: payload, time } as { time: string }
  return 'time' in payload ? (payload as { time: string }) : { ...payload, time }
}

function filterOf(filter: string): (event: unknown) => boolean {
  try {
    return compileJsonPath(filter).matches
  } catch {
    return () => false
  }
}
