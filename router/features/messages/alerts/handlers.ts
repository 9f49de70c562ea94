import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { openQueue } from '../../../machine/queue.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import {
  type AlertRule,
  type AlertSetting,
  alertRulesInOrder,
  keyOfRule,
  type Mute,
  show,
  UNREAD,
} from '../../../model/messages/alerts/alert.ts'
import type { alerts } from '../../../model/messages/alerts/contract.ts'
import { contentOfAlertRule, type RuleContent } from '../../../model/messages/alerts/given.ts'
import { MOST_MUTES } from '../../../model/messages/alerts/mutes.ts'
import { readyAlerts } from '../../../model/messages/alerts/ready.ts'
import { ALWAYS_ONLINE, type ReadyAlert } from '../../../model/messages/alerts/readyalert.ts'
import type { TemplateNames } from '../../../model/messages/alerts/render.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { LAST_TIME, nanosecondsOf } from '../../../store/events/time.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import { announceDevice } from '../../home/devices/announce.ts'
import type { EventStore } from '../events/store.ts'
import { alertRulesOf, append, putAlertRule, switchReady } from './rows.ts'
import { compileRule } from './rule.ts'
import { isDefaultAgain } from './template.ts'
import { type PastEvents, tryRule } from './trial.ts'

/** The part of the event store that the calls use. */
export type AlertEvents = PastEvents & Pick<EventStore, 'update'>

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'clock'> {
  readonly events: AlertEvents
}

/** Selects the alerts that a state changes: a resolved alert stays resolved. */
const CHANGES = {
  Read: UNREAD,
  Resolved: '$[?(@.State != "Resolved")]',
} as const

export function alertHandlers({ facts, change, bus, clock, events }: Deps): Handlers<typeof alerts> {
  const names = openTemplateNames(facts)
  const inTurn = openQueue()
  const list = (): AlertSetting[] => alertRulesInOrder(facts.alerts.values()).map(show)
  const ready = (): ReadyAlert[] => readyAlerts(alertRulesInOrder(facts.alerts.values()), alwaysOnline(facts))
  const mutes = (): Mute[] => facts.setting('alerts').Mutes.filter(({ Until }) => Until * 1000 > clock.now())

  return {
    list,

    async add({ body }) {
      const content = checked(contentOfAlertRule(body))
      await change((draft) => {
        const present = alertRulesInOrder(alertRulesOf(draft)).find((rule) => isDefaultAgain(rule, content))
        if (present) putAlertRule(draft, { ...present, ...content })
        else append(draft, content)
      })
      return list()
    },

    async replace({ params: { index }, body }) {
      await change((draft) => {
        const rules = alertRulesInOrder(alertRulesOf(draft))
        const present = find(rules, index, body.RuleId)
        const content = checked(contentOfAlertRule(body, present))
        if (present) putAlertRule(draft, { ...present, ...content })
        else append(draft, content)
      })
      return list()
    },

    async remove({ params: { index }, query }) {
      await change((draft) => {
        const rules = alertRulesInOrder(alertRulesOf(draft))
        const present = find(rules, index, query.RuleId)
        if (!present) throw new Invalid(phrase('messages.alertRuleCount', rules.length), 'index')
        draft.alerts.remove(keyOfRule(present))
      })
      return list()
    },

    ready,

    async switch({ params: { id }, body: { Enabled, Devices } }) {
      if (Devices && id !== 'device-offline') throw new Invalid(phrase('messages.deviceOfflineOnly'), 'Devices')
      const tagged: (readonly [before: Device, after: Device])[] = []
      await change((draft) => {
        if (Devices) tagged.push(...tagDevices(draft, Devices))
        if (typeof Enabled === 'boolean') switchReady(draft, id, Enabled)
      })
      for (const [before, after] of tagged) announceDevice({ bus, facts }, before, after)
      return ready()
    },

    // One at a time: each reads up to 200,000 events.
    trial: ({ body: { Rule, Hours } }) => {
      const content = contentOfAlertRule(Rule, undefined, 'Rule.')
      return inTurn(() => tryRule(content, Hours ?? 24, { clock, events, names }))
    },

    async setState({ body: { State, Device, Max } }) {
      const alerts = {
        topics: ['alert:'],
        device: Device ?? undefined,
        min: 0n,
        max: Max ? (nanosecondsOf(Max) ?? 0n) : LAST_TIME,
        filter: CHANGES[State],
      }
      return { Changed: await events.update(alerts, { State }) }
    },

    mutes,

    async mute({ body: { RuleId, Device, Seconds } }) {
      await change((draft) => {
        const rules = sameAlert([...alertRulesOf(draft)], RuleId)
        if (Seconds > 0 && rules.length === 0) throw new NotFound(phrase('firewall.ruleNotFound'))
        if (Seconds > 0 && Device && !draft.devices.get(Device)) throw new NotFound(phrase('home.deviceUnknown'))
        const ids = new Set([RuleId, ...rules])
        const Until = Math.ceil(clock.now() / 1000) + Seconds
        const muted = [...ids].map((each): Mute => ({ RuleId: each, Device: Device ?? '', Until }))
        const settings = draft.setting('alerts')
        const others = settings.Mutes.filter(
          (mute) => mute.Until * 1000 > clock.now() && !(ids.has(mute.RuleId) && mute.Device === (Device ?? '')),
        )
        const Mutes = Seconds === 0 ? others : [...others, ...muted]
        if (Mutes.length > MOST_MUTES) throw new Invalid(phrase('messages.mutesFull', MOST_MUTES))
        draft.set('alerts', { ...settings, Mutes })
      })
      return mutes()
    },
  }
}

