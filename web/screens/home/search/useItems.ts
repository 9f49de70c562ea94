import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import type { DnsTop } from '../../../../router/model/dns/querylog/toplist.ts'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isPause } from '../../../../router/model/firewall/rules/pause.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import type { Device } from '../../../../router/model/home/devices/device.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import type { Operation } from '../../../../router/model/operation.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import { may, ownRole } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { isOpenTo } from '../../../parts/navigation/sections.ts'
import { shownName } from '../../../parts/values/name.ts'
import { searchTexts as words } from '../../../texts/home/search.ts'
import { languageTexts } from '../../../texts/language.ts'
import { texts } from '../../../texts.ts'
import type { HomeView } from '../../firewall/config/home.ts'
import { FIREWALL_RULE_KINDS, keyOfFirewallRule, type RuleLists, rulesOfKind } from '../../firewall/config/rule.ts'
import { sentenceOf } from '../../firewall/config/sentence.ts'
import { useRules } from '../../firewall/config/useRules.ts'
import { withoutPort } from '../../messages/events/fields.ts'
import { labelTags } from '../devices/tag.ts'
import { isSchedule, type ListedRule } from '../schedules/schedule.ts'
import { notationsOf, type SearchResult, wordsIn } from './find.ts'
import { helpFor, PAUSE_MS, SHORTEST_QUERY } from './help.ts'
import { SEARCHABLE_PLACES, topicOfQuery } from './places.ts'
import { SOURCES } from './sources.ts'

const HOURS = 24
const MOST_DOMAINS = 100
const MOST_QUERIES = 5

