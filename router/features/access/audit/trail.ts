import type { Core } from '../../../core.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { KEPT_DAYS, MOST_ENTRIES } from '../../../model/access/audit/contract.ts'
import { AuditEntry } from '../../../model/access/audit/entry.ts'
import { tame } from '../../../model/access/audit/shown.ts'
import type { Details, Operation, Request } from '../../../model/operation.ts'
import { isSaved } from '../../../model/tables.ts'
import { type Actor, actAs, currentActor } from '../../../store/actor.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import type { Entry } from '../../../store/table.ts'
import { type AuditRecord, recordsOf } from './record.ts'

/** Maximum number of rows of one change that are logged; further ones are only counted. */
const MOST_ROWS = 100
/** Maximum number of characters of an event that names the changed rows. */
const MOST_NAMES = 400
const PAGE = 200

/** The details of an operation that the audit log uses: `audit`, `effects` and `summary`. */
type Audited = Pick<Operation, 'method' | 'path'> & {
  readonly details?: Pick<Details, 'summary' | 'audit' | 'effects'>
}

export interface AuditQuery {
  readonly limit: number
  readonly before?: number | undefined
  readonly who?: string | undefined
  readonly what?: string | undefined
}

/** The audit log: written with each change, and read in pages. */
export interface Trail {
  /** Runs an operation's handler on behalf of its caller. */
  acting<R extends Pick<Request, 'caller'> & { readonly params?: object }>(
    operation: Audited,
    handler: (request: R) => unknown,
  ): (request: R) => unknown
  /** To be called with every committed change and its origin. */
  record(entries: readonly Entry[]): void
  /** Entries, newest first. Throws `Unavailable`. */
  read(asked: AuditQuery): Promise<AuditEntry[]>
}

export function openTrail({
  database,
  clock,
  bus,
}: Pick<Core, 'clock' | 'bus'> & { readonly database: Pick<HistoryDatabase, 'log'> }): Trail {
  const log = database.log<string>('audit', { most: MOST_ENTRIES, keepMs: KEPT_DAYS * 24 * 3600_000 })

  /** Actors with an entry. */
  const written = new WeakSet<Actor>()

  const write = (by: Actor, rows: readonly AuditRecord[]): void => {
    if (rows.length === 0) return
    const { Who, Kind, From, Operation } = by
    written.add(by)
    const now = clock.now()
    const actor = { Time: new Date(now).toISOString(), Who: tame(Who), Kind, From, Operation }
    log.append(now, ...rows.map((row) => JSON.stringify({ ...actor, ...row })))
    // One event for all rows: their names, without values.
    bus.publish('config:change', { ...actor, What: tame(rows.map(({ What }) => What).join(', '), MOST_NAMES) })
  }

  return {
    acting:
      ({ method, path, details }, handler) =>
      (request) => {
        const { name, kind, address } = request.caller
        const actor: Actor = { Who: name, Kind: kind, From: address, Operation: `${method} ${path}` }
        return actAs(actor, async () => {
          const answer = await handler(request)
          const { audit, summary, effects } = details ?? {}
          if (typeof audit === 'string') write(actor, [bare(audit)])
          else if (
            summary &&
            audit !== false &&
            (method !== 'GET' || effects) &&
            kind !== 'anonymous' &&
            !written.has(actor)
          )
            write(actor, [bare(tame([summary, ...Object.values(request.params ?? {})].join(' ')))])
          return answer
        })
      },

    record(entries) {
      const actor = currentActor()
      if (!actor) return
      const remembered = entries.filter(({ table }) => isSaved(table))
      const { rows, more } = recordsOf(remembered, MOST_ROWS)
      write(actor, more > 0 ? [bare(`${more} more rows`), ...rows.reverse()] : rows.reverse())
    },

    async read({ limit, before, who, what }) {
      const found: AuditEntry[] = []
      const wanted = what?.toLowerCase()
      for (let cursor = before; ; ) {
        const page = log.newest(PAGE, cursor)
        for (const { id, value } of page) {
          const entry = entryOf(id, value)
          if (!entry || (who !== undefined && entry.Who !== who)) continue
          if (wanted !== undefined && !entry.What.toLowerCase().includes(wanted)) continue
          if (found.push(entry) === limit) return found
        }
        if (page.length < PAGE) return found
        cursor = page.at(-1)?.id
        // Other work can run between pages.
        await nextTurn()
      }
    },
  }
}

const bare = (What: string): AuditRecord => ({ What, Before: null, After: null })

/** Undefined for text that is not valid. */
function entryOf(Id: number, text: string): AuditEntry | undefined {
  try {
    return AuditEntry.safeParse({ Id, ...JSON.parse(text) }).data
  } catch {
    return undefined
  }
}
