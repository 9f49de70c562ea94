import type { StatementSync } from 'node:sqlite'
import type { EventLimits, TopicRow } from './database.ts'

/** Events that one step deletes: about ten milliseconds on a small board. */
const STEP = 200
/** Topics with at most this many events lose none to the overall limit. */
const FEW = 256
const DAY = 86_400_000_000_000n

/**
 * Decides which events are deleted: those of deleted topics, those beyond the limits of their topics, and above the overall limit the oldest
 * quarter of each topic with more than 256 events, first of topics that use more than an eighth of the limit, so that a
 * flood of events of one kind displaces its own.
 */
export class Pruner {
  readonly #statement: (sql: string) => StatementSync
  readonly #topics: ReadonlyMap<string, TopicRow>
  /** Topics that lose their oldest quarter now, with the number of events left to delete. */
  #cuts: { readonly name: string; left: number }[] = []

  constructor(statement: (sql: string) => StatementSync, topics: ReadonlyMap<string, TopicRow>) {
    this.#statement = statement
    this.#topics = topics
  }

  /** Bytes of the database that are in use. */
  size(): number {
    const number = (pragma: string): number => Number(Object.values(this.#statement(`PRAGMA ${pragma}`).get()!)[0])
    return (number('page_count') - number('freelist_count')) * number('page_size')
  }

  /** Deletes a few events, in a transaction of the caller. Returns the topic they were of; undefined if there was nothing to delete. */
  step(limits: EventLimits, now: bigint): TopicRow | undefined {
    return this.#deleted() ?? this.#beyondTopicLimit(limits, now) ?? this.#beyondLimit(limits.most)
  }

  /** Deletes one event. Returns the length of its payload. */
  deleteEvent(id: bigint): number {
    const row = this.#statement('DELETE FROM events WHERE id = ? RETURNING octet_length(value) AS bytes').get(id)
    this.#statement('DELETE FROM words WHERE rowid = ?').run(id)
    return Number(row?.bytes ?? 0)
  }

  #deleted(): TopicRow | undefined {
    const row = this.#statement('SELECT id FROM topics WHERE name IS NULL LIMIT 1').get()
    if (!row) return undefined
    const topic: TopicRow = { id: Number(row.id), name: '', count: 0, bytes: 0 }
    if (this.#deleteOldest(topic, STEP) === 0) this.#statement('DELETE FROM topics WHERE id = ?').run(topic.id)
    return topic
  }

  #beyondTopicLimit({ topics }: EventLimits, now: bigint): TopicRow | undefined {
    for (const { name, bytes = Number.POSITIVE_INFINITY, days } of topics)
      for (const topic of this.#topics.values()) {
        if (topic.name !== name && !(name.endsWith(':') && topic.name.startsWith(name))) continue
        const before = days === undefined ? undefined : now - BigInt(days) * DAY
        const isOver = topic.bytes > bytes && topic.count > 0
        if (isOver && this.#deleteOldest(topic, STEP, bytes) > 0) return topic
        if (before !== undefined && this.#deleteOldest(topic, STEP, undefined, before) > 0) return topic
      }
    return undefined
  }

  #beyondLimit(most: number): TopicRow | undefined {
    if (this.#cuts.length === 0) {
      if (this.size() <= most) return undefined
      const many = [...this.#topics.values()].filter(({ count }) => count > FEW)
      const large = many.filter(({ bytes }) => bytes > most / 8)
      const cut = large.length > 0 ? large : many
      this.#cuts = cut.map(({ name, count }) => ({ name, left: Math.ceil(count / 4) }))
    }
    for (let cut = this.#cuts[0]; cut; cut = this.#cuts[0]) {
      const topic = this.#topics.get(cut.name)
      const deleted = topic ? this.#deleteOldest(topic, Math.min(cut.left, STEP)) : 0
      cut.left -= deleted
      if (cut.left <= 0 || deleted === 0) this.#cuts.shift()
      if (topic && deleted > 0) return topic
    }
    return undefined
  }

  /** Deletes up to `most` of the oldest events: until the topic has at most `bytes`, or of before a time. Returns how many. */
  #deleteOldest(topic: TopicRow, most: number, bytes?: number, before?: bigint): number {
    const oldest = this.#statement('SELECT id FROM events WHERE topic = ? AND id < ? ORDER BY id LIMIT ?')
    let count = 0
    for (const { id } of oldest.all(topic.id, before ?? 2n ** 63n - 1n, most)) {
      if (bytes !== undefined && topic.bytes <= bytes) break
      topic.bytes -= this.deleteEvent(id as bigint)
      topic.count--
      count++
    }
    return count
  }
}
