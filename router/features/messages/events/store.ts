import type { Core } from '../../../core.ts'
import { keyOfDevice } from '../../../model/home/devices/device.ts'
import { isStored } from '../../../model/messages/events/settings.ts'
import type { NewEvent, StoredEvent } from '../../../store/events/database.ts'
import type { EventGroups } from '../../../store/events/grouping.ts'
import type {
  EventCountQuery,
  EventGroupQuery,
  EventSelection,
  EventThread,
  Search,
  StorageStats,
  TopicEventQuery,
} from '../../../store/events/storage.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'

/** A crash loses the events of this time. */
const WRITE_MS = 200
/** Events that wait to be written. Above this, the oldest are dropped. */
const MOST_WAITING = 20_000
/** Events of one call of the storage, and calls that may be in flight. */
const BATCH = 1000
const MOST_BATCHES = 2
/** Maximum bytes of an event. */
const MOST_BYTES = 256 * 1024

export interface PastEvent {
  readonly topic: string
  /** RFC 3339 with nanoseconds; unique within the topic. */
  readonly time: string
  readonly payload: unknown
  /** The keys of the devices that it concerned when it happened. */
  readonly devices: readonly string[]
}

interface Deps extends Pick<Core, 'facts' | 'clock' | 'onFailure' | 'bus'> {
  readonly storage: EventThread
}

