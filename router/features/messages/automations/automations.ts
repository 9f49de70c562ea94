import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { openRateLimiter } from '../../../machine/ratelimit.ts'
import type { CheckCall } from '../../../model/messages/automations/apicall.ts'
import { type Automation, LIMITS } from '../../../model/messages/automations/automation.ts'
import { timesOf, wantsTopic } from '../../../model/messages/automations/wants.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { openExpiry } from '../../../store/expiry.ts'
import type { Entry } from '../../../store/table.ts'
import { isZoneChange, zoneOf } from '../../../store/timezone.ts'
import { type AutomationJournal, openAutomationJournal } from './journal.ts'
import type { Sandboxes } from './sandboxes.ts'
import { openScript, type ScriptHost, type ScriptProcess } from './scriptprocess.ts'
import { openSlots } from './slots.ts'
import { openTask, type Task } from './task.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock' | 'bus' | 'onFailure'> {
  readonly machine: Pick<Machine, 'interact'>
  readonly sandboxes: Sandboxes
  readonly checkCall: CheckCall
}

/** Runs the automations that are switched on. An automation that waits has no process. */
export interface Automations extends Disposable {
  /** The task of an automation; undefined if it is switched off or does not exist. */
  task(name: string): Task | undefined
  journal(name: string): AutomationJournal
  /** Opens a script with another host, for a dry run. */
  open(script: string, host: ScriptHost): ScriptProcess
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

interface Scheduled {
  readonly task: Task
  /** Times up to this one are over, in milliseconds since 1970. */
  checked: number
}

/** `automation:run` of an automation is published at most once in this time. */
const PUBLISH_MS = 1000

export function openAutomations(deps: Deps): Automations {
  const { machine, facts, change, clock, bus, sandboxes, checkCall, onFailure } = deps
  const scheduled = new Map<string, Scheduled>()
  const journals = new Map<string, AutomationJournal>()
  const slots = openSlots(LIMITS.processes)
  const calls = openRateLimiter(clock, { burst: LIMITS.callsPerMinute, perSecond: LIMITS.callsPerMinute / 60 })
  const notices = openRateLimiter(clock, {
    burst: LIMITS.noticesPerTenMinutes,
    perSecond: LIMITS.noticesPerTenMinutes / 600,
  })
  const unpublished = new Map<string, Disposable>()
  let subscription: Disposable | undefined

  const journal = (name: string): AutomationJournal => {
    const known = journals.get(name)
    if (known) return known
    const opened = openAutomationJournal(clock)
    journals.set(name, opened)
    return opened
  }
  const open = (script: string, host: ScriptHost): ScriptProcess =>
    openScript({ machine, clock, command: sandboxes.script(), script, host })

  const hostOf = ({ Name, Scopes: scopes }: Automation): ScriptHost => ({
    async call(operation, input) {
      if (!calls.take(Name)) throw new Error(`an automation can make ${LIMITS.callsPerMinute} calls a minute`)
      return await checkCall({ name: Name, scopes }, operation, input).make()
    },
    log: journal(Name).add,
    notice(Title, Text) {
      if (notices.take(Name)) bus.publish('automation:notice', { Name, Title, Text })
      else journal(Name).add('warning', `notify: more than ${LIMITS.noticesPerTenMinutes} notices in ten minutes`)
    },
  })

  const publish = (name: string): void => {
    if (unpublished.has(name)) return
    const timer = clock.after(PUBLISH_MS, () => {
      unpublished.delete(name)
      const last = journals.get(name)?.last
      if (!last) return
      const { Trigger, StartedBy, Ok, Message } = last
      bus.publish('automation:run', { Name: name, Trigger, StartedBy, Ok, Message })
    })
    unpublished.set(name, timer)
  }
  async function switchOff({ Name, Revision }: Automation, reason: string): Promise<void> {
    const { failures } = journal(Name)
    let isOff = false
    await change((draft) => {
      const now = draft.automations.get(Name)
      // The owner may have changed it since.
      if (!now?.Enabled || now.Revision !== Revision) return
      const why = phrase('messages.automationFailedRuns', failures, reason)
      draft.automations.put(Name, { ...now, Enabled: false, OffReason: String(why), OffCoded: why.toJSON() })
      isOff = true
    })
    if (isOff) bus.publish('automation:off', { Name, Reason: reason, Failures: failures })
  }
  const openTaskOf = (automation: Automation): Task =>
    openTask({
      ...{ automation, clock, slots, open },
      journal: journal(automation.Name),
      host: hostOf(automation),
      onRun({ Message }) {
        const { Name } = automation
        publish(Name)
        if (journal(Name).failures < LIMITS.failures) return
        switchOff(automation, Message).catch((error) => onFailure(`automation ${Name} is not switched off`, error))
      },
    })

  const subscribe = (): void => {
    subscription?.[Symbol.dispose]()
    const tasks = [...scheduled.values()].map(({ task }) => task)
    const wanting = (topic: string) => tasks.filter(({ automation }) => wantsTopic(automation.Wants, topic))
    subscription = bus.subscribeWhere(
      (topic) => wanting(topic).length > 0,
      (payload, topic) => {
        const event = JSON.stringify(payload) ?? 'null'
        const trigger = { Kind: 'topic', Name: topic, Time: new Date(clock.now()).toISOString() } as const
        for (const task of wanting(topic)) task.offer(trigger, event)
      },
    )
  }

  const expiry = openExpiry(deps, {
    what: 'the time of an automation',
    async due() {
      const now = clock.now()
      const zone = zoneOf(facts)
      let next = Number.POSITIVE_INFINITY
      for (const one of scheduled.values()) {
        // After the clock was set back, the times since then are not over.
        const from = Math.min(one.checked, now)
        one.checked = now
        for (const { Kind, Name, next: after } of timesOf(one.task.automation.Wants)) {
          if (after(from, zone) <= now) one.task.offer({ Kind, Name, Time: new Date(now).toISOString() }, 'null')
          next = Math.min(next, after(now, zone))
        }
      }
      return next
    },
  })

  const update = (name: string): void => {
    const now = facts.automations.get(name)
    scheduled.get(name)?.task[Symbol.dispose]()
    scheduled.delete(name)
    if (!now) {
      journals.delete(name)
      unpublished.get(name)?.[Symbol.dispose]()
      unpublished.delete(name)
    }
    if (!now?.Enabled) return
    const task = openTaskOf(now)
    scheduled.set(name, { task, checked: clock.now() })
    for (const { next } of timesOf(now.Wants)) expiry.expect(next(clock.now(), zoneOf(facts)))
  }
  for (const name of facts.automations.keys()) update(name)
  subscribe()

  return {
    task: (name) => scheduled.get(name)?.task,
    journal,
    open,
    learn(entries) {
      if (isZoneChange(entries)) {
        // Times that are over in the new zone are not run late.
        for (const one of scheduled.values()) one.checked = clock.now()
        expiry.expect(clock.now())
      }
      const changed = entries.filter(({ table }) => table === 'automations')
      if (changed.length === 0) return
      for (const { key } of changed) update(key)
      subscribe()
    },
    [Symbol.dispose]() {
      subscription?.[Symbol.dispose]()
      expiry[Symbol.dispose]()
      for (const { task } of scheduled.values()) task[Symbol.dispose]()
      for (const timer of unpublished.values()) timer[Symbol.dispose]()
    },
  }
}
