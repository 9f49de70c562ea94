import type { Core } from '../../../core.ts'
import { FailedAttempt } from '../../../errors.ts'
import { type Automation, LIMITS, startText } from '../../../model/messages/automations/automation.ts'
import type { LastRun } from '../../../model/messages/automations/contract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { openEventQueue } from '../integrations/queue.ts'
import type { AutomationJournal } from './journal.ts'
import type { Trigger } from './protocol.ts'
import type { ScriptFailure, ScriptHost, ScriptProcess } from './scriptprocess.ts'
import type { Slots } from './slots.ts'

/** An idle process ends after this time. */
const IDLE_MS = 5000
/** A process is replaced after so much time in runs, before its limit of CPU time can end it. */
const MOST_BUSY_MS = 20_000
/** The wait after a process has failed, which doubles each time. */
const LEAST_BACKOFF_MS = 1000
const MOST_BACKOFF_MS = 64_000

/** Runs of one automation that wait, one after the other in one process. Disposing of it ends the process. */
export interface Task extends Disposable {
  readonly automation: Automation
  readonly isRunning: boolean
  readonly queued: number
  /** Runs the handlers of a trigger when its turn has come; `event` is JSON. The oldest are dropped if too many wait. */
  offer(trigger: Trigger, event: string): void
  /** Runs the handlers before those that wait. Resolves with the result; rejects with `FailedAttempt` if it is disposed of. */
  runNow(trigger: Trigger, event: unknown): Promise<LastRun>
}

interface Deps extends Pick<Core, 'clock'> {
  readonly automation: Automation
  readonly slots: Slots
  readonly journal: AutomationJournal
  readonly host: ScriptHost
  readonly open: (script: string, host: ScriptHost) => ScriptProcess
  /** Called after each run. */
  readonly onRun: (run: LastRun) => void
}

interface Run {
  readonly trigger: Trigger
  readonly event: unknown
  readonly finished?: PromiseWithResolvers<LastRun>
}

export function openTask({ automation, clock, slots, journal, host, open, onRun }: Deps): Task {
  const queue = openEventQueue(LIMITS.queueBytes)
  const urgent: Run[] = []
  let process: ScriptProcess | undefined
  let memory: Record<string, unknown> = {}
  let isWorking = false
  let isClosed = false
  let busyMs = 0
  let crashes = 0
  let resumeAt = 0
  let timer: Disposable | undefined

  const end = (): void => {
    process?.[Symbol.dispose]()
    process = undefined
  }
  const later = (ms: number, run: () => void): void => {
    timer?.[Symbol.dispose]()
    timer = clock.after(ms, run)
  }
  const holder = { endIfIdle: () => void (isWorking || end()) }

  async function openProcess(): Promise<ScriptProcess | ScriptFailure> {
    const slot = await slots.take(holder)
    if (isClosed) {
      slot[Symbol.dispose]()
      throw new FailedAttempt(phrase('messages.scriptStopped'))
    }
    const opened = open(automation.Script, host)
    process = opened
    busyMs = 0
    void opened.ended.then(() => {
      slot[Symbol.dispose]()
      if (process === opened) process = undefined
    })
    const started = await opened.started
    if (!('message' in started)) return opened
    end()
    return started
  }

  async function attempt({ trigger, event }: Run): Promise<ScriptFailure | undefined> {
    try {
      const ready = process ?? (await openProcess())
      if ('message' in ready) return ready
      const { failure, memory: kept } = await ready.run(trigger, event, memory)
      keep(kept)
      crashes = 0
      return failure
    } catch (error) {
      if (!(error instanceof FailedAttempt)) throw error
      if (!isClosed) {
        end()
        resumeAt = clock.monotonic() + Math.min(LEAST_BACKOFF_MS * 2 ** crashes, MOST_BACKOFF_MS)
        crashes++
      }
      return { message: error.message, line: 0 }
    }
  }

  /** Objects of another prototype cannot come from JSON. */
  function keep(given: unknown): void {
    if (given === undefined || given === null || typeof given !== 'object' || Array.isArray(given)) return
    if (JSON.stringify(given).length > LIMITS.memoryBytes)
      journal.add('warning', `memory was not kept: it has more than ${LIMITS.memoryBytes} characters`)
    else memory = given as Record<string, unknown>
  }

  async function perform(run: Run): Promise<void> {
    const [from, begun] = [clock.now(), clock.monotonic()]
    const failure = await attempt(run)
    if (isClosed) return run.finished?.reject(new FailedAttempt(phrase('messages.scriptStopped')))
    const Milliseconds = Math.round(clock.monotonic() - begun)
    busyMs += Milliseconds
    const result: LastRun = {
      Time: new Date(from).toISOString(),
      Trigger: startText(run.trigger),
      StartedBy: { Kind: run.trigger.Kind, Name: run.trigger.Name },
      Ok: failure === undefined,
      Message: failure?.message ?? '',
      Line: failure?.line ?? 0,
      Milliseconds,
    }
    journal.last = result
    journal.failures = failure ? journal.failures + 1 : 0
    if (failure) journal.add('error', `${result.Trigger}: ${failure.message}`, failure.line)
    run.finished?.resolve(result)
    if (busyMs > MOST_BUSY_MS) end()
    onRun(result)
  }

  const next = (): Run | undefined => {
    const first = urgent.shift()
    if (first) return first
    const wait = resumeAt - clock.monotonic()
    if (queue.length > 0 && wait > 0) {
      later(wait, () => void work())
      return undefined
    }
    const [queued] = queue.take(1)
    return queued && (JSON.parse(queued.text) as Run)
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    timer?.[Symbol.dispose]()
    timer = undefined
    for (let run = next(); run && !isClosed; run = next()) await perform(run)
    isWorking = false
    if (slots.isWanted) end()
    else if (process && !timer) later(IDLE_MS, end)
  }

  return {
    automation,
    get isRunning() {
      return process !== undefined
    },
    get queued() {
      return queue.length
    },
    offer(trigger, event) {
      const before = queue.dropped
      queue.add({ topic: '', at: clock.now(), text: `{"trigger":${JSON.stringify(trigger)},"event":${event}}` })
      journal.dropped += queue.dropped - before
      void work()
    },
    runNow(trigger, event) {
      const finished = Promise.withResolvers<LastRun>()
      urgent.push({ trigger, event, finished })
      void work()
      return finished.promise
    },
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
      end()
      for (const { finished } of urgent.splice(0)) finished?.reject(new FailedAttempt(phrase('messages.scriptStopped')))
    },
  }
}
