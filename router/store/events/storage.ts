import { Unavailable } from '../../errors.ts'
import type { JsonPath } from '../../events/jsonpath.ts'
import type { Clock } from '../../machine/machine.ts'
import { nextTurn } from '../../machine/turns.ts'
import { phrase } from '../../phrases/phrase.ts'
import { isDamage, setAside } from '../copies.ts'
import {
  EventDatabase,
  type EventLimits,
  type NewEvent,
  type StoredEvent,
  type TimeRange,
  type TopicSize,
} from './database.ts'
import { type EventGroups, type GroupingLimits, openGrouping } from './grouping.ts'

/** Maximum delay until written events are synced to the disk. */
const SYNC_MS = 1000
/** Maximum bytes of the events that are held in memory while the disk cannot be written. */
const MOST_HELD = 8 << 20
/** The time after which a long read pauses for other calls, and the most time that it may take, without that of these calls. */
const TURN_MS = 5
const MOST_MS = 20_000
/** Events that one transaction changes. */
const CHANGES = 200

export interface TopicEventQuery extends TimeRange {
  readonly topic: string
  readonly num: number
  readonly order: 'asc' | 'desc'
  /** A JSONPath expression. An invalid one selects nothing. */
  readonly filter?: string | undefined
}

export interface Search extends TimeRange {
  readonly text?: string | undefined
  /** The key of a device. */
  readonly device?: string | undefined
  /** Beginnings of topics. None: all topics. */
  readonly topics: readonly string[]
  readonly num: number
  /** A JSONPath expression. An invalid one is rejected. */
  readonly filter?: string | undefined
}

/** Events that are counted by their topic and the values of fields. */
export interface EventGroupQuery extends Omit<Search, 'text' | 'num' | 'filter'> {
  /** Paths such as `Rule.Name`. */
  readonly by: readonly string[]
  readonly most: GroupingLimits
}

/** Which events `update` changes: those of the search that a JSONPath expression selects. */
export interface EventSelection extends Omit<Search, 'num' | 'filter'> {
  readonly filter: string
}

export interface EventCountQuery extends TimeRange {
  readonly topics: readonly string[]
  readonly steps: number
}

export interface StorageStats {
  /** Bytes in use. */
  readonly size: number
  readonly topics: readonly TopicSize[]
  /** Events in memory because the disk could not be written. */
  readonly held: number
  /** Events that were deleted from memory before they could be written. */
  readonly dropped: number
}

/** Where events are stored. Calls take effect in the order in which they are made. */
export interface EventStorage extends AsyncDisposable {
  append(events: readonly NewEvent[], now: number): Promise<void>
  limit(limits: EventLimits, now: number): Promise<void>
  stats(): Promise<StorageStats>
  items(query: TopicEventQuery): Promise<StoredEvent[]>
  /** The next events of topics that begin with one of `topics`, in the order of their ids; `from` is the first id. */
  page(topics: readonly string[], from: bigint, num: number): Promise<StoredEvent[]>
  /** Newest first. */
  search(query: Search): Promise<StoredEvent[]>
  /** The number of events of each topic in each of `steps` equal parts of a range. */
  counts(query: EventCountQuery): Promise<[topic: string, counts: number[]][]>
  /** Counts the newest events, up to limits of both the events and the groups. */
  groups(query: EventGroupQuery): Promise<EventGroups>
  get(topic: string, time: bigint): Promise<StoredEvent | undefined>
  put(event: Omit<NewEvent, 'time'>, time: bigint): Promise<void>
  /** Sets fields of the payloads of events. Returns the number of changed events. */
  update(selection: EventSelection, fields: Readonly<Record<string, unknown>>): Promise<number>
  delete(topic: string, time: bigint): Promise<void>
  create(topic: string): Promise<void>
  clear(topic: string): Promise<void>
}

/** The storage in another thread. `finish` stores the last events, without starting the thread for them. */
export type EventThread = EventStorage & { readonly finish: EventStorage['append'] }

