import { itemOf } from '../driver.ts'
import type { LinkStep } from './item.ts'
import { slashed } from './settings.ts'

/**
 * The steps without those of links that exist anew: such a link has neither its address nor its settings. hostapd creates the link
 * of a station each time that it joins, and no other program changed anything.
 */
export function exceptRecreated(steps: readonly LinkStep[]): readonly LinkStep[] {
  const recreated = [...bareLinks(steps)].filter((link) => steps.some((step) => isSettingOf(link, step)))
  return steps.filter((step) => !recreated.some((link) => linkOf(step) === link || isSettingOf(link, step)))
}

/** Links that lack an address of theirs. */
function bareLinks(steps: readonly LinkStep[]): ReadonlySet<string> {
  const bare = new Set<string>()
  for (const { had, value } of steps)
    if (had === undefined && (value?.kind === 'address' || value?.kind === 'local')) bare.add(value.link)
  return bare
}

function isSettingOf(link: string, step: LinkStep): boolean {
  const item = itemOf(step)
  return item.kind === 'sysctl' && item.name.includes(`.conf.${slashed(link)}.`)
}

function linkOf(step: LinkStep): string | undefined {
  const item = itemOf(step)
  return 'link' in item ? item.link : undefined
}
