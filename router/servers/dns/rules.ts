import type { DnsRules } from '../../compiler/network.ts'
import { EVERYBODY } from '../../features/dnsblock/key.ts'
import type { KeptOverride } from '../../features/dnsblock/override.ts'
import type { Ip } from '../../values/ip.ts'
import { type CountedList, type Overrides, openOverrides } from './overrides.ts'
import type { Filtering } from './stage.ts'

/** The owner's filter settings, except for the block lists. */
export interface Rules {
  /** Where every name leads for a device in quarantine; empty for nowhere. */
  readonly quarantineHost: Ip | ''
  readonly checksRebinding: boolean
  readonly answersCanaries: boolean
  readonly overrides: Overrides
  /** How much of the filter counts for who asks from here. */
  filteringOf(ip: Ip): Filtering
  /** Whether rules apply to this address alone, so that its responses may differ from others. */
  concerns(ip: Ip): boolean
}

export interface RuleBoard extends Rules {
  /**
   * One item, `undefined` takes it away: `rules` → DnsRules as JSON; `overrides` → the lists that count, in order, as JSON;
   * `override <key>` → KeptOverride as JSON; `excluded <ip>`; `paused <ip>`, or `paused *` for everybody. False for any other.
   */
  put(kind: string, rest: string, value: string | undefined): boolean
}

const DEFAULTS: DnsRules = { quarantineHost: '', checksRebinding: true, answersCanaries: true }

export function openRuleBoard(): RuleBoard {
  const overrides = openOverrides()
  const excluded = new Set<Ip>()
  const paused = new Set<Ip>()
  let allPaused = false
  let rules = DEFAULTS

  const mark = (set: Set<Ip>, ip: Ip, value: string | undefined): void => {
    if (value === undefined) set.delete(ip)
    else set.add(ip)
  }
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
    filteringOf(ip) {
      if (excluded.size > 0 && excluded.has(ip)) return 'none'
      return allPaused || (paused.size > 0 && paused.has(ip)) ? 'paused' : 'full'
    },
    concerns: (ip) => excluded.has(ip) || paused.has(ip) || overrides.concerns(ip),
    put(kind, rest, value) {
      if (kind === 'rules') rules = value === undefined ? DEFAULTS : JSON.parse(value)
      else if (kind === 'overrides') overrides.order(JSON.parse(value ?? '[]') as CountedList[])
      else if (kind === 'override')
        overrides.put(rest, value === undefined ? undefined : (JSON.parse(value) as KeptOverride))
      else if (kind === 'excluded') mark(excluded, rest, value)
      else if (kind === 'paused' && rest === EVERYBODY) allPaused = value !== undefined
      else if (kind === 'paused') mark(paused, rest, value)
      else return false
      return true
    },
  }
}
