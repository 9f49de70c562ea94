import type { ActionKind } from '../../../../../router/model/firewall/rules/pfwrule.ts'
import type { ListedRule } from '../../../home/schedules/schedule.ts'

/** The devices of a choice: all, one device, or those of a group or tag. */
export type AppRuleTarget =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'device' | 'group' | 'tag'; readonly name: string }

/** A target as the value of a field, which is empty while nothing is chosen. */
export const keyOfTarget = (target: AppRuleTarget): string =>
  target.kind === 'everyone' ? target.kind : `${target.kind} ${target.name}`

export function targetOfKey(key: string): AppRuleTarget | undefined {
  const [kind, ...words] = key.split(' ')
  const name = words.join(' ')
  if (kind === 'everyone') return { kind }
  return kind === 'device' || kind === 'group' || kind === 'tag' ? { kind, name } : undefined
}

/** The conditions of a rule for a target, without times. */
export const selected = (target: AppRuleTarget) => ({
  Devices: target.kind === 'device' ? [target.name] : [],
  Groups: target.kind === 'group' ? [target.name] : [],
  Tags: target.kind === 'tag' ? [target.name] : [],
})

/** The target of a rule; undefined for one with several devices, groups or tags, or with other conditions than times. */
export function targetOf({ When, Until }: Pick<ListedRule, 'When' | 'Until'>): AppRuleTarget | undefined {
  const { Devices, Groups, Tags, Online, UsedMinutes } = When
  if (Online.length > 0 || UsedMinutes > 0 || Until > 0) return undefined
  const all: AppRuleTarget[] = [
    ...Devices.map((name) => ({ kind: 'device', name }) as const),
    ...Groups.map((name) => ({ kind: 'group', name }) as const),
    ...Tags.map((name) => ({ kind: 'tag', name }) as const),
  ]
  return all.length > 1 ? undefined : (all[0] ?? { kind: 'everyone' })
}

/** The enabled rule for a target with this action. */
export function ruleFor<K extends ActionKind>(rules: readonly ListedRule[], kind: K, target: AppRuleTarget) {
  const key = keyOfTarget(target)
  const found = rules.find((rule) => {
    const own = rule.Do.Kind === kind && !rule.Disabled ? targetOf(rule) : undefined
    return own !== undefined && keyOfTarget(own) === key
  })
  return found as (ListedRule & { Do: Extract<ListedRule['Do'], { Kind: K }> }) | undefined
}
