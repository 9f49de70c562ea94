import type { Clock } from '../../machine/machine.ts'
import { type SegmentFiles, systemCode } from '../../machine/segmentfiles.ts'
import { nextTurn } from '../../machine/turns.ts'
import type { QueryFilter } from '../../model/dns/querylog/filter.ts'
import type { Line } from '../../model/dns/querylog/line.ts'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { GATHER_MS, untilGathered } from '../gatherer.ts'
import { answerMatcher } from './answers.ts'
import { ClientNumbers } from './clients.ts'
import { CurrentSegment } from './current.ts'
import { type LineDigest, lineDigestOf } from './digest.ts'
import { encodeFrame } from './frame.ts'
import { indexName, writeIndex } from './indexfile.ts'
import { framesIn, journalBytes, journalName, keepCopy, removeCopies } from './journal.ts'
import { Recent } from './recent.ts'
import { rewriteJournal } from './rewrite.ts'
import { type Lists, openSealed } from './sealed.ts'
import type { OpenedSegment, Segment, Select } from './segment.ts'
import { selectionOfFilter } from './selection.ts'
import { demandSpace } from './space.ts'

const DAY_MS = 24 * 3600_000
const HOUR_MS = 3600_000
const MINUTE_MS = 60_000
/** Maximum delay until queries are in the journal, with the other histories. */
const GATHER_MINUTES = GATHER_MS / MINUTE_MS
/** After a failed write, the next is tried after this time. */
const RETRY_MS = 10_000
const PRUNE_MS = HOUR_MS
/** The log grows to at most this part of the free space. */
const SHARE_OF_FREE = 1 / 4
/** A segment has at most this part of the maximum size, since whole segments are deleted. */
const SEGMENT_SHARE = 1 / 8
/** Of the index of a query, in bytes. */
const INDEX_BYTES = 10

/** Lines that are looked at in one turn of the event loop, while a search reads answers. */
const LOOKED_AT_TOGETHER = 2048

/** How much is kept. */
export interface QueryLogLimits {
  readonly days: number
  readonly bytes: number
}

/** The place of a query in the log. */
export interface Position {
  readonly segment: number
  readonly row: number
}

/** Queries of one step of a search, newest first, and the position where the search continues. */
export interface SearchStep {
  readonly lines: readonly { readonly line: Line; readonly at: Position }[]
  readonly before: Position
}

interface Deps {
  readonly files: SegmentFiles
  readonly clock: Clock
  readonly limits: () => QueryLogLimits
  readonly onFailure: (what: string, error: unknown) => void
  /** Length of a minute, for tests. */
  readonly minuteMs?: number | undefined
}

/**
 * The queries of several days on the disk, in segments of a day or a million queries. The journal of a segment has the lines themselves, in frames
 * that are compressed one by one; its index is computed from the journal, and computed again if it is missing. After a crash the journal
 * ends with its last complete frame.
 */
