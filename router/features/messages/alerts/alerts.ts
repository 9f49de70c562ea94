import { randomUUID } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { openRateLimiter, type RateLimit } from '../../../machine/ratelimit.ts'
import { type AlertRule, alertRulesInOrder, keyOfRule } from '../../../model/messages/alerts/alert.ts'
import { defaultRules } from '../../../model/messages/alerts/defaults.ts'
import { isMuted } from '../../../model/messages/alerts/mutes.ts'
import type { Entry } from '../../../store/table.ts'
import { type AlertPayload, alertOf, type CompiledRule, compileRule } from './rule.ts'

/** Notifications of one rule: a rule for every DNS query must not fill a phone. Alerts that are stored are not limited. */
const NOTIFICATION_LIMIT: RateLimit = { burst: 50, perSecond: 1 }

/** An alert that a rule has made of an event. */
export interface Alert {
  /** `alert:<topic of the event>:<suffix>`. */
  readonly topic: `alert:${string}`
  readonly alert: AlertPayload
  /** Whether it is to be sent to clients and targets. */
  readonly notify: boolean
  /** Whether the event store keeps it: then it is also published on the bus. */
  readonly store: boolean
  /** Milliseconds since 1970. */
  readonly at: number
  /** The whole event, for its templates. It may be shared: do not change it. */
  readonly event: unknown
}

/** Evaluates the alert rules on every event. */
export interface Alerts extends Disposable {
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
  /** Called with each alert, while its event is published. */
  watch(listener: (alert: Alert) => void): Disposable
}

type Deps = Pick<Core, 'facts' | 'change' | 'bus' | 'clock' | 'onFailure'>

interface ActiveRule extends CompiledRule {
  readonly RuleId: string
}

/** Compiles the rules, subscribes to their topics, and adds the default rules to a router that never had any. */
export function openAlerts({ facts, change, bus, clock, onFailure }: Deps): Alerts {
  const listeners = new Set<(alert: Alert) => void>()
  const limit = openRateLimiter(clock, NOTIFICATION_LIMIT)
  /** By the row: rows are immutable. */
  const compiled = new WeakMap<AlertRule, ActiveRule | undefined>()
  let rulesOf = indexByTopic<ActiveRule>([])
  let subscription: Disposable | undefined

  function compile(rule: AlertRule): ActiveRule | undefined {
    if (compiled.has(rule)) return compiled.get(rule)
    let active: ActiveRule | undefined
    try {
      active = { ...compileRule(rule), RuleId: rule.RuleId }
    } catch (error) {
      onFailure(`the alert rule ${rule.Name} cannot be evaluated`, error)
    }
    compiled.set(rule, active)
    return active
  }

  function subscribe(): void {
    subscription?.[Symbol.dispose]()
    subscription = undefined
    const enabled = alertRulesInOrder(facts.alerts.values()).filter(({ Disabled }) => !Disabled)
    const active = enabled.flatMap((rule) => compile(rule) ?? [])
    rulesOf = indexByTopic(active)
    // An alert that triggered another one could do so for ever.
    if (active.length > 0)
      subscription = bus.subscribeWhere((topic) => !topic.startsWith('alert:') && rulesOf(topic).length > 0, evaluate)
  }

  function evaluate(event: unknown, topic: string): void {
    for (const rule of rulesOf(topic)) {
      const values = rule.evaluate(event)
      if (values) fire(rule, topic, event, values)
    }
  }

  const addressesOf = (identity: string): readonly string[] => {
    const device = facts.devices.get(identity)
    return device ? [device.MAC, device.RecentIP, device.WGPubKey].filter(Boolean) : [identity]
  }

  function fire({ RuleId, actions }: ActiveRule, topic: string, event: unknown, values: unknown[]): void {
    const at = clock.now()
    const mutes = facts.setting('alerts').Mutes
    const isQuiet = mutes.length > 0 && isMuted(mutes, { RuleId, event, nowMs: at }, addressesOf)
    for (const each of actions) {
      const { SendNotification, StoreAlert, StoreTopicSuffix } = each.action
      const notify = SendNotification && !isQuiet && limit.take(RuleId)
      if (!notify && !StoreAlert) continue
      const alert: Alert = {
        topic: `alert:${topic}:${StoreTopicSuffix}`,
        alert: alertOf(topic, event, RuleId, each, values),
        notify,
        store: StoreAlert,
        at,
        event,
      }
      for (const listener of listeners) {
        try {
          listener(alert)
        } catch (error) {
          onFailure('an alert could not be passed on', error)
        }
      }
      if (StoreAlert) bus.publish(alert.topic, alert.alert)
    }
  }

  /** Also after a backup from before there were alerts has been restored. */
  function addDefaults(): void {
    if (facts.setting('alerts').HasDefaults) return
    void change((draft) => {
      const settings = draft.setting('alerts')
      if (settings.HasDefaults) return
      const [...present] = draft.alerts.rows()
      const first = Math.max(-1, ...present.map(([, { Order }]) => Order)) + 1
      for (const [index, content] of defaultRules().entries()) {
        const rule: AlertRule = { ...content, RuleId: randomUUID(), Order: first + index, Ready: '' }
        draft.alerts.put(keyOfRule(rule), rule)
      }
      draft.set('alerts', { ...settings, HasDefaults: true })
    }).catch((error) => onFailure('the default alert rules could not be added', error))
  }

  subscribe()
  addDefaults()
  return {
    learn(entries) {
      if (entries.some(({ table }) => table === 'alerts')) subscribe()
      if (entries.some(({ table, key }) => table === 'settings' && key === 'alerts')) addDefaults()
    },
    watch(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.dispose]() {
      subscription?.[Symbol.dispose]()
      listeners.clear()
    },
  }
}

/** Topics whose rules are remembered: there are as many `dns:serve:` topics as clients. */
const MOST_TOPICS = 4096
const NONE: readonly never[] = []

interface ForTopics {
  readonly TopicPrefix: string
}

/** Returns the rules for a topic, in their order: those whose prefix it begins with. Takes one look-up for a topic seen before. */
function indexByTopic<R extends ForTopics>(rules: readonly R[]): (topic: string) => readonly R[] {
  const byPrefix = Map.groupBy(rules, ({ TopicPrefix }) => TopicPrefix)
  const lengths = [...new Set(rules.map(({ TopicPrefix }) => TopicPrefix.length))]
  const places = new Map(rules.map((rule, place) => [rule, place]))
  const found = new Map<string, readonly R[]>()
  return (topic) => {
    const known = found.get(topic)
    if (known) return known
    const matching = lengths.flatMap((length) =>
      length > topic.length ? [] : (byPrefix.get(topic.slice(0, length)) ?? []),
    )
    const ordered = matching.length === 0 ? NONE : matching.sort((a, b) => places.get(a)! - places.get(b)!)
    if (found.size >= MOST_TOPICS) found.clear()
    found.set(topic, ordered)
    return ordered
  }
}
