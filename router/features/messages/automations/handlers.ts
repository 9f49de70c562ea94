import type { Core } from '../../../core.ts'
import { Conflict, FailedAttempt, Invalid, NotFound } from '../../../errors.ts'
import type { CheckCall } from '../../../model/messages/automations/apicall.ts'
import { type Automation, LIMITS } from '../../../model/messages/automations/automation.ts'
import type { automations as contract, LastRun, ShownAutomation } from '../../../model/messages/automations/contract.ts'
import { timesOf, wantsTopic } from '../../../model/messages/automations/wants.ts'
import { type Handlers, PlainText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { EventStore } from '../events/store.ts'
import type { Automations } from './automations.ts'
import { dryRun } from './dryrun.ts'
import type { Prepared } from './preparation.ts'
import type { Trigger } from './protocol.ts'

/** What runs scripts and provides the API that they call. */
export interface AutomationParts {
  readonly automations: Automations
  /** Removes the types of a script and starts it once. Throws `Invalid`, `Unavailable`. */
  readonly prepare: (source: string) => Promise<Prepared>
  readonly checkCall: CheckCall
  /** Type declarations for scripts. */
  readonly declarations: () => Promise<string>
}

export function automationHandlers(
  deps: AutomationParts &
    Pick<Core, 'facts' | 'change' | 'clock'> & { readonly eventStore: Pick<EventStore, 'since' | 'items'> },
): Handlers<typeof contract> {
  const { facts, change, clock, eventStore, automations, prepare, checkCall, declarations } = deps
  const find = (name: string): Automation => facts.automations.get(name) ?? missing(name)

  const shown = ({ Name, Enabled, Scopes, Wants, Revision, OffReason, OffCoded }: Automation): ShownAutomation => {
    const task = automations.task(Name)
    const { last, failures, dropped } = automations.journal(Name)
    return {
      ...{ Name, Enabled, Scopes, Wants, Revision, OffReason, ...(OffCoded && { OffCoded }) },
      Running: task?.isRunning ?? false,
      Queued: task?.queued ?? 0,
      Dropped: dropped,
      Failures: failures,
      Last: last,
    }
  }
  let isTrying = false
  const full = (name: string) => ({ ...shown(find(name)), Source: find(name).Source })

  return {
    list: () => [...facts.automations.values()].sort((a, b) => a.Name.localeCompare(b.Name)).map(shown),
    read: ({ params: { name } }) => full(name),

    async save({ params: { name }, body }) {
      const before = facts.automations.get(name)
      const Source = body.Source ?? before?.Source
      if (Source === undefined) throw new Invalid(phrase('messages.newAutomationNeeds'), 'Source')
      demandRevision(before, body.Revision)
      const prepared = before && Source === before.Source ? undefined : await prepare(Source)
      await change((draft) => {
        const now = draft.automations.get(name)
        // It may have been changed while the script was tried.
        demandRevision(now, body.Revision ?? before?.Revision ?? 0)
        if (!now && [...draft.automations.rows()].length >= LIMITS.automations)
          throw new Invalid(phrase('messages.automationsFull', LIMITS.automations))
        const { Script, Wants } = prepared ?? now ?? missing(name)
        const Enabled = body.Enabled ?? now?.Enabled ?? true
        draft.automations.put(name, {
          ...{ Name: name, Source, Script, Wants, Enabled },
          Scopes: body.Scopes ?? now?.Scopes ?? [],
          Revision: (now?.Revision ?? 0) + 1,
          ...offReasonOf(Enabled, now),
        })
      })
      automations.journal(name).failures = 0
      return full(name)
    },

    async remove({ params: { name } }) {
      await change((draft) => {
        if (!draft.automations.get(name)) missing(name)
        draft.automations.remove(name)
      })
    },

    async enable({ params: { name }, body: { Enabled } }) {
      await change((draft) => {
        const now = draft.automations.get(name) ?? missing(name)
        const { OffCoded: _, ...rest } = now
        draft.automations.put(name, { ...rest, Enabled, ...offReasonOf(Enabled, now) })
      })
      automations.journal(name).failures = 0
    },

    log: ({ params: { name } }) => automations.journal(find(name).Name).entries(),

    async run({ params: { name }, body: { Topic } }) {
      const { Wants } = find(name)
      const task = automations.task(name)
      if (!task) throw new Conflict(phrase('messages.automationOff', name))
      const triggers = Topic === undefined ? timed(Wants) : [await latest(Wants, Topic)]
      let result: LastRun | undefined
      for (const { trigger, event } of triggers) {
        result = await task.runNow(trigger, event).catch((error) => {
          if (error instanceof FailedAttempt)
            throw new Conflict(phrase('messages.automationChanged', name), { cause: error })
          throw error
        })
        if (!result.Ok) break
      }
      return result ?? missing(name)
    },

    async dryRun({ params: { name }, body }) {
      const stored = facts.automations.get(name)
      const Source = body.Source ?? stored?.Source ?? missing(name)
      const Scopes = body.Scopes ?? stored?.Scopes ?? []
      if (isTrying) throw new Conflict(phrase('messages.dryRunRunning'))
      isTrying = true
      try {
        const { Script, Wants } = stored && Source === stored.Source ? stored : await prepare(Source)
        return await dryRun(
          { clock, eventStore, checkCall, open: automations.open },
          { Name: name, Scopes, Script, Wants },
        )
      } finally {
        isTrying = false
      }
    },

    declarations: async () => new PlainText(await declarations()),
  }

  function timed(wants: Automation['Wants']) {
    const Time = new Date(clock.now()).toISOString()
    const triggers = timesOf(wants).map(({ Kind, Name }) => ({ trigger: { Kind, Name, Time }, event: null }))
    if (triggers.length === 0) throw new Invalid(phrase('messages.automationEventNeeded'), 'Topic')
    return triggers
  }

  async function latest(wants: Automation['Wants'], topic: string): Promise<{ trigger: Trigger; event: unknown }> {
    if (!wantsTopic(wants, topic)) throw new Invalid(phrase('messages.topicNotSubscribed'), 'Topic')
    const [event] = await eventStore.items({ topic, min: 0n, max: 2n ** 63n - 1n, num: 1, order: 'desc' })
    if (!event) throw new NotFound(phrase('messages.dryRunWithoutEvent', JSON.stringify(topic)))
    return { trigger: { Kind: 'topic', Name: topic, Time: event.time }, event: JSON.parse(event.value) }
  }
}

/** Why the router has switched an automation off, after a change by the owner: switching it on deletes the reason. */
const offReasonOf = (isEnabled: boolean, { OffReason, OffCoded }: Partial<Automation> = {}) =>
  isEnabled ? { OffReason: '' } : { OffReason: OffReason ?? '', ...(OffCoded && { OffCoded }) }

function demandRevision(now: Automation | undefined, given: number | undefined): void {
  if (given !== undefined && given !== (now?.Revision ?? 0))
    throw new Conflict(phrase('messages.automationRevisionOld', now?.Revision ?? 0, given))
}

const missing = (name: string): never => {
  throw new NotFound(phrase('messages.automationUnknown', JSON.stringify(name)))
}
