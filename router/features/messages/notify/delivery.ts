import type { Core } from '../../../core.ts'
import { phraseOf } from '../../../errors.ts'
import { openQueue } from '../../../machine/queue.ts'
import { openRateLimiter, type RateLimiter } from '../../../machine/ratelimit.ts'
import type { Delivery } from '../../../model/messages/notify/contract.ts'
import { bundled, type Message } from '../../../model/messages/notify/message.ts'
import { quietUntil } from '../../../model/messages/notify/quiethours.ts'
import type { Target } from '../../../model/messages/notify/target.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { DeliveryFailed } from './carrier.ts'
import type { DeliveryQueue, Queued } from './queue.ts'

const HOUR_MS = 3600_000
/** The time that a receiver has for one message. */
export const TIMEOUT_MS = 15_000
const FIRST_RETRY_MS = 5_000
const LONGEST_RETRY_MS = HOUR_MS
/** Older alerts are given up, after this number of failures in a row: a clock that was set forward alone loses nothing. */
const KEEP_MS = 24 * HOUR_MS
const MOST_FAILURES = 10
/** Alerts that have waited longer are sent as one message. */
const FRESH_MS = 60_000
/** Messages in a row, if the limit permits as many in an hour. */
const BURST = 5
/** Key of the only bucket of a limiter. */
const MESSAGES = ''

interface Deps extends Pick<Core, 'clock' | 'zone'> {
  readonly target: () => Target | undefined
  readonly queue: DeliveryQueue
  /** Sends a message to the target with its present settings. Throws `DeliveryFailed`. */
  readonly send: (message: Message, target: Target) => Promise<void>
  /** The receiver does not exist any more. */
  readonly onGone: (reason: string) => void
  /** Called after each attempt, and when the state may have changed. */
  readonly onState: (delivery: Delivery) => void
}

export interface TargetDelivery extends Disposable {
  /** Call when a message was queued. */
  queued(): void
  /** Call when the settings of the target have changed: what waits is tried immediately. */
  changed(): void
  /** Sends a message that is not queued. Rejects with `DeliveryFailed`. */
  test(message: Message): Promise<void>
  state(): Delivery
}

