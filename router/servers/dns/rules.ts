import type { DnsClient, DnsRules, SafeRedirect } from '../../compiler/network.ts'
import { EVERYBODY } from '../../model/dns/blocklists/key.ts'
import type { Ip } from '../../values/ip.ts'
import type { FilterItem } from './item.ts'
import { type Overrides, openOverrides } from './overrides.ts'
import type { FilterMode } from './stage.ts'

/** The owner's filter settings, except for the block lists. */
export interface FilterRules {
  /** The address that every name resolves to for a device in quarantine; empty for NXDOMAIN. */
  readonly quarantineHost: Ip | ''
  readonly checksRebinding: boolean
  readonly answersCanaries: boolean
  readonly overrides: Overrides
  /** The name that a name of a search engine becomes for a client; undefined for itself. */
  safeSearch(name: string, client: DnsClient): string | undefined
  /** How much of the filter applies to queries from this address. */
  filteringOf(ip: Ip): FilterMode
}

/** Items of the filter that are not block lists. */
export type RuleItem = Exclude<FilterItem, { readonly kind: 'list' }>

const DEFAULTS: DnsRules = { quarantineHost: '', checksRebinding: true, answersCanaries: true }

export function openDnsRules(): FilterRules & { set(item: RuleItem): void; remove(item: RuleItem): void } {
  const overrides = openOverrides()
  const redirects = new Map<string, readonly SafeRedirect[]>()
  const excluded = new Set<Ip>()
  const paused = new Set<Ip>()
  let rules = DEFAULTS

  return {
    get quarantineHost() {
      return rules.quarantineHost
    },
    get checksRebinding() {
      return rules.checksRebinding
    },
    get answersCanaries() {
      return rules.answersCanaries
    },
    overrides,
    safeSearch: (name, { tags }) =>
      redirects.size === 0 ? undefined : redirects.get(name)?.find(({ tag }) => tags.includes(tag))?.target,
    filteringOf(ip) {
      if (excluded.size > 0 && excluded.has(ip)) return 'none'
      return paused.size > 0 && (paused.has(EVERYBODY) || paused.has(ip)) ? 'paused' : 'full'
    },
    set(item) {
      switch (item.kind) {
        case 'rules':
          rules = item.rules
          break
        case 'overrides':
          overrides.order(item.lists)
          break
        case 'override':
          overrides.set(item.key, item.override)
          break
        case 'safesearch':
          redirects.set(item.name, item.redirects)
          break
        case 'excluded':
          excluded.add(item.ip)
          break
        case 'paused':
          paused.add(item.ip)
      }
    },
    remove(item) {
      switch (item.kind) {
        case 'rules':
          rules = DEFAULTS
          break
        case 'overrides':
          overrides.order([])
          break
        case 'override':
          overrides.remove(item.key)
          break
        case 'safesearch':
          redirects.delete(item.name)
          break
        case 'excluded':
          excluded.delete(item.ip)
          break
        case 'paused':
          paused.delete(item.ip)
      }
    },
  }
}
