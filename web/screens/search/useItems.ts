import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devices } from '../../../router/features/devices/contract.ts'
import type { Device } from '../../../router/features/devices/device.ts'
import { dnsLog } from '../../../router/features/dnslog/contract.ts'
import type { DnsTop } from '../../../router/features/dnslog/toplist.ts'
import { groups } from '../../../router/features/groups/contract.ts'
import type { Group } from '../../../router/features/groups/group.ts'
import { pfw } from '../../../router/features/pfw/contract.ts'
import { isPause } from '../../../router/features/pfw/pause.ts'
import { system } from '../../../router/features/system/contract.ts'
import { ownRole } from '../../client/may.ts'
import { query } from '../../client/query.ts'
import { isOpenTo } from '../../parts/shell/openTo.ts'
import { shownName } from '../../parts/values/name.ts'
import { searchTexts as words } from '../../texts/search.ts'
import { texts } from '../../texts.ts'
import { labelTags } from '../devices/tag.ts'
import type { HomeView } from '../firewall/home.ts'
import { KINDS, keyOf, type RuleLists, rulesOf } from '../firewall/rule.ts'
import { sentenceOf } from '../firewall/sentence.ts'
import { useRules } from '../firewall/useRules.ts'
import { isSchedule, type Rule } from '../schedules/schedule.ts'
import { type Item, notationsOf } from './find.ts'
import { helpFor, SHORTEST } from './help.ts'
import { PLACES } from './places.ts'

const HOURS = 24
const MOST_DOMAINS = 100

/** Everything that the search looks through. What cannot be loaded is left out. */
export function useItems(typed: string): readonly Item[] {
  const { data: features } = useQuery(query(system.features))
  const { data: known } = useQuery(query(devices.list))
  const { data: circles } = useQuery(query(groups.list))
  const { data: conditional } = useQuery(query(pfw.rules))
  const { config, home } = useRules()
  const hasDns = features?.includes('dns') ?? false
  const top = { query: { hours: HOURS, limit: MOST_DOMAINS } }
  const { data: asked } = useQuery({ ...query(dnsLog.top, top), enabled: hasDns })
  const { data: help } = useQuery({
    queryKey: ['help', typed],
    queryFn: ({ signal }) => helpFor(typed, signal),
    enabled: typed.length >= SHORTEST,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const own = useMemo(
    () => [
      ...(known ? devicesIn(known) : []),
      ...placesWith(hasDns),
      ...(known && circles ? labelsIn(circles, Object.values(known)) : []),
      ...(config ? firewallRulesIn(config, home) : []),
      ...(conditional ?? []).map(conditionalRule),
      ...(asked ? domainsIn(asked) : []),
    ],
    [known, circles, config, home, conditional, asked, hasDns],
  )
  return useMemo(() => [...own, ...(help ?? [])], [own, help])
}

const devicesIn = (known: Readonly<Record<string, Device>>): Item[] =>
  Object.entries(known).map(([identity, { Name, MAC, RecentIP, Groups, DeviceTags }]) => ({
    id: `device ${identity}`,
    kind: 'device',
    title: shownName(Name) || texts.devices.unnamed,
    detail: [RecentIP, MAC].filter(Boolean).join(' · '),
    words: [notationsOf(MAC), ...Groups, ...labelTags(DeviceTags)].join(' '),
    opens: { to: '/admin/devices/$identity', params: { identity } },
  }))

const placesWith = (hasDns: boolean): Item[] =>
  PLACES.filter(({ feature, to }) => (feature === undefined || hasDns) && isOpenTo(ownRole(), to)).map((place) => ({
    id: `screen ${place.title}`,
    kind: 'screen',
    title: place.title,
    ...(place.in !== undefined && { detail: place.in }),
    words: place.words,
    opens: { to: place.to, ...(place.search && { search: place.search as never }) },
  }))

function labelsIn(circles: readonly Group[], known: readonly Device[]): Item[] {
  const tags = new Set(known.flatMap(({ DeviceTags }) => labelTags(DeviceTags)))
  return [
    ...circles.map(({ Name }) => label('group', Name, words.group)),
    ...[...tags].map((tag) => label('tag', tag, words.tag)),
  ]
}

/** Opens the devices with a group or tag. */
const label = (by: 'group' | 'tag', name: string, detail: string): Item => ({
  id: `${by} ${name}`,
  kind: 'group',
  title: name,
  detail,
  opens: { to: '/admin/devices', search: { [by]: name } as never },
})

const firewallRulesIn = (lists: RuleLists, home: HomeView): Item[] =>
  KINDS.flatMap((kind) => rulesOf(kind, lists)).map((ruled) => {
    const { kind, rule } = ruled
    const name = 'RuleName' in rule ? rule.RuleName : ''
    const sentence = sentenceOf(ruled, home)
    return {
      id: `rule ${kind} ${keyOf(ruled)}`,
      kind: 'rule',
      title: name || sentence,
      detail: name ? sentence : texts.shell.firewall,
      words: Object.values(rule).flat().join(' '),
      opens: { to: '/admin/firewall/$kind', params: { kind }, search: { rule: keyOf(ruled) } as never },
    }
  })

function conditionalRule(rule: Rule): Item {
  const { Id: id, Name, Do } = rule
  const base = { id: `rule ${id}`, kind: 'rule', title: Name, words: Do.Kind } as const
  if (isPause(rule)) return { ...base, detail: texts.shell.schedules, opens: { to: '/admin/schedules' } }
  const to = isSchedule(rule) ? '/admin/schedules/edit' : '/admin/schedules/rules/edit'
  return { ...base, detail: texts.shell.schedules, opens: { to, search: { id } as never } }
}

const domainsIn = ({ Domains, BlockedDomains }: DnsTop): Item[] => {
  const blocked = new Set(BlockedDomains.map(({ Name }) => Name))
  const names = new Set([...blocked, ...Domains.map(({ Name }) => Name)])
  return [...names].map((name) => ({
    id: `domain ${name}`,
    kind: 'domain',
    title: name,
    detail: blocked.has(name) ? words.blockedDomain : words.askedDomain,
    opens: { to: '/admin/dns/log', search: { words: name } as never },
  }))
}