export class QueryLog implements Disposable {
  readonly #deps: Deps
  readonly #numbers: ClientNumbers
  readonly #gatherMs: number
  readonly #recent: Recent<Lists>
  #segments: Segment[] = []
  #current: CurrentSegment
  #day: number
  /** Whole lines of the present batch among the pending lines, by where they begin in the batch. */
  readonly #repeats = new Map<number, number>()
  #timer: Disposable | undefined
  #pruneTimer: Disposable
  #retryAt = 0
  #hasComplained = false
  /** What runs one after the other: reading, sealing and rewriting segments. */
  #work: Promise<void>
  /** Segments that were stored before the start and are not read yet. */
  readonly #unread: Set<number>
  /** Those below this number are deleted. */
  #firstId = 0
  /** Resolves when what was stored before the start can be searched. */
  readonly #recovered: Promise<void>
  #isClosed = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#gatherMs = GATHER_MINUTES * (deps.minuteMs ?? MINUTE_MS)
    this.#recent = new Recent(deps.clock)
    this.#numbers = new ClientNumbers(deps.files, deps.onFailure)
    const names = deps.files.list().map(({ name }) => name)
    const idsOf = (pattern: RegExp) =>
      names.filter((name) => pattern.test(name)).map((name) => Number.parseInt(name, 10))
    const ids = idsOf(/^\d+\.log$/)
    this.#current = this.#begin(Math.max(0, ...idsOf(/^\d+\.log/)) + 1)
    this.#day = this.#today()
    for (const name of names) if (/\.(new|part)$/.test(name)) deps.files.remove(name)
    this.#work = Promise.resolve()
    this.#unread = new Set(ids.sort((a, b) => a - b))
    this.#do('the DNS log cannot be read', () => this.#recover())
    this.#recovered = this.#work
    this.#pruneTimer = deps.clock.after(PRUNE_MS, () => this.#pruneAgain())
  }

  /** Resolves when what was begun is done, with what that began. */
  get settled(): Promise<void> {
    const work = this.#work
    return work.then(() => (work === this.#work ? undefined : this.settled))
  }

  #today(): number {
    return Math.floor(this.#deps.clock.now() / DAY_MS)
  }

  #begin(id: number): CurrentSegment {
    const { files } = this.#deps
    return new CurrentSegment(id, () => files.open(journalName(id)))
  }

  #do(what: string, work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return
      try {
        await work()
      } catch (error) {
        this.#deps.onFailure(what, error)
      }
    })
  }

  // Writing

  /** Call before the lines of another batch. */
  beginBatch(): void {
    this.#repeats.clear()
    if (this.#today() !== this.#day) this.#roll()
  }

  /**
   * Adds a query, whose line begins or repeats one in the present batch. It is found from now on. False if it cannot be stored: the disk is
   * full, or the numbers of the clients are not known yet.
   */
  add(line: Line, time: number, digest: LineDigest): boolean {
    if (!this.#numbers.areKnown || (!this.#current.hasRoom && !this.write())) return false
    if (this.#current.isFull) this.#roll()
    // The disk is full.
    if (this.#current.isFull) return false
    const client = this.#numbers.of(numberToIp(line.client))
    const at = this.#current.add(line, time, client, digest, this.#repeats.get(line.at))
    this.#repeats.set(line.at, at)
    this.#timer ??= this.#writeLater()
    return true
  }

  /** Counts queries that have no lines. */
  count(client: Ip, total: number, blocked: number): void {
    if (!this.#numbers.areKnown) return
    this.#current.count(this.#numbers.of(client), this.#deps.clock.now(), total, blocked)
  }

  #writeLater(): Disposable {
    const { clock } = this.#deps
    return clock.after(untilGathered(clock.now(), this.#gatherMs), () => void this.write())
  }

  /** Writes the pending lines to the journal. False if the disk is full or fails. */
  write(): boolean {
    const { files, clock, onFailure } = this.#deps
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    const { pending, id, bytes } = this.#current
    if (pending.length === 0) return true
    if (clock.monotonic() < this.#retryAt) return false
    try {
      demandSpace(files)
      this.#numbers.save()
      const frame = encodeFrame(pending)
      files.write(journalName(id), bytes, frame)
      this.#current.written(frame.length)
      this.#repeats.clear()
      this.#retryAt = 0
      this.#hasComplained = false
    } catch (error) {
      this.#retryAt = clock.monotonic() + RETRY_MS
      this.#timer = this.#writeLater()
      if (!this.#hasComplained) onFailure('the DNS log cannot be written, and further queries are not logged', error)
      this.#hasComplained = true
      return false
    }
    if (this.#sizeOf(this.#current) > this.#limitBytes() * SEGMENT_SHARE) this.#roll()
    return true
  }

  /** Begins another segment, and seals the present one. */
  #roll(): void {
    if (!this.write()) return
    this.#day = this.#today()
    const full = this.#current
    if (full.rows === 0) return
    this.#repeats.clear()
    this.#segments.push(full)
    this.#current = this.#begin(full.id + 1)
    this.#do('the DNS log cannot be indexed', () => this.#seal(full))
    this.prune()
  }

  async #seal(segment: CurrentSegment): Promise<void> {
    if (!this.#segments.includes(segment)) return
    const sealed = await this.#index(segment)
    if (sealed) this.#replace(segment, sealed)
  }

  #replace(before: Segment, after: Segment | undefined): void {
    const at = this.#segments.indexOf(before)
    // It may have been deleted.
    if (at >= 0) this.#segments.splice(at, 1, ...(after ? [after] : []))
    else if (after) this.#removeFiles(after.id)
  }

  // Reading what is there at the start

  async #recover(): Promise<void> {
    for (const id of this.#unread) {
      if (this.#isClosed) return
      try {
        const segment = await this.#read(id)
        this.#unread.delete(id)
        // All may have been deleted in between.
        if (segment && id >= this.#firstId) this.#segments = [...this.#segments, segment].sort((a, b) => a.id - b.id)
      } catch (error) {
        if (!this.#unread.has(id)) continue
        this.#deps.onFailure('a part of the DNS log cannot be read, and is tried again in an hour', error)
      }
    }
    this.#numbers.startAbove([...this.#segments, this.#current].flatMap(({ clients }) => clients))
    if (this.#hasDeleted()) this.#do('the DNS log cannot be rewritten', () => this.#compact())
    this.prune()
  }

  /** Opens a segment that was stored before. Undefined if it has no queries. */
  async #read(id: number): Promise<Segment | undefined> {
    const { files } = this.#deps
    const bytes = journalBytes(files, id)
    return (await openSealed(files, this.#recent, id, bytes)) ?? (await this.#reindex(id, bytes))
  }

  /**
   * Computes the index of a journal. Returns the segment with its index in memory if that cannot be written. Undefined if no query can be read;
   * of a damaged journal, a copy is kept.
   */
  async #reindex(id: number, bytes: number): Promise<Segment | undefined> {
    const { files } = this.#deps
    const segment = this.#begin(id)
    try {
      for await (const { lines, size } of framesIn(files, id, bytes))
        segment.restore(lines, size, (line) => lineDigestOf(line, lines))
    } catch (error) {
      if (systemCode(error) !== 'EIO') throw error
    }
    if (segment.rows > 0) return (await this.#index(segment)) ?? segment
    if (bytes > 0 && id >= this.#firstId) {
      keepCopy(files, id)
      this.#deps.onFailure(
        'a part of the DNS log is damaged',
        new Error(`its journal is kept as ${journalName(id)}.damaged`),
      )
    }
    this.#removeFiles(id)
    return undefined
  }

  /** Writes the index of a segment. Undefined if it cannot be written, which is tried again in an hour. */
  async #index(segment: CurrentSegment): Promise<Segment | undefined> {
    const { files, onFailure } = this.#deps
    try {
      await writeIndex(files, segment)
      return await openSealed(files, this.#recent, segment.id, segment.bytes)
    } catch (error) {
      onFailure('the index of the DNS log cannot be written, and stays in memory', error)
      return undefined
    }
  }

  // Deleting

  #limitBytes(): number {
    const { free } = this.#deps.files.space()
    return Math.min(this.#deps.limits().bytes, (free + this.bytes) * SHARE_OF_FREE)
  }

  #sizeOf(segment: Segment): number {
    return segment instanceof CurrentSegment ? segment.bytes + INDEX_BYTES * segment.rows : segment.bytes
  }

  /** Bytes on the disk. */
  get bytes(): number {
    return [...this.#segments, this.#current].reduce((sum, segment) => sum + this.#sizeOf(segment), 0)
  }

  #removeFiles(id: number): void {
    for (const name of [indexName(id), journalName(id)]) this.#deps.files.remove(name)
  }

  #pruneAgain(): void {
    if (this.#today() !== this.#day) this.#roll()
    this.prune()
    this.#tryAgain()
    this.#pruneTimer = this.#deps.clock.after(PRUNE_MS, () => this.#pruneAgain())
  }

  /** Reads, indexes and rewrites what could not be before. */
  #tryAgain(): void {
    if (this.#unread.size > 0) this.#do('the DNS log cannot be read', () => this.#recover())
    for (const segment of this.#segments)
      if (segment instanceof CurrentSegment) this.#do('the DNS log cannot be indexed', () => this.#seal(segment))
    if (this.#hasDeleted()) this.#do('the DNS log cannot be rewritten', () => this.#compact())
  }

  /** Deletes segments that are too old, and the oldest while all are too large. */
  prune(): void {
    const { files, clock, limits, onFailure } = this.#deps
    const oldest = clock.now() - limits().days * DAY_MS
    try {
      let excess = this.bytes - this.#limitBytes()
      this.#segments = this.#segments.filter((segment) => {
        if (segment.last >= oldest && excess <= 0) return true
        excess -= this.#sizeOf(segment)
        this.#removeFiles(segment.id)
        // Copies have no time; they are older than the segments after them.
        removeCopies(files, segment.id)
        return false
      })
    } catch (error) {
      onFailure('the DNS log cannot be shortened', error)
    }
  }

  /** Deletes the queries of a client: they are no longer found, and are removed from the disk soon after. */
  forget(client: Ip): void {
    if (!this.#numbers.delete(client)) return
    this.#saveNumbers()
    // It may have queries in them.
    removeCopies(this.#deps.files, Number.POSITIVE_INFINITY)
    this.#do('the DNS log cannot be rewritten', () => this.#compact())
  }

  /** Deletes all queries. */
  clear(): void {
    const { files } = this.#deps
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
    this.#numbers.deleteAll()
    this.#saveNumbers()
    const ids = [...this.#segments, this.#current].map(({ id }) => id)
    this.#segments = []
    this.#recent.clear()
    this.#repeats.clear()
    this.#current = this.#begin(this.#current.id + 1)
    for (const id of ids) this.#removeFiles(id)
    const before = this.#current.id
    this.#firstId = before
    this.#unread.clear()
    // A segment that was just being read, sealed or rewritten is written again.
    this.#do('the DNS log cannot be deleted', async () => {
      for (const { name } of files.list()) if (Number.parseInt(name, 10) < before) files.remove(name)
    })
  }

  /** Gives the queries of addresses to others, all at the same time. */
  move(addresses: ReadonlyMap<Ip, Ip>): void {
    this.#numbers.move(addresses)
    this.#saveNumbers()
  }

  #saveNumbers(): void {
    try {
      this.#numbers.save()
    } catch (error) {
      // Tried again with the next write.
      this.#deps.onFailure('the clients of the DNS log cannot be written', error)
    }
  }

  #isDeleted = (client: number): boolean => this.#numbers.isDeleted(client)

  #hasDeleted(): boolean {
    return [...this.#segments, this.#current].some(({ clients }) => clients.some(this.#isDeleted))
  }

  /** Removes lines of deleted clients from the disk. */
  async #compact(): Promise<void> {
    if (this.#current.clients.some(this.#isDeleted)) this.#roll()
    for (const segment of [...this.#segments])
      if (segment.clients.some(this.#isDeleted) && this.#segments.includes(segment) && !this.#isClosed)
        await this.#rewrite(segment)
  }

  async #rewrite(segment: Segment): Promise<void> {
    const { files } = this.#deps
    const { id } = segment
    const part = `${id}.part`
    const rewritten = this.#begin(id)
    const is = { deleted: this.#isDeleted, closed: () => this.#isClosed }
    try {
      const isComplete = await rewriteJournal(files, part, rewritten, is)
      if (isComplete && rewritten.rows > 0) await files.sync(part)
      if (!isComplete || !this.#segments.includes(segment)) return
      // Without its index, the journal is indexed at the next start.
      files.remove(indexName(id))
      if (rewritten.rows > 0) files.rename(part, journalName(id))
      else files.remove(journalName(id))
    } finally {
      files.remove(part)
    }
    this.#replace(segment, rewritten.rows > 0 ? rewritten : undefined)
    await this.#seal(rewritten)
  }

  // Searching

  /** The addresses of clients with stored queries. */
  async clients(): Promise<Ip[]> {
    await this.#recovered
    const numbers = new Set([...this.#segments, this.#current].flatMap(({ clients }) => clients))
    return [...numbers].flatMap((number) => this.#numbers.ipOf(number) ?? []) as Ip[]
  }

  /**
   * The queries that match, newest first, in groups of at most `group`, larger ones for answers; a group may be empty, so that a caller can end the search. `before` is
   * where an earlier search ended. After queries of the same segment were deleted, a search may find some again.
   */
  async *find(
    filter: QueryFilter,
    { before, group }: { before?: Position | undefined; group: number },
  ): AsyncGenerator<SearchStep> {
    await this.#recovered
    const from = Math.max(filter.from ?? 0, this.#deps.clock.now() - this.#deps.limits().days * DAY_MS)
    const to = filter.to ?? Number.POSITIVE_INFINITY
    const isWanted = ({ time }: Line): boolean => time >= from && time < to
    const { answers = [] } = filter
    const hasAnswers = answers.length > 0 ? answerMatcher(answers) : () => true
    const step = answers.length > 0 ? Math.max(group, LOOKED_AT_TOGETHER) : group
    for (const segment of [...this.#segments, this.#current].reverse()) {
      const { id, rows: count, first, last, clients } = segment
      if (before && id > before.segment) continue
      if (count === 0 || last < from || first >= to) continue
      const ipsOf = (numbers: readonly number[]) => numbers.map((number) => this.#numbers.ipOf(number))
      if (!ipsOf(clients).some((ip) => ip !== undefined && (!filter.clients || filter.clients.has(ip)))) continue
      await using opened = await this.#open(id, (reasons, clients) =>
        selectionOfFilter(reasons, ipsOf(clients), filter),
      )
      if (!opened) {
        yield { lines: [], before: { segment: id, row: 0 } }
        await nextTurn()
        continue
      }
      const end = before?.segment === id ? before.row : Number.POSITIVE_INFINITY
      for await (const rows of opened.rows({ before: end, from, to, group: step }))
        for (let at = 0; at < rows.length; at += step) {
          const some = rows.slice(at, at + step)
          const lines = (await opened.lines(some)).flatMap(({ row, line }) => {
            const ip = this.#numbers.ipOf(line.client)
            if (ip === undefined || !isWanted(line) || !hasAnswers(line, ip)) return []
            return { line: { ...line, client: ipToNumber(ip as Ip) }, at: { segment: id, row } }
          })
          yield { lines, before: { segment: id, row: some.at(-1)! } }
          if (answers.length > 0) await nextTurn()
        }
      yield { lines: [], before: { segment: id, row: 0 } }
      await nextTurn()
    }
  }

  /** Opens a segment. Undefined if nothing is selected, or it has been deleted, or is damaged. */
  async #open(id: number, select: Select): Promise<OpenedSegment | undefined> {
    for (;;) {
      const segment = [...this.#segments, this.#current].find((one) => one.id === id)
      if (!segment) return undefined
      const isReplaced = (): boolean => segment !== this.#current && !this.#segments.includes(segment)
      try {
        const opened = await segment.open(select)
        if (!isReplaced()) return opened
        // It was rewritten in between, and its index may not be that of its journal.
        await opened?.[Symbol.asyncDispose]()
      } catch (error) {
        if (isReplaced()) continue
        this.#repair(segment, error)
        return undefined
      }
    }
  }

  #repair(segment: Segment, error: unknown): void {
    this.#deps.onFailure('a part of the DNS log is damaged, and indexed again', error)
    this.#do('the DNS log cannot be indexed', async () => {
      if (!this.#segments.includes(segment)) return
      const bytes = journalBytes(this.#deps.files, segment.id)
      this.#replace(segment, await this.#reindex(segment.id, bytes))
    })
  }

  /** Queries by hour since 1970 and by client, in the hours from `from` on. */
  async *hours(from: number): AsyncGenerator<{ hour: number; client: Ip; total: number; blocked: number }> {
    await this.#recovered
    const oldest = Math.floor((this.#deps.clock.now() - this.#deps.limits().days * DAY_MS) / HOUR_MS)
    for (const { hours, clients } of [...this.#segments, this.#current]) {
      for (let at = 0; at < hours.length; at += 4) {
        const [hour, client, total, blocked] = [hours[at]!, hours[at + 1]!, hours[at + 2]!, hours[at + 3]!]
        const ip = hour >= from && hour >= oldest ? this.#numbers.ipOf(clients[client]!) : undefined
        if (ip !== undefined) yield { hour, client: ip as Ip, total, blocked }
      }
      await nextTurn()
    }
  }

  [Symbol.dispose](): void {
    this.write()
    this.#isClosed = true
    this.#timer?.[Symbol.dispose]()
    this.#pruneTimer[Symbol.dispose]()
    this.#recent[Symbol.dispose]()
  }
}
