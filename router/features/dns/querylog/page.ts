import type { QueryFilter } from '../../../model/dns/querylog/filter.ts'
import { type DnsLogRecord, recordOf } from '../../../model/dns/querylog/record.ts'
import type { Position, QueryLog } from '../../../store/querylog/querylog.ts'

export interface PageQuery {
  readonly filter: QueryFilter
  readonly limit: number
  /** The `next` of an earlier page. */
  readonly before?: Position | undefined
  /** Takes as long as it takes. Otherwise a page is returned with what was found in time. */
  readonly isWhole?: true
}

export interface Page {
  readonly records: DnsLogRecord[]
  /** Where the next page begins; undefined if there is none. A page may have fewer queries than its limit, and a next one. */
  readonly next: Position | undefined
}

/** After this time a page is returned with what was found, so that a search of a very large log on a slow disk shows its progress. */
const PAGE_MS = 2000
/** Queries that are read together for an export. */
const GROUP = 500

/** Reads the log as records. `local` is the address of the resolver. */
export function openQueryPages(queries: Pick<QueryLog, 'find'>, local: () => string) {
  return {
    async read({ filter, limit, before, isWhole }: PageQuery): Promise<Page> {
      const records: DnsLogRecord[] = []
      const until = performance.now() + PAGE_MS
      const where = local()
      for await (const found of queries.find(filter, { before, group: Math.min(limit, GROUP) })) {
        for (const { line, at } of found.lines) {
          const record = recordOf(line, where)
          if (record) records.push(record)
          if (records.length === limit) return { records, next: at }
        }
        if (!isWhole && performance.now() > until) return { records, next: found.before }
      }
      return { records, next: undefined }
    },

    async *all(filter: QueryFilter): AsyncGenerator<readonly DnsLogRecord[]> {
      const where = local()
      for await (const { lines } of queries.find(filter, { group: GROUP }))
        if (lines.length > 0) yield lines.flatMap(({ line }) => recordOf(line, where) ?? [])
    },
  }
}
