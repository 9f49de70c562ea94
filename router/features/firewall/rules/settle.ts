import { isDeepStrictEqual } from 'node:util'
import { type EffectiveRule, effectiveRules } from '../../../model/firewall/rules/effectiverules.ts'
import type { Variables } from '../../../model/firewall/rules/expression.ts'
import { type Circumstances, type RuleTime, timeOfRule } from '../../../model/firewall/rules/schedule.ts'
import type { PfwState } from '../../../model/firewall/rules/state.ts'
import { keyOfDevice } from '../../../model/home/devices/device.ts'
import { stationLink } from '../../../model/internet/links/interface.ts'
import type { Moment } from '../../../model/machine/localtime/moments.ts'
import type { Draft, Facts } from '../../../store/facts.ts'

type Presence = {
  readonly [K in 'devices' | 'stations' | 'leases' | 'links' | 'vpnPeers' | 'pfwUsage']: Pick<Facts[K], 'get'>
}
type Conditions = Presence & { readonly setting: (key: 'pfwVariables') => Variables }

/** Whether a device is connected: over wifi, by a cable with a valid lease, or by the VPN. */
export function isOnline(identity: string, { devices, stations, leases, links, vpnPeers }: Presence): boolean {
  const device = devices.get(identity)
  if (!device) return false
  if (stations.get(device.MAC) || vpnPeers.get(device.WGPubKey)?.online) return true
  const lease = leases.get(device.MAC)
  if (!lease || stationLink(lease.link)) return false
  return links.get(lease.link)?.up !== false
}

export const circumstancesIn = (facts: Conditions, { now, zone }: Moment): Circumstances => ({
  now,
  zone,
  isOnline: (identity) => isOnline(identity, facts),
  usage: (target) => facts.pfwUsage.get(target),
  variables: facts.setting('pfwVariables'),
})

/** The enabled rules of the facts, in the order of evaluation. */
export const rulesOfFacts = (facts: Pick<Facts, 'pfwRules' | 'personas'>): EffectiveRule[] =>
  effectiveRules({
    rules: facts.pfwRules.values(),
    personas: facts.personas.values(),
  })

const rulesOfDraft = (draft: Draft): EffectiveRule[] =>
  effectiveRules({
    rules: [...draft.pfwRules.rows()].map(([, rule]) => rule),
    personas: [...draft.personas.rows()].map(([, persona]) => persona),
  })

/** The times of all rules, by their identifiers. */
export const timesOfRules = (rules: readonly EffectiveRule[], circumstances: Circumstances): Map<string, RuleTime> =>
  new Map(rules.map((rule) => [rule.Id, timeOfRule(rule, circumstances)]))

/** Stores which rules hold now. Call in every edit that changes rules, personas or what they depend on. */
export function settle(draft: Draft, moment: Moment): void {
  const times = timesOfRules(rulesOfDraft(draft), circumstancesIn(draft, moment))
  for (const [id] of [...draft.pfwStates.rows()]) if (!times.has(id)) draft.pfwStates.remove(id)
  for (const [id, time] of times) {
    const state = stateOf(time)
    if (!isDeepStrictEqual(draft.pfwStates.get(id), state)) draft.pfwStates.put(id, state)
  }
}

const stateOf = ({ id, holds, until, skipped }: RuleTime): PfwState => ({ id, holds, until, skipped })

/** Removes rules, pauses and postponements whose time has passed. */
export function removeEnded(draft: Draft, now: number): void {
  const isOver = (until: number): boolean => until > 0 && until * 1000 <= now
  for (const [id, rule] of [...draft.pfwRules.rows()]) {
    const Skips = rule.Skips.filter(({ Until }) => !isOver(Until))
    if (isOver(rule.Until)) draft.pfwRules.remove(id)
    else if (Skips.length < rule.Skips.length) draft.pfwRules.put(id, { ...rule, Skips })
  }
  for (const [tag, persona] of [...draft.personas.rows()]) {
    const { PauseUntil, GrantUntil, PostponedUntil } = persona
    if (![PauseUntil, GrantUntil, PostponedUntil].some(isOver)) continue
    draft.personas.put(tag, {
      ...persona,
      PauseUntil: isOver(PauseUntil) ? 0 : PauseUntil,
      GrantUntil: isOver(GrantUntil) ? 0 : GrantUntil,
      PostponedUntil: isOver(PostponedUntil) ? 0 : PostponedUntil,
    })
  }
}

/** The key of a device in the facts by its MAC address or VPN key. */
export const identityIn = (identity: string, { devices }: Pick<Facts, 'devices'>): string | undefined => {
  const device = devices.get(identity) ?? devices.by('WGPubKey', identity)
  return device && keyOfDevice(device)
}