/** The rule at an index, or the one with this id; undefined past the end of the list. Throws `Invalid` if it was deleted. */
function find(rules: readonly AlertRule[], index: number, id: string | null | undefined): AlertRule | undefined {
  const present = rules[index]
  if (!id || present?.RuleId === id) return present
  const named = rules.find(({ RuleId }) => RuleId === id)
  if (present && !named) throw new Invalid(phrase('messages.alertRuleUnknown'), 'RuleId')
  return named
}

/** The ids of the rules that are muted together: the rule, and the others of its ready-made alert. None if there is no such rule. */
function sameAlert(rules: readonly AlertRule[], id: string): string[] {
  const rule = rules.find(({ RuleId }) => RuleId === id)
  if (!rule) return []
  return rules
    .filter(({ RuleId, Ready }) => RuleId === id || (Ready !== '' && Ready === rule.Ready))
    .map((one) => one.RuleId)
}

/** Returns the content if its conditions and fields compile. Throws `Invalid`. */
function checked(content: RuleContent): RuleContent {
  compileRule(content)
  return content
}

const alwaysOnline = (facts: Facts): string[] =>
  [...facts.devices].filter(([, { DeviceTags }]) => DeviceTags.includes(ALWAYS_ONLINE)).map(([identity]) => identity)

/** Gives these devices the tag, and takes it from all others. Returns the devices that changed. */
function tagDevices(draft: Draft, identities: readonly string[]): (readonly [before: Device, after: Device])[] {
  for (const [index, identity] of identities.entries())
    if (!draft.devices.get(identity)) throw new Invalid(phrase('field.deviceUnknown', identity), `Devices.${index}`)
  const chosen = new Set(identities)
  const changed: (readonly [Device, Device])[] = []
  for (const [identity, device] of [...draft.devices.rows()]) {
    const isTagged = device.DeviceTags.includes(ALWAYS_ONLINE)
    if (isTagged === chosen.has(identity)) continue
    const others = device.DeviceTags.filter((tag) => tag !== ALWAYS_ONLINE)
    const after = { ...device, DeviceTags: isTagged ? others : [...others, ALWAYS_ONLINE] }
    draft.devices.put(identity, after)
    changed.push([device, after])
  }
  return changed
}

/** The devices of the home, for templates: by address, MAC address or VPN key. */
export const openTemplateNames = ({ devices }: Pick<Facts, 'devices'>): TemplateNames => ({
  deviceOf(value) {
    const device = devices.get(value) ?? devices.by('RecentIP', value) ?? devices.by('WGPubKey', value)
    return device && { name: device.Name, mac: device.MAC, ip: device.RecentIP }
  },
})
