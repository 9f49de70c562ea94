import type { Core } from '../../../core.ts'
import { netOf } from '../../../model/firewall/config/configrule.ts'
import { listsDomains } from '../../../model/firewall/rules/destinations.ts'
import type { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import type { Entry } from '../../../store/table.ts'
import { type AddressSet, addressSet, hasAddress } from '../../../values/addressset.ts'
import { type Ip, ipToNumber } from '../../../values/ip.ts'
import { containsIp, reachOf } from '../../../values/subnet.ts'
import { openDomainAddresses, type WatchNames } from '../../dns/names/domains.ts'

/** A device may use an address of a longer TTL after the rule has lost it. */
const LONGEST_S = 24 * 3600

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock' | 'lookUp'> {
  readonly watch: WatchNames
}

export interface RuleDomains extends Disposable {
  /** Call with every change of the facts, after it is in force. */
  learn(entries: readonly Entry[]): void
}

/**
 * The addresses of a rule's domains that its set has: not those that its networks have already, and for a rule that allows only
 * public ones, so that a name of the internet opens no way into the home.
 */
export function hostsOf(
  { To, Do }: Pick<RuleInput, 'To' | 'Do'>,
  ips: readonly Ip[],
  networks?: AddressSet,
): AddressSet {
  const nets = networks ? [] : To.Networks.map(netOf)
  const mine = ips
    .filter((ip) => Do.Kind !== 'allow' || reachOf(ip) === 'public')
    .filter((ip) => !nets.some((net) => containsIp(net, ip)) && !(networks && hasAddress(networks, ipToNumber(ip))))
  return addressSet(mine.map(ipToNumber).map((at) => ({ start: at, end: at })))
}

/**
 * Keeps `pfwHosts` up to date: the addresses that the names in the domains of rules resolve to. The router resolves a domain itself
 * when a rule with it is saved; devices may have cached older answers.
 */
export function openRuleDomains({ facts, change, clock, watch, lookUp }: Deps): RuleDomains {
  const resolved = new Set<string>()
  const addresses = openDomainAddresses({
    ...{ clock, watch, longestS: LONGEST_S },
    owners: () =>
      new Map(
        [...facts.pfwRules.values()].flatMap(({ Id, Disabled, To }) =>
          !Disabled && listsDomains(To) ? [[Id, To.Domains]] : [],
        ),
      ),
    async store(all) {
      const rows = [...all].flatMap(([id, ips]) => {
        const rule = facts.pfwRules.get(id)
        return rule ? [{ id, addresses: hostsOf(rule, ips, facts.pfwNetworks.get(id)?.addresses) }] : []
      })
      const differs = rows.filter(
        ({ id, addresses }) => (facts.pfwHosts.get(id)?.addresses ?? []).join() !== addresses.join(),
      )
      const gone = [...facts.pfwHosts.keys()].filter((id) => !all.has(id))
      if (differs.length + gone.length === 0) return
      await change((draft) => {
        for (const row of differs) draft.pfwHosts.put(row.id, row)
        for (const id of gone) draft.pfwHosts.remove(id)
      })
    },
  })
  const resolve = async (name: string): Promise<void> => {
    const found = await lookUp(name)
    if (found) await addresses.found(name, found)
  }
  const refresh = (): void => {
    addresses.refresh()
    const names = new Set(
      [...facts.pfwRules.values()].flatMap(({ Disabled, To }) => (!Disabled && listsDomains(To) ? To.Domains : [])),
    )
    for (const name of resolved) if (!names.has(name)) resolved.delete(name)
    for (const name of names.difference(resolved)) {
      resolved.add(name)
      // Without a response, the set is filled by the first one that a device gets.
      void resolve(name).catch(() => undefined)
    }
  }
  refresh()
  return {
    learn(entries) {
      if (entries.some(({ table }) => table === 'pfwRules')) refresh()
    },
    [Symbol.dispose]: () => addresses[Symbol.dispose](),
  }
}
