import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { CUT_OFF_SECONDS } from '../../../model/access/confirm/contract.ts'
import { joinedChange, type Waiting } from '../../../model/access/confirm/waiting.ts'
import { type FirewallConfig, isSamePort, type ServicePort } from '../../../model/firewall/config/config.ts'
import type { Caller } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { actAsRouter } from '../../../store/actor.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { putBack, recorded } from './undo.ts'
import { cutsOff, waysOf } from './way.ts'

/** A change that closed all ports of the API cannot be confirmed until one of them is open again. */
function demandWayIn({ ServicePorts }: FirewallConfig, heldOpen: readonly ServicePort[]): void {
  if (heldOpen.length > 0 && !heldOpen.some((held) => ServicePorts.some((open) => isSamePort(open, held))))
    throw new Invalid(phrase('access.lastApiPort'))
}

const AGAIN_MS = 10_000

/** The caller of a change, the call, and the requested time limit for a confirmation. */
export interface Guarded {
  /** The call, for example `PUT /link/config lan0`. */
  readonly what: string
  readonly caller: Caller
  readonly query: { readonly confirm?: number | undefined }
  /** Ports to keep open if the change closes all ports of the API, which then needs a confirmation too. */
  readonly heldOpen?: (draft: Draft) => readonly ServicePort[]
}

/** Commits a change as `Change` does. It needs a confirmation if the caller requested one or would be disconnected. */
export type Guard = (request: Guarded, edit: (draft: Draft) => void) => Promise<readonly Entry[]>

export interface Confirmations extends Disposable {
  readonly guard: Guard
  readonly waiting: Waiting | null
  /** Throws `NotFound` if no change is pending, or not `id`. */
  keep(id: string | undefined): Promise<void>
  putBack(id: string | undefined): Promise<void>
  /** Confirms a change that only closed the last port of the API, when one of its ports is open again. */
  settle(): Promise<void>
}

type Deps = Pick<Core, 'facts' | 'change' | 'bus' | 'clock'>

/**
 * Stores what is needed to revert a change, in the same transaction as the change: a router that is killed in between still
 * reverts it after its restart.
 */
export function openConfirmations({ facts, change, bus, clock }: Deps): Confirmations {
  let timer: Disposable | undefined
  let closed = false
  const stored = (): Waiting | null => facts.setting('confirm').waiting

  const publish = (State: 'waiting' | 'kept' | 'put back', { Id, What, Who, until }: Waiting): void =>
    bus.publish('system:confirm', { State, Id, What, Who, Until: Math.ceil(until / 1000) })
  const complain = (msg: string): void =>
    bus.publish('log:api', { level: 'error', msg, time: new Date(clock.now()).toISOString() })

  const arm = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
    const waiting = stored()
    if (closed || !waiting) return
    const left = Math.min(Math.max(waiting.until - clock.now(), 0), waiting.seconds * 1000)
    timer = clock.after(left, () => void ring(waiting.Id))
  }

  /** Ends the pending change if it is still this one; `edit` runs in the same transaction. */
  const end = async (id: string | undefined, edit: (draft: Draft, waiting: Waiting) => void): Promise<Waiting> => {
    let ended: Waiting | undefined
    await change((draft) => {
      const { waiting } = draft.setting('confirm')
      if (!waiting || (id !== undefined && waiting.Id !== id)) throw new NotFound(phrase('access.noPendingChange'))
      edit(draft, waiting)
      draft.set('confirm', { waiting: null })
      ended = waiting
    })
    arm()
    return ended!
  }
  const undo = async (id: string | undefined): Promise<void> =>
    publish('put back', await end(id, (draft, waiting) => putBack(draft, waiting.rows)))

  const ring = async (id: string): Promise<void> => {
    try {
      await actAsRouter('not confirmed', () => undo(id))
    } catch (error) {
      if (error instanceof NotFound) return
      complain(`an unconfirmed change could not be reverted: ${describe(error)}`)
      // Rows that are no longer valid, for example after an update, never become valid again.
      if (error instanceof Invalid) await end(id, () => undefined).catch(() => undefined)
      else if (!closed) timer = clock.after(AGAIN_MS, () => void ring(id))
    }
  }

  arm()
  return {
    async guard({ what, caller, query, heldOpen = () => [] }, edit) {
      let waits: Waiting | undefined
      const entries = await change((draft) => {
        const record = recorded(draft)
        edit(record.draft)
        const cut = cutsOff(waysOf(caller.address, facts), facts, draft)
        const held = [...heldOpen(draft)]
        const seconds = query.confirm ?? (cut || held.length > 0 ? CUT_OFF_SECONDS : undefined)
        const rows = seconds === undefined ? [] : record.touched()
        if (seconds === undefined || rows.length === 0) return
        const until = clock.now() + seconds * 1000
        const Id = randomBytes(8).toString('hex')
        waits = joinedChange(draft.setting('confirm').waiting, {
          ...{ Id, What: what, Who: caller.name, seconds, until, rows },
          ...(held.length > 0 && { heldOpen: held }),
        })
        draft.set('confirm', { waiting: waits })
      })
      if (waits) {
        arm()
        publish('waiting', waits)
      }
      return entries
    },
    get waiting() {
      return stored()
    },
    keep: async (id) =>
      publish('kept', await end(id, (draft, { heldOpen = [] }) => demandWayIn(draft.setting('firewall'), heldOpen))),
    putBack: undo,
    async settle() {
      const waiting = stored()
      const isOnlyPorts = waiting?.rows.every(({ table, key }) => table === 'settings' && key === 'firewall')
      const { ServicePorts } = facts.setting('firewall')
      const isOpen = waiting?.heldOpen?.some((held) => ServicePorts.some((open) => isSamePort(open, held)))
      if (waiting && isOnlyPorts && isOpen) publish('kept', await end(waiting.Id, () => undefined))
    },
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))
