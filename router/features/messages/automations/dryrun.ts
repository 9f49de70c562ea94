import type { Core } from '../../../core.ts'
import { FailedAttempt } from '../../../errors.ts'
import type { CheckCall } from '../../../model/messages/automations/apicall.ts'
import { LIMITS, startText } from '../../../model/messages/automations/automation.ts'
import type { DryRun } from '../../../model/messages/automations/contract.ts'
import { timesOf, wantsTopic } from '../../../model/messages/automations/wants.ts'
import type { EventStore } from '../events/store.ts'
import { openAutomationJournal } from './journal.ts'
import type { Prepared } from './preparation.ts'
import type { Trigger } from './protocol.ts'
import type { ScriptHost, ScriptProcess } from './scriptprocess.ts'

const DAY_MS = 86_400_000
const MOST_EVENTS = 500
/** Of the events that are looked at: a script may want few of many. */
const MOST_READ = 50_000
const MOST_MS = 60_000
const MOST_CALLS = 200
const MOST_READS = 2000

interface Deps extends Pick<Core, 'clock'> {
  readonly eventStore: Pick<EventStore, 'since'>
  readonly checkCall: CheckCall
  readonly open: (script: string, host: ScriptHost) => ScriptProcess
}

interface Tried extends Prepared {
  readonly Name: string
  readonly Scopes: readonly string[]
}

/** Runs a script on the stored events of the last day. Calls that change something, and notices, are only listed. */
export async function dryRun({ clock, eventStore, checkCall, open }: Deps, tried: Tried): Promise<DryRun> {
  const { Name, Scopes, Script, Wants } = tried
  const journal = openAutomationJournal(clock)
  const result = { Runs: 0, Failed: 0, Left: 0, Calls: [] as DryRun['Calls'], Notices: [] as string[] }
  let trigger: Trigger = { Kind: 'topic', Name: '', Time: '' }
  let reads = 0
  const host: ScriptHost = {
    async call(operation, input) {
      const call = checkCall({ name: Name, scopes: Scopes }, operation, input)
      if (call.isRead && reads++ >= MOST_READS) throw new Error(`a dry run can make ${MOST_READS} calls`)
      if (call.isRead) return await call.make()
      if (result.Calls.length < MOST_CALLS)
        result.Calls.push({
          Time: trigger.Time,
          Trigger: startText(trigger),
          StartedBy: { Kind: trigger.Kind, Name: trigger.Name },
          Operation: `${call.method} ${call.path}`,
          Body: call.body ?? null,
        })
      return null
    },
    log: journal.add,
    notice(title, text) {
      if (result.Notices.length < MOST_CALLS) result.Notices.push(text === '' ? title : `${title}: ${text}`)
    },
  }

  const end = clock.monotonic() + MOST_MS
  let memory: Record<string, unknown> = {}
  let script: ScriptProcess | undefined
  const run = async (next: Trigger, event: unknown): Promise<void> => {
    trigger = next
    result.Runs++
    try {
      if (!script) {
        script = open(Script, host)
        await script.started
      }
      const { failure, memory: kept } = await script.run(next, event, memory)
      if (typeof kept === 'object' && kept !== null) memory = kept as Record<string, unknown>
      if (!failure) return
      result.Failed++
      journal.add('error', `${startText(next)}: ${failure.message}`, failure.line)
    } catch (error) {
      if (!(error instanceof FailedAttempt)) throw error
      script = undefined
      result.Failed++
      journal.add('error', `${startText(next)}: ${error.message}`)
    }
  }
  /** After a few failures of the process there is nothing more to learn. */
  const isOver = (): boolean => result.Failed >= LIMITS.failures || clock.monotonic() > end

  try {
    const { events, left } = await wantedEvents()
    result.Left = left
    for (const [index, { topic, time, payload }] of events.entries()) {
      if (isOver()) {
        result.Left += events.length - index
        break
      }
      await run({ Kind: 'topic', Name: topic, Time: time }, payload)
    }
    const Time = new Date(clock.now()).toISOString()
    for (const { Kind, Name } of timesOf(Wants)) if (!isOver()) await run({ Kind, Name, Time }, null)
  } finally {
    script?.[Symbol.dispose]()
  }
  return { ...result, Log: journal.entries().reverse(), Wants }

  /** The latest wanted events of the last day, oldest first, and how many more there were. */
  async function wantedEvents() {
    const found = []
    let left = 0
    let read = 0
    for (const prefix of prefixesOfWanted(Wants.Topics)) {
      for await (const event of eventStore.since(prefix, clock.now() - DAY_MS)) {
        if (read++ > MOST_READ) break
        if (wantsTopic(Wants, event.topic)) found.push(event)
        if (found.length > 2 * MOST_EVENTS) left += found.splice(0, MOST_EVENTS).length
      }
    }
    found.sort((a, b) => (a.time < b.time ? -1 : 1))
    left += found.splice(0, Math.max(0, found.length - MOST_EVENTS)).length
    return { events: found, left }
  }
}

/** The beginnings of the wanted topics, without those that begin with another: each event is read once. */
export function prefixesOfWanted(topics: readonly string[]): string[] {
  const prefixes = topics.map((topic) => topic.replace(/\*$/, ''))
  return [...new Set(prefixes)].filter((one) => !prefixes.some((other) => other !== one && one.startsWith(other)))
}