/** The events of the past. Calls return what was published before them. They reject with `Unavailable`. */
export interface EventStore extends AsyncDisposable {
  stats(): Promise<StorageStats>
  items(query: TopicEventQuery): Promise<StoredEvent[]>
  /** Newest first. */
  search(query: Search): Promise<PastEvent[]>
  counts(query: EventCountQuery): Promise<[topic: string, counts: number[]][]>
  groups(query: EventGroupQuery): Promise<EventGroups>
  /** Events of topics that begin with `prefix`, from a time in milliseconds since 1970 on, oldest first. */
  since(prefix: string, time: number): AsyncIterable<PastEvent>
  /** Whether events of this topic are stored. */
  keeps(topic: string): boolean
  /** The events of exactly this topic, oldest first. */
  entries(topic: string): AsyncIterable<StoredEvent>
  get(topic: string, time: bigint): Promise<StoredEvent | undefined>
  /** Stores a payload at a time in nanoseconds, in place of the one that is there. */
  put(topic: string, payload: unknown, time: bigint): Promise<void>
  /** Sets fields of the payloads of events. Returns the number of changed events. */
  update(selection: EventSelection, fields: Readonly<Record<string, unknown>>): Promise<number>
  delete(topic: string, time: bigint): Promise<void>
  create(topic: string): Promise<void>
  clear(topic: string): Promise<void>
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

/** Stores events of the bus in batches. */
export function openEventStore({ facts, bus, clock, storage, onFailure }: Deps): EventStore {
  const settings = () => facts.setting('events')
  const devices = openDevicesIn(facts)
  let waiting: NewEvent[] = []
  let dropped = 0
  let batches = 0
  let timer: Disposable | undefined
  let subscription: Disposable | undefined

  const subscribe = (): void => {
    subscription?.[Symbol.dispose]()
    const current = settings()
    subscription = bus.subscribeWhere((topic) => isStored(topic, current), keep)
  }
  const keep = (payload: unknown, topic: string): void => {
    const value = JSON.stringify(payload) ?? 'null'
    if (value.length > MOST_BYTES) {
      dropped++
      return
    }
    if (waiting.length >= MOST_WAITING) dropped += waiting.splice(0, MOST_WAITING / 10).length
    waiting.push({ topic, time: clock.now(), value, ...devices(value) })
    timer ??= clock.after(WRITE_MS, write)
  }
  const limits = () => {
    const { MaxSize: most, TopicLimits } = settings()
    const topics = TopicLimits.map(({ Name, Size, Days }) => ({
      name: Name,
      ...(Size > 0 && { bytes: Size }),
      ...(Days > 0 && { days: Days }),
    }))
    return { most, topics }
  }
  let sentLimits = ''
  /** Sends waiting events to the storage; all of them if a reader waits for them. */
  const write = (all = false): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
    const wanted = limits()
    if (sentLimits !== JSON.stringify(wanted)) {
      sentLimits = JSON.stringify(wanted)
      storage.limit(wanted, clock.now()).catch((error) => onFailure('the limits of the event store are not set', error))
    }
    while (waiting.length > 0 && (all || batches < MOST_BATCHES)) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      batches++
      storage
        .append(batch, clock.now())
        .catch((error) => {
          dropped += batch.length
          onFailure('events were not stored', error)
        })
        .finally(() => {
          batches--
          if (waiting.length > 0) timer ??= clock.after(WRITE_MS, write)
        })
    }
  }
  const read = <T>(work: () => Promise<T>): Promise<T> => {
    write(true)
    return work()
  }
  async function* pages(next: (from: bigint) => Promise<StoredEvent[]>, start: bigint): AsyncGenerator<StoredEvent> {
    for (let from = start; ; ) {
      const page = await read(() => next(from))
      yield* page
      if (page.length < BATCH) return
      from = page.at(-1)!.id + 1n
    }
  }

  subscribe()
  return {
    async stats() {
      const stats = await read(() => storage.stats())
      return { ...stats, dropped: stats.dropped + dropped }
    },
    items: (query) => read(() => storage.items(query)),
    search: async (query) => (await read(() => storage.search(query))).map(pastEvent),
    counts: (query) => read(() => storage.counts(query)),
    groups: (query) => read(() => storage.groups(query)),
    async *since(prefix, time) {
      const start = BigInt(Math.floor(time)) * 1_000_000n
      for await (const event of pages((from) => storage.page([prefix], from, BATCH), start)) yield pastEvent(event)
    },
    keeps: (topic) => isStored(topic, settings()),
    entries: (topic) =>
      pages((from) => storage.items({ topic, min: from, max: 2n ** 63n - 1n, num: BATCH, order: 'asc' }), 0n),
    get: (topic, time) => read(() => storage.get(topic, time)),
    put(topic, payload, time) {
      const value = JSON.stringify(payload)
      return read(() => storage.put({ topic, value, ...devices(value) }, time))
    },
    update: (selection, fields) => read(() => storage.update(selection, fields)),
    delete: (topic, time) => read(() => storage.delete(topic, time)),
    create: (topic) => read(() => storage.create(topic)),
    clear: (topic) => read(() => storage.clear(topic)),
    learn(entries) {
      if (!entries.some(({ table, key }) => table === 'settings' && key === 'events')) return
      subscribe()
      write()
    },
    async [Symbol.asyncDispose]() {
      subscription?.[Symbol.dispose]()
      timer?.[Symbol.dispose]()
      const last = waiting
      waiting = []
      if (last.length > 0)
        await storage.finish(last, clock.now()).catch((error) => onFailure('the last events were not stored', error))
      await storage[Symbol.asyncDispose]()
    },
  }
}

const pastEvent = ({ topic, time, value, devices }: StoredEvent): PastEvent => ({
  topic,
  time,
  payload: JSON.parse(value),
  devices,
})

const ADDRESS = /\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b|\b(?:\d{1,3}\.){3}\d{1,3}\b/gi

/** Returns a function that finds the devices whose MAC or IP address is in a text. */
function openDevicesIn(facts: Facts): (text: string) => Pick<NewEvent, 'devices' | 'names'> {
  return (text) => {
    const found = new Map<string, string>()
    for (const [address] of text.match(ADDRESS) ? text.matchAll(ADDRESS) : []) {
      const device = address.includes(':')
        ? facts.devices.get(address.toLowerCase())
        : facts.devices.by('RecentIP', address)
      if (device) found.set(keyOfDevice(device), device.Name)
      if (found.size >= 8) break
    }
    return { devices: [...found.keys()], names: [...found.values()].filter((name) => name !== '') }
  }
}
