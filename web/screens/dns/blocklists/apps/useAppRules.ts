import { useMutation } from '@tanstack/react-query'
import { pfw } from '../../../../../router/model/firewall/rules/contract.ts'
import type { TimeWindow } from '../../../../../router/model/firewall/rules/window.ts'
import { call } from '../../../../client/client.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { appTexts as texts } from '../../../../texts/dns/blocklists/apps.ts'
import { labelTags } from '../../../home/devices/tag.ts'
import { useEntries } from '../../../home/devices/useEntries.ts'
import { useKnownGroups } from '../../../home/groups/useGroups.ts'
import { inputOf, type ListedRule } from '../../../home/schedules/schedule.ts'
import { type AppRuleTarget, keyOfTarget, ruleFor, selected } from './target.ts'

const MOST_NAME = 64

export interface SafeSearchChoice {
  readonly Google: boolean
  readonly Bing: boolean
  readonly DuckDuckGo: boolean
  readonly YouTube: 'off' | 'moderate' | 'strict'
}
export const NO_SAFE_SEARCH: SafeSearchChoice = { Google: false, Bing: false, DuckDuckGo: false, YouTube: 'off' }

/** Changes of the rules of a target, whose name is part of the names of new rules. Changes are sent one after another, each based on the rules as then stored. */
export function useAppRules(target: AppRuleTarget, targetName: string) {
  const save = useMutation({
    scope: { id: 'apps' },
    gcTime: 0,
    mutationFn: async (edit: (rules: readonly ListedRule[]) => Promise<unknown>) => edit(await call(pfw.rules)),
    onSettled: () => readAgain(pfw.rules),
  })
  const write = (rule: ListedRule | undefined, name: string, Do: ListedRule['Do'], times?: readonly TimeWindow[]) => {
    const When = { ...selected(target), Times: [...(times ?? rule?.When.Times ?? [])] }
    return rule
      ? call(pfw.replace, { params: { id: rule.Id }, body: { ...inputOf(rule), When, Do } })
      : call(pfw.add, { body: { Name: name.slice(0, MOST_NAME), When, Do } })
  }
  const drop = (rule: ListedRule | undefined) => rule && call(pfw.remove, { params: { id: rule.Id } })

  return {
    save,
    setService: (id: string, isBlocked: boolean) =>
      save.mutate(async (now) => {
        const rule = ruleFor(now, 'services', target)
        const others = (rule?.Do.Services ?? []).filter((one) => one !== id)
        const Services = isBlocked ? [...others, id] : others
        return Services.length > 0
          ? write(rule, texts.ruleName(targetName), { Kind: 'services', Services })
          : drop(rule)
      }),
    setTimes: (times: readonly TimeWindow[], onSuccess: () => void) =>
      save.mutate(
        async (now) => {
          const rule = ruleFor(now, 'services', target)
          return rule && write(rule, '', rule.Do, times)
        },
        { onSuccess },
      ),
    setSafeSearch: (part: Partial<SafeSearchChoice>) =>
      save.mutate(async (now) => {
        const rule = ruleFor(now, 'safesearch', target)
        const { Google, Bing, DuckDuckGo, YouTube } = { ...NO_SAFE_SEARCH, ...rule?.Do, ...part }
        return Google || Bing || DuckDuckGo || YouTube !== 'off'
          ? write(rule, texts.safeName(targetName), { Kind: 'safesearch', Google, Bing, DuckDuckGo, YouTube })
          : drop(rule)
      }),
  }
}

/** Everything that rules can be for, as options of a field, and the names. */
export function useTargetOptions() {
  const { entries = [] } = useEntries()
  const groups = useKnownGroups()
  const tags = [...new Set(entries.flatMap(({ device }) => labelTags(device.DeviceTags)))].sort()
  const names = new Map(entries.map(({ identity, name }) => [identity, name]))
  const item = (target: AppRuleTarget, label: string) => ({ value: keyOfTarget(target), label })
  const options = [
    { value: '', label: texts.choose },
    item({ kind: 'everyone' }, texts.everyone),
    {
      group: texts.kindsOfTarget.device,
      items: entries.map(({ identity, name }) => item({ kind: 'device', name: identity }, name)),
    },
    { group: texts.kindsOfTarget.group, items: groups.map(({ Name: name }) => item({ kind: 'group', name }, name)) },
    { group: texts.kindsOfTarget.tag, items: tags.map((name) => item({ kind: 'tag', name }, name)) },
  ].filter((one) => !('items' in one) || one.items.length > 0)
  const nameOf = (target: AppRuleTarget): string =>
    target.kind === 'everyone' ? texts.everyone : (names.get(target.name) ?? target.name)
  return { options, nameOf }
}
