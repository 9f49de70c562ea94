import type { LinkProps } from '@tanstack/react-router'
import { users } from '../../../../router/model/access/users/contract.ts'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { names } from '../../../../router/model/dns/names/contract.ts'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { automations } from '../../../../router/model/messages/automations/contract.ts'
import { notify } from '../../../../router/model/messages/notify/contract.ts'
import type { Details, Operation } from '../../../../router/model/operation.ts'
import { plugins } from '../../../../router/model/plugins/installed/contract.ts'
import { sites } from '../../../../router/model/vpn/sites/contract.ts'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import type { OperationReply } from '../../../client/call.ts'
import { searchTexts as words } from '../../../texts/home/search.ts'
import { ownRules } from '../../dns/blocklists/rules/ownRules.ts'
import { nameOfList } from '../../dns/blocklists/suggestions.ts'
import { translatedRuleName } from '../../messages/alerts/ownTexts.ts'
import { type SearchResult, type SearchResultKind, wordsIn } from './find.ts'

/** A list of the router whose rows are results. */
export interface SearchSource {
  readonly operation: Operation
  readonly itemsOf: (reply: never) => readonly SearchResult[]
  /** Loaded only if the router has this feature. */
  readonly feature?: 'dns'
}

type Listed = Pick<SearchResult, 'title' | 'opens'> & { readonly id?: string }

/** The rows of a list, which are found by everything in them. */
const source = <D extends Details, T>(
  operation: Operation<D>,
  kind: SearchResultKind,
  detail: string,
  rowsOf: (reply: OperationReply<D>) => readonly T[],
  listed: (row: T) => Listed,
): SearchSource => ({
  operation: operation as unknown as Operation,
  itemsOf: (reply) =>
    rowsOf(reply).map((row) => {
      const { title, opens, id = title } = listed(row)
      return { id: `${detail} ${id}`, kind, title, detail, words: wordsIn(row), opens }
    }),
})
/** Two kinds of results from one list. */
const joined = (a: SearchSource, b: SearchSource): SearchSource => ({
  ...a,
  itemsOf: (reply) => [...a.itemsOf(reply), ...b.itemsOf(reply)],
})
const ofDns = (one: SearchSource): SearchSource => ({ ...one, feature: 'dns' })
const all = <T>(rows: readonly T[]): readonly T[] => rows
const named = (to: NonNullable<LinkProps['to']>, name: string) => ({ to, search: { name } as never })
const of = words.details

/** Lists that only the search loads. */
export const SOURCES: readonly SearchSource[] = [
  ofDns(
    joined(
      source(dnsBlock.config, 'rule', of.dnsRule, ownRules, ({ Domain, Type, set, ClientIP }) => ({
        id: `${set} ${Type} ${Domain} ${ClientIP}`,
        title: withoutDot(Domain),
        opens: { to: '/admin/dns/rules' },
      })),
      source(
        dnsBlock.config,
        'rule',
        of.blockList,
        ({ BlockLists }) => BlockLists,
        ({ URI }) => ({ id: URI, title: nameOfList(URI), opens: { to: '/admin/dns' } }),
      ),
    ),
  ),
  ofDns(
    source(names.list, 'network', of.localName, all, ({ Hostname }) => ({
      title: Hostname,
      opens: { to: '/admin/dns/names' },
    })),
  ),
  source(alerts.list, 'rule', of.alertRule, all, ({ RuleId, Name, TopicPrefix }) => ({
    id: RuleId,
    title: translatedRuleName(TopicPrefix, Name) ?? Name,
    opens: { to: '/admin/alerts/rules' },
  })),
  source(links.configuration, 'network', of.port, all, ({ Name }) => ({
    title: Name,
    opens: { to: '/admin/links/$name', params: { name: Name } },
  })),
  source(radioState.radios, 'network', of.radio, all, ({ Ssid, Interface }) => ({
    id: Interface,
    title: Ssid || Interface,
    opens: { to: '/admin/wifi/$name', params: { name: Interface } },
  })),
  source(tunnels.list, 'network', of.tunnel, all, ({ Name }) => ({
    title: Name,
    opens: named('/admin/vpn/tunnel', Name),
  })),
  source(tunnels.exits, 'network', of.exit, all, ({ Name }) => ({
    title: Name,
    opens: named('/admin/vpn/exit', Name),
  })),
  source(sites.list, 'network', of.site, all, ({ Name }) => ({ title: Name, opens: named('/admin/vpn/site', Name) })),
  source(parental.personas, 'group', of.persona, all, ({ Name }) => ({
    title: Name,
    opens: named('/admin/schedules/persona', Name),
  })),
  source(users.list, 'program', of.user, all, ({ Name }) => ({ title: Name, opens: { to: '/admin/system/users' } })),
  source(notify.list, 'program', of.target, all, ({ Id, Name }) => ({
    id: Id,
    title: Name,
    opens: { to: '/admin/system/notifications/target', search: { id: Id } as never },
  })),
  source(automations.list, 'program', of.automation, all, ({ Name }) => ({
    title: Name,
    opens: named('/admin/system/automations/script', Name),
  })),
  source(plugins.plugins, 'program', of.plugin, all, ({ Name }) => ({
    title: Name,
    opens: { to: '/admin/plugins/$name', params: { name: Name } },
  })),
]