export interface EventStorageOptions {
  /** A file, or `:memory:`. */
  readonly path: string
  readonly clock: Pick<Clock, 'after'>
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * Opens the event database, or creates it. A damaged one is moved aside and a new one created, also when the damage is found later. One of a
 * later version is left unchanged, and the events of this run are held in memory. While the
 * disk cannot be written, new events are held in a bounded database in memory, and readers see both.
 */
export function openStorage({ path, clock, onFailure }: EventStorageOptions): EventStorage {
  let disk = openSound(path, onFailure)
  let held: EventDatabase | undefined = disk ? undefined : new EventDatabase(':memory:')
  let limits: EventLimits = { most: Number.POSITIVE_INFINITY, topics: [] }
  let now = 0
  let dropped = 0
  let hasComplained = false
  let sync: Disposable | undefined
  let isPruning = false
  let closed = false

  const all = (): EventDatabase[] => [disk, held].filter((one) => one !== undefined)
  const complain = (error: unknown): void => {
    if (!hasComplained) onFailure('events cannot be written, and are held in memory', error)
    hasComplained = true
  }
  /** Moves a damaged database aside. Throws other errors. */
  const replaceDamaged = (error: unknown): void => {
    if (!isDamage(error) || !disk) throw error
    disk[Symbol.dispose]()
    disk = openAnew(path, error, onFailure)
    held ??= disk ? undefined : new EventDatabase(':memory:')
  }
  /** Runs `work`, and once more if the database was damaged. */
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      replaceDamaged(error)
      return work()
    }
  }
  /** Runs `work`, which takes several turns, and once more if a database was damaged or closed during that. */
  const attemptInTurns = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = all()
    try {
      return await work()
    } catch (error) {
      const isSame = before.every((database) => all().includes(database))
      if (isSame) replaceDamaged(error)
      return await work()
    }
  }
  const syncSoon = (): void => {
    sync ??= clock.after(SYNC_MS, () => {
      sync = undefined
      try {
        attempt(() => disk?.sync())
      } catch (error) {
        complain(error)
      }
    })
  }
  const countOf = (database: EventDatabase): number => database.topics().reduce((sum, { count }) => sum + count, 0)

  const hold = (events: readonly NewEvent[]): void => {
    held ??= new EventDatabase(':memory:')
    held.append(events)
    const before = countOf(held)
    while (held.prune({ most: MOST_HELD, topics: [] }, now));
    dropped += before - countOf(held)
  }
  /** Moves the events in memory to the disk. Throws if that is still full. */
  const release = (): void => {
    if (!held || !disk) return
    const topics = held.topics().map(({ name }) => name)
    for (const event of held.scan(topics, EVER, 'asc')) {
      disk.put({ ...event, names: [] }, event.at)
      held.delete(event.topic, event.at)
    }
    held[Symbol.dispose]()
    held = undefined
  }
  const pruneSoon = async (): Promise<void> => {
    if (isPruning) return
    isPruning = true
    try {
      while (!closed && attempt(() => disk?.prune(limits, now))) await nextTurn()
    } catch (error) {
      complain(error)
    } finally {
      isPruning = false
    }
  }

  const matching = (database: EventDatabase, topics: readonly string[]): string[] => {
    const names = database.topics().map(({ name }) => name)
    return topics.length === 0 ? names : names.filter((name) => topics.some((prefix) => name.startsWith(prefix)))
  }
  const scan = (topics: readonly string[], range: TimeRange, order: 'asc' | 'desc'): Generator<StoredEvent> =>
    merged(
      all().map((database) => database.scan(matching(database, topics), range, order)),
      order,
    )
  const exactly = (topic: string, range: TimeRange, order: 'asc' | 'desc'): Generator<StoredEvent> =>
    merged(
      all().map((database) => database.scan([topic], range, order)),
      order,
    )
  /** The events of a search and of other topics, newest first, and whether one is of the topics of the search. */
  const candidates = ({ text = '', device, topics, ...range }: Omit<Search, 'filter' | 'num'>) => {
    const found = all().map((database) => database.search(text, device, range))
    if (found.some((one) => one === undefined)) return { events: scan(topics, range, 'desc'), isOfTopics: () => true }
    const isOfTopics = ({ topic }: StoredEvent): boolean =>
      topics.length === 0 || topics.some((prefix) => topic.startsWith(prefix))
    return { events: merged(found as Generator<StoredEvent>[], 'desc'), isOfTopics }
  }
  /** Newest first. */
  const search = (
    { num, ...query }: Omit<Search, 'filter'>,
    isWanted: (event: StoredEvent) => boolean,
  ): Promise<StoredEvent[]> => {
    const { events, isOfTopics } = candidates(query)
    return firstOf(events, (event) => isOfTopics(event) && isWanted(event), num)
  }
  /** The database that has this event; the disk if none has. */
  const holderOf = (topic: string, time: bigint): EventDatabase =>
    all().find((database) => database.get(topic, time)) ?? all()[0]!

  return {
    async append(events, at) {
      now = at
      let written = 0
      try {
        attempt(() => release())
        if (disk) written = attempt(() => disk?.append(events) ?? 0)
        if (written === events.length) hasComplained = false
      } catch (error) {
        complain(error)
      }
      if (written < events.length) hold(events.slice(written))
      syncSoon()
      void pruneSoon()
    },
    async limit(given, at) {
      limits = given
      now = at
      void pruneSoon()
    },
    stats: async () =>
      attempt(() => {
        const sizes = new Map<string, TopicSize>()
        for (const { name, count, bytes } of all().flatMap((database) => database.topics())) {
          const before = sizes.get(name)
          sizes.set(name, { name, count: count + (before?.count ?? 0), bytes: bytes + (before?.bytes ?? 0) })
        }
        const size = all().reduce((sum, database) => sum + database.size(), 0)
        return { size, topics: [...sizes.values()], held: held ? countOf(held) : 0, dropped }
      }),
    async items({ topic, num, order, filter, ...range }) {
      const path = filter === undefined ? undefined : await compiled(filter).catch(() => undefined)
      if (filter !== undefined && !path) return []
      return attemptInTurns(() => firstOf(exactly(topic, range, order), selectedBy(path), num))
    },
    page: (topics, from, num) =>
      attemptInTurns(() => firstOf(scan(topics, { ...EVER, min: from }, 'asc'), () => true, num)),
    async search({ filter, ...query }) {
      const path = filter === undefined ? undefined : await compiled(filter)
      return attemptInTurns(() => search(query, selectedBy(path)))
    },
    counts: ({ topics, steps, min, max }) =>
      attemptInTurns(async () => {
        const counts = new Map<string, number[]>()
        const bound = (index: number): bigint => min + ((max - min) * BigInt(index)) / BigInt(steps)
        for (const database of all())
          for (const topic of matching(database, topics)) {
            const sums = counts.get(topic) ?? Array(steps).fill(0)
            for (let index = 0; index < steps; index++) {
              const end = index === steps - 1 ? max : bound(index + 1) - 1n
              sums[index] += database.count(topic, bound(index), end)
            }
            if (sums.some((sum) => sum > 0)) counts.set(topic, sums)
            await nextTurn()
          }
        return [...counts]
      }),
    groups: ({ by, most, ...query }) =>
      attemptInTurns(async () => {
        const grouping = openGrouping(by, most)
        const { events, isOfTopics } = candidates(query)
        await readInTurns(events, (event) => !isOfTopics(event) || grouping.add(event))
        return grouping.result()
      }),
    get: async (topic, time) => attempt(() => all().flatMap((database) => database.get(topic, time) ?? [])[0]),
    put: async (event, time) => attempt(() => holderOf(event.topic, time).put(event, time)),
    async update({ filter, ...query }, fields) {
      const path = await compiled(filter)
      const change = (value: string): string | undefined => {
        const payload = JSON.parse(value)
        const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
        return isObject && path.matches(payload) ? JSON.stringify({ ...payload, ...fields }) : undefined
      }
      return attemptInTurns(async () => {
        let changed = 0
        for (let { max } = query; ; ) {
          const found = await search({ ...query, max, num: CHANGES }, ({ value }) => change(value) !== undefined)
          for (const database of all()) changed += database.update(found, change)
          if (found.length < CHANGES) return changed
          max = found.at(-1)!.id - 1n
        }
      })
    },
    delete: async (topic, time) => attempt(() => holderOf(topic, time).delete(topic, time)),
    create: async (topic) => attempt(() => all()[0]!.create(topic)),
    async clear(topic) {
      attempt(() => all().forEach((database) => void database.clear(topic)))
      void pruneSoon()
    },
    async [Symbol.asyncDispose]() {
      closed = true
      sync?.[Symbol.dispose]()
      for (const database of all()) database[Symbol.dispose]()
    },
  }
}