/** Delivers the waiting messages of one target, one attempt at a time. */
export function openDelivery(id: string, { target, queue, clock, zone, send, onGone, onState }: Deps): TargetDelivery {
  const inOrder = openQueue()
  let limiter: { readonly perHour: number; readonly bucket: RateLimiter } | undefined
  let timer: Disposable | undefined
  let failures = 0
  /** By the monotonic clock. */
  let retryAt = 0
  let nextAt = 0
  let dropped = 0
  let isRunning = false
  let isClosed = false

  const bucketOf = (perHour: number): RateLimiter => {
    if (limiter?.perHour !== perHour)
      limiter = {
        perHour,
        bucket: openRateLimiter(clock, { burst: Math.min(BURST, perHour), perSecond: perHour / 3600 }),
      }
    return limiter.bucket
  }

  function state(): Delivery {
    const waiting = queue.waiting(id).reduce((sum, { message }) => sum + 1 + message.more, 0)
    const last = queue.last(id)
    const hasFailed = last !== undefined && last.failure !== ''
    const State =
      waiting > 0 && failures > 0
        ? 'retrying'
        : waiting > 0 && nextAt > 0
          ? 'waiting'
          : hasFailed
            ? 'failed'
            : last
              ? 'delivered'
              : 'never'
    return {
      State,
      At: secondsOf(last?.at ?? 0),
      Delivered: secondsOf(last?.delivered ?? 0),
      Message: last?.failure ?? '',
      ...(last?.coded && { Coded: last.coded }),
      Waiting: waiting,
      Next: waiting > 0 ? secondsOf(nextAt) : 0,
      Dropped: dropped,
    }
  }

  /** Drops what is too old. */
  function dropOld(now: number): void {
    if (failures < MOST_FAILURES) return
    const old = queue.waiting(id).filter(({ message }) => now - message.at > KEEP_MS)
    if (old.length === 0) return
    const count = old.reduce((sum, { message }) => sum + 1 + message.more, 0)
    dropped += count
    queue.remove(id, old)
  }

  /** What may be sent now, or when that may be. */
  function due(
    now: number,
    { QuietHours, PerHour }: Target,
  ): { batch: readonly Queued[] } | { at: number } | undefined {
    const waiting = queue.waiting(id)
    if (waiting.length === 0) return undefined
    const pauseMs = retryAt - clock.monotonic()
    if (pauseMs > 0) return { at: now + pauseMs }
    const quietEnd = QuietHours ? quietUntil(QuietHours, { now, zone: zone() }) : undefined
    const allowed =
      quietEnd === undefined
        ? waiting
        : waiting.filter(({ message }) => QuietHours?.ExceptDanger && message.type === 'danger')
    if (allowed.length === 0) return { at: quietEnd! }
    const bucket = bucketOf(PerHour)
    if (!bucket.has(MESSAGES)) return { at: now + Math.ceil(HOUR_MS / PerHour) }
    const isHeldBack = now - allowed[0]!.message.at > FRESH_MS
    return { batch: isHeldBack || !bucket.has(MESSAGES, allowed.length) ? allowed : allowed.slice(0, 1) }
  }

  function next(): void {
    timer?.[Symbol.dispose]()
    timer = undefined
    nextAt = 0
    const one = target()
    if (isClosed || isRunning || !one?.Enabled) return
    const now = clock.now()
    dropOld(now)
    const plan = due(now, one)
    if (!plan) return
    if ('at' in plan) {
      nextAt = plan.at
      timer = clock.after(plan.at - now, next)
      return
    }
    isRunning = true
    void attempt(plan.batch, one).finally(() => {
      isRunning = false
      next()
      onState(state())
    })
  }

  async function attempt(batch: readonly Queued[], one: Target): Promise<void> {
    try {
      await inOrder(() => inTime(send(bundled(batch.map(({ message }) => message)), one)))
      if (isClosed) return
      queue.remove(id, batch)
      bucketOf(one.PerHour).take(MESSAGES)
      succeed()
    } catch (error) {
      if (isClosed) return
      const { kind = 'passing', retryAfterMs } = error instanceof DeliveryFailed ? error : {}
      fail(error as Error)
      if (kind === 'gone') {
        retryAt = clock.monotonic() + LONGEST_RETRY_MS
        return onGone((error as Error).message)
      }
      if (kind === 'refused') {
        dropped += batch.reduce((sum, { message }) => sum + 1 + message.more, 0)
        queue.remove(id, batch)
        return
      }
      failures++
      const wait = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
      retryAt = clock.monotonic() + Math.max(wait, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_MS))
    }
  }

  function succeed(): void {
    failures = 0
    retryAt = 0
    queue.setLast(id, { at: clock.now(), delivered: clock.now(), failure: '' })
  }

  function fail(error: Error): void {
    const delivered = queue.last(id)?.delivered ?? 0
    queue.setLast(id, { at: clock.now(), delivered, failure: error.message, coded: phraseOf(error).toJSON() })
  }

  /** A receiver that does not answer is a failure. */
  async function inTime(sending: Promise<void>): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const end = new DeliveryFailed(phrase('messages.noAnswerWithinSeconds', TIMEOUT_MS / 1000))
    using _timer = clock.after(TIMEOUT_MS, () => reject(end))
    await Promise.race([sending, late])
  }

  next()
  return {
    queued: () => {
      const before = nextAt
      next()
      if (nextAt !== before && nextAt > 0) onState(state())
    },
    changed() {
      failures = 0
      retryAt = 0
      next()
    },
    async test(message) {
      const one = target()
      if (!one) throw new DeliveryFailed(phrase('messages.targetDeleted'))
      try {
        await inOrder(() => inTime(send(message, one)))
        succeed()
        next()
      } catch (error) {
        fail(error as Error)
        if (error instanceof DeliveryFailed && error.kind === 'gone') onGone(error.message)
        throw error
      } finally {
        onState(state())
      }
    },
    state,
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000)
