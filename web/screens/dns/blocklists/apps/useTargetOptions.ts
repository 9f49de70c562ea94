import { appTexts as texts } from '../../../../texts/dns/blocklists/apps.ts'
import { labelTags } from '../../../home/devices/tag.ts'
import { useEntries } from '../../../home/devices/useEntries.ts'
import { useKnownGroups } from '../../../home/devices/useKnownGroups.ts'
import { type AppRuleTarget, keyOfTarget } from './target.ts'

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
