import type { Core } from '../../../core.ts'
import type { EffectiveRule } from '../../../model/firewall/rules/effectiverules.ts'
import { isForAll } from '../../../model/firewall/rules/pfwrule.ts'
import { closeness } from '../../../model/vpn/tunnels/tunnel.ts'
import { actAsRouter } from '../../../store/actor.ts'
import type { Entry } from '../../../store/table.ts'
import { isZoneChange } from '../../../store/timezone.ts'
import { circumstancesIn, removeEnded, rulesOfFacts, settle, timesOfRules } from './settle.ts'

/** After a failed change, before the next attempt. */
const RETRY_MS = 5000

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'clock' | 'zone' | 'onFailure'> {
  /** The longest time between two evaluations, in milliseconds: the kernel does not report that the clock was set. */
  readonly minuteMs: number
}

export interface ScheduleWatch extends Disposable {
  /** Call with every change of the facts, after it is in force. */
  learn(entries: readonly Entry[]): void
}

/** The tables on which rules depend, in addition to the time. */
const CAUSES: ReadonlySet<string> = new Set(['pfwRules', 'personas', 'pfwUsage'])
/** The same of rules about other devices that are connected. */
const PRESENCE: ReadonlySet<string> = new Set(['devices', 'stations', 'leases', 'links', 'vpnPeers'])

/**
 * Applies rules when they begin and cease to hold: at the moment itself by a timer, and after every change on which a rule
 * depends. Publishes what has changed.
 */
export function watchSchedules(deps: Deps): ScheduleWatch {
  const { facts, change, bus, clock, zone, minuteMs, onFailure } = deps
  let timer: Disposable | undefined
  let isRunning = false
  let again = false
  let closed = false
  /** The rules and whether they held when that was last published. */
  let published = new Map(rulesOfFacts(facts).map((rule) => [rule.Id, { rule, holds: holds(rule) }]))

  function holds({ Id }: Pick<EffectiveRule, 'Id'>): boolean {
    return facts.pfwStates.get(Id)?.holds ?? false
  }

  const moment = () => ({ now: clock.now(), zone: zone() })

  async function evaluate(): Promise<void> {
    timer?.[Symbol.dispose]()
    timer = undefined
    let waitMs: number | undefined = RETRY_MS
    try {
      let at = moment()
      await actAsRouter('schedule', () =>
        change((draft) => {
          at = moment()
          settle(draft, at)
        }),
      )
      const rules = rulesOfFacts(facts)
      publish(rules)
      const times = timesOfRules(rules, circumstancesIn(facts, at))
      const changesAt = Math.min(...[...times.values()].map((time) => time.changesAt ?? Number.POSITIVE_INFINITY))
      waitMs = times.size > 0 ? Math.max(0, Math.min(changesAt - clock.now(), minuteMs)) : undefined
    } catch (error) {
      onFailure('schedules could not be applied', error)
    }
    if (closed) return
    if (waitMs !== undefined) timer = clock.after(waitMs, soon)
    await clean()
  }

  /**
   * Deletes rules and postponements whose time has passed, which have no effect any more. This is a separate change: on a full disk it
   * fails, while schedules and pauses keep beginning and ending.
   */
  async function clean(): Promise<void> {
    try {
      await actAsRouter('schedule', () =>
        change((draft) => {
          removeEnded(draft, clock.now())
          settle(draft, moment())
        }),
      )
    } catch (error) {
      onFailure('ended pauses could not be deleted', error)
    }
  }

  /** One evaluation at a time; a cause during it leads to another one. */
  async function run(): Promise<void> {
    isRunning = true
    while (again && !closed) {
      again = false
      await evaluate()
    }
    isRunning = false
  }
  function soon(): void {
    again = true
    if (!isRunning) void run()
  }

  function publish(rules: readonly EffectiveRule[]): void {
    const before = published
    published = new Map(rules.map((rule) => [rule.Id, { rule, holds: holds(rule) }]))
    for (const [id, { rule, holds: held }] of before)
      if (held && !published.get(id)?.holds) bus.publish('pfw:rule:end', payloadOf(rule))
    for (const [id, { rule, holds: holdsNow }] of published) {
      if (!holdsNow || before.get(id)?.holds) continue
      bus.publish('pfw:rule:start', payloadOf(rule))
      if (rule.Do.Kind === 'notify') bus.publish('pfw:notify', payloadOf(rule))
    }
  }

  const payloadOf = (rule: EffectiveRule) => ({
    ...{ Id: rule.Id, Name: rule.Name, Action: rule.Do.Kind, Devices: devicesOf(rule) },
    Until: Math.floor((facts.pfwStates.get(rule.Id)?.until ?? 0) / 1000),
  })

  const devicesOf = ({ When }: EffectiveRule): string[] =>
    [...facts.devices]
      .filter(([, device]) => isForAll(When) || closeness(When, device) > 0)
      .map(([identity]) => identity)

  const dependsOnPresence = (): boolean => rulesOfFacts(facts).some(({ When }) => When.Online.length > 0)

  const clockSet = bus.subscribe('system:time:sync', soon)
  soon()
  return {
    learn(entries) {
      const isCause =
        isZoneChange(entries) ||
        entries.some(({ table, key }) => CAUSES.has(table) || (table === 'settings' && key === 'pfwVariables'))
      if (isCause || (entries.some(({ table }) => PRESENCE.has(table)) && dependsOnPresence())) soon()
    },
    [Symbol.dispose]() {
      closed = true
      clockSet[Symbol.dispose]()
      timer?.[Symbol.dispose]()
    },
  }
}