/** Everything that the search looks through, as far as the user may open it. What cannot be loaded is left out. */
export function useItems(typed: string): readonly SearchResult[] {
  const { data: features } = useQuery(query(system.features))
  const { data: known } = useQuery(query(devices.list))
  const { data: circles } = useQuery(query(groups.list))
  const { data: conditional } = useQuery(query(pfw.rules))
  const { config, home } = useRules()
  const hasDns = features?.includes('dns') ?? false
  const top = { query: { hours: HOURS, limit: MOST_DOMAINS } }
  const { data: asked } = useQuery({ ...query(dnsLog.top, top), enabled: hasDns && may(dnsLog.top) })
  const listed = useQueries({
    queries: SOURCES.map(({ operation, feature }) => ({
      ...query(operation as Operation<{ summary: string; tag: 'general' }>),
      enabled: may(operation) && (feature === undefined || hasDns),
    })),
    combine: itemsOfLists,
  })
  const queries = useQueriesOf(typed, hasDns, known)
  const topic = typed !== '' && isForeign ? topicOfQuery(typed) : undefined
  const { data: help } = useQuery({
    queryKey: ['help', typed, topic],
    queryFn: ({ signal }) => helpFor(typed, topic, signal),
    enabled: typed.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const own = useMemo(
    () =>
      [
        ...(known ? devicesIn(known) : []),
        ...placesWith(hasDns),
        ...(known && circles ? labelsIn(circles, Object.values(known)) : []),
        ...(config ? firewallRulesIn(config, home) : []),
        ...(conditional ?? []).map(conditionalRule),
        ...listed,
        ...(asked ? domainsIn(asked) : []),
      ].filter(isOpen),
    [known, circles, config, home, conditional, listed, asked, hasDns],
  )
  return useMemo(
    () => [...own, ...queries.filter(isOpen), ...(help ?? []), ...moreFor(typed, hasDns).filter(isOpen)],
    [own, queries, help, typed, hasDns],
  )
}

/** Whether the pages of the documentation are in another language than the app. */
const isForeign = languageTexts.code !== 'en'

const isOpen = ({ opens }: SearchResult): boolean => typeof opens === 'string' || isOpenTo(ownRole(), String(opens.to))

const itemsOfLists = (results: readonly { readonly data: unknown }[]): SearchResult[] =>
  results.flatMap(({ data }, index) => (data === undefined ? [] : (SOURCES[index]?.itemsOf(data as never) ?? [])))

/** The latest queries of the DNS log with all words. */
function useQueriesOf(typed: string, hasDns: boolean, known: Known | undefined): readonly SearchResult[] {
  const [sought] = useDebouncedValue(typed, PAUSE_MS)
  const { data } = useQuery({
    ...query(dnsLog.queries, { query: { search: sought, limit: MOST_QUERIES } }),
    enabled: hasDns && sought.length >= SHORTEST_QUERY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return useMemo(() => (data ? queriesIn(data.Queries, known ?? {}, sought) : []), [data, known, sought])
}

type Known = Readonly<Record<string, Device>>

/** One for each domain and device, newest first. */
function queriesIn(records: readonly DnsLogRecord[], known: Known, sought: string): SearchResult[] {
  const names = new Map(Object.values(known).map(({ RecentIP, Name }) => [RecentIP, shownName(Name)]))
  const items = records.map(({ FirstName, Remote, Type }): SearchResult => {
    const client = withoutPort(Remote)
    const name = withoutDot(FirstName)
    const result = Type === 'BLOCKED' ? words.blockedDomain : words.askedDomain
    return {
      id: `query ${client} ${name}`,
      kind: 'domain',
      title: name,
      detail: `${names.get(client) || client} · ${result}`,
      words: sought,
      opens: { to: '/admin/dns/log', search: { words: name, client } as never },
    }
  })
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** The screens that can search further back than this list. */
const moreFor = (typed: string, hasDns: boolean): SearchResult[] => [
  ...(hasDns ? [more('dnsLog', typed, { to: '/admin/dns/log', search: { words: typed } as never })] : []),
  more('events', typed, { to: '/admin/alerts/events', search: { q: typed } as never }),
  more('logs', typed, { to: '/admin/logs', search: { words: typed } as never }),
]

const more = (place: keyof typeof words.more, typed: string, opens: SearchResult['opens']): SearchResult => ({
  ...{ id: `more ${place}`, kind: 'more', title: words.more[place](typed), opens },
})

const devicesIn = (known: Readonly<Record<string, Device>>): SearchResult[] =>
  Object.entries(known).map(([identity, { Name, MAC, RecentIP, Groups, DeviceTags }]) => ({
    id: `device ${identity}`,
    kind: 'device',
    title: shownName(Name) || texts.devices.unnamed,
    detail: [RecentIP, MAC].filter(Boolean).join(' · '),
    words: [notationsOf(MAC), ...Groups, ...labelTags(DeviceTags)].join(' '),
    opens: { to: '/admin/devices/$identity', params: { identity } },
  }))

const placesWith = (hasDns: boolean): SearchResult[] =>
  SEARCHABLE_PLACES.filter(
    ({ feature, isForOthers }) => (feature === undefined || hasDns) && !(isForOthers && ownRole() === 'owner'),
  ).map((place) => ({
    id: `screen ${place.title}`,
    kind: 'screen',
    title: place.title,
    ...(place.in !== undefined && { detail: place.in }),
    words: place.words,
    opens: { to: place.to, ...(place.search && { search: place.search as never }) },
  }))

function labelsIn(circles: readonly GroupSettings[], known: readonly Device[]): SearchResult[] {
  const tags = new Set(known.flatMap(({ DeviceTags }) => labelTags(DeviceTags)))
  return [
    ...circles.map(({ Name }) => label('group', Name, words.group)),
    ...[...tags].map((tag) => label('tag', tag, words.tag)),
  ]
}

/** Opens the devices with a group or tag. */
const label = (by: 'group' | 'tag', name: string, detail: string): SearchResult => ({
  id: `${by} ${name}`,
  kind: 'group',
  title: name,
  detail,
  opens: { to: '/admin/devices', search: { [by]: name } as never },
})

const firewallRulesIn = (lists: RuleLists, home: HomeView): SearchResult[] =>
  FIREWALL_RULE_KINDS.flatMap((kind) => rulesOfKind(kind, lists)).map((ruled) => {
    const { kind, rule } = ruled
    const name = 'RuleName' in rule ? rule.RuleName : ''
    const sentence = sentenceOf(ruled, home)
    return {
      id: `rule ${kind} ${keyOfFirewallRule(ruled)}`,
      kind: 'rule',
      title: name || sentence,
      detail: name ? sentence : texts.shell.firewall,
      words: wordsIn(rule),
      opens: { to: '/admin/firewall/$kind', params: { kind }, search: { rule: keyOfFirewallRule(ruled) } as never },
    }
  })

function conditionalRule(rule: ListedRule): SearchResult {
  const { Id: id, Name } = rule
  const base = { id: `rule ${id}`, kind: 'rule', title: Name, words: wordsIn(rule) } as const
  if (isPause(rule)) return { ...base, detail: texts.shell.schedules, opens: { to: '/admin/schedules' } }
  const to = isSchedule(rule) ? '/admin/schedules/edit' : '/admin/schedules/rules/edit'
  return { ...base, detail: texts.shell.schedules, opens: { to, search: { id } as never } }
}

const domainsIn = ({ Domains, BlockedDomains }: DnsTop): SearchResult[] => {
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