const EVER: TimeRange = { min: 0n, max: 2n ** 63n - 1n }

/** The first `num` events that are wanted. Throws `Unavailable` if it takes too long. */
async function firstOf(
  events: Iterable<StoredEvent>,
  isWanted: (event: StoredEvent) => boolean,
  num: number,
): Promise<StoredEvent[]> {
  const first: StoredEvent[] = []
  await readInTurns(events, (event) => {
    if (isWanted(event)) first.push(event)
    return first.length < num
  })
  return first
}

/**
 * Calls `visit` with each event until it returns false. Other calls have their turn in between. Throws `Unavailable` if it takes too long:
 * a filter that matches nothing reads all events.
 */
async function readInTurns(events: Iterable<StoredEvent>, visit: (event: StoredEvent) => boolean): Promise<void> {
  let took = 0
  let began = performance.now()
  for (const event of events) {
    if (!visit(event)) break
    const now = performance.now()
    if (now - began < TURN_MS) continue
    took += now - began
    if (took > MOST_MS) throw new Unavailable(phrase('messages.eventRangeTooLarge'))
    await nextTurn()
    began = performance.now()
  }
}

/** Merges ordered events. */
function* merged(parts: readonly Generator<StoredEvent>[], order: 'asc' | 'desc'): Generator<StoredEvent> {
  if (parts.length === 1) return yield* parts[0]!
  const heads = parts.map((part) => part.next().value as StoredEvent | undefined)
  for (;;) {
    let first = -1
    for (const [index, head] of heads.entries())
      if (head && (first < 0 || (order === 'asc' ? head.id < heads[first]!.id : head.id > heads[first]!.id)))
        first = index
    if (first < 0) return
    yield heads[first]!
    heads[first] = parts[first]!.next().value as StoredEvent | undefined
  }
}

/** Loads the libraries of JSONPath, which take 2 MiB of a thread, with the first filter. Throws `Invalid`. */
async function compiled(filter: string): Promise<JsonPath> {
  const { compileJsonPath } = await import('../../events/jsonpath.ts')
  return compileJsonPath(filter)
}

/** Whether the expression selects an event; without one, all events. */
const selectedBy =
  (path: JsonPath | undefined) =>
  ({ value }: StoredEvent): boolean =>
    !path || path.matches(JSON.parse(value))

function openSound(path: string, onFailure: EventStorageOptions['onFailure']): EventDatabase | undefined {
  try {
    return new EventDatabase(path)
  } catch (error) {
    if (isDamage(error)) return openAnew(path, error, onFailure)
    onFailure('events cannot be kept on the disk, and end with this run', error)
    return undefined
  }
}

/** Moves the damaged file aside and creates a new one. Undefined, and reported, if the disk does not permit it. */
function openAnew(
  path: string,
  damage: unknown,
  onFailure: EventStorageOptions['onFailure'],
): EventDatabase | undefined {
  try {
    const aside = setAside(path)
    const database = new EventDatabase(path)
    onFailure(`the events are damaged; they were set aside as ${aside}, and new ones begun`, damage)
    return database
  } catch (error) {
    onFailure('the events are damaged, and cannot be set aside', error)
    return undefined
  }
}
