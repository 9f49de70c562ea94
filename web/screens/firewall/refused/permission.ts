import { domainOf } from '../../../../router/model/dns/blocklists/domain.ts'
import { RuleInput } from '../../../../router/model/firewall/rules/pfwrule.ts'
import { refusedTexts as texts } from '../../../texts/firewall/refused.ts'
import type { OwnRule } from '../../dns/blocklists/rules/ownRules.ts'
import type { ListedRule } from '../../home/schedules/schedule.ts'
import type { FirewallRuleDraft } from '../rules/rule.ts'
import type { Refusal, RefusedDestination } from './refused.ts'

const LONGEST_NAME = 64
const HOUR = 60

/** Topics of refusals that a rule with conditions may lift. Blocks of addresses and networks precede these rules. */
const LIFTABLE: ReadonlySet<string> = new Set(['nft:drop:forward', 'nft:drop:pfw', 'nft:drop:private'])

/** Whether one rule can permit exactly what was refused: one TCP or UDP port, or a domain. */
export const canAllow = ({ topic, to }: Refusal): boolean =>
  to === undefined || (LIFTABLE.has(topic) && (to.protocol === 'tcp' || to.protocol === 'udp') && to.port !== undefined)

/** The rule that allows exactly this connection: one device, one destination, one port, before all other rules. */
export function ruleForConnection(
  { device, name }: Refusal,
  to: RefusedDestination,
  isHour: boolean,
): FirewallRuleDraft {
  return RuleInput.parse({
    Name: texts
      .ruleName(device.name, name, to.port ?? 0)
      .slice(0, LONGEST_NAME)
      .trim(),
    When: { Devices: [device.identity] },
    To: {
      Place: 'listed',
      Networks: [`${to.ip}/32`],
      Domains: to.domain === '' ? [] : [to.domain],
      Protocol: to.protocol,
      Port: String(to.port),
    },
    Do: { Kind: 'allow' },
    First: true,
    ...(isHour && { Minutes: HOUR }),
  })
}

/** The override that permits the blocked domain for exactly this device; undefined if there is none. */
export const overrideOf = ({ device, name }: Refusal, rules: readonly OwnRule[]): OwnRule | undefined =>
  rules.find(
    ({ Type, Domain, ClientIP, isPlain }) =>
      isPlain && Type === 'permit' && Domain === domainOf(name) && ClientIP === device.device.RecentIP,
  )

/** The rule that allows a refused connection now and was made for it; undefined if there is none. */
export const permissionOf = ({ device, to }: Refusal, rules: readonly ListedRule[]): ListedRule | undefined =>
  to &&
  rules.find(
    ({ Do, When, To, Holds }) =>
      Holds &&
      Do.Kind === 'allow' &&
      When.Devices.length === 1 &&
      When.Devices[0] === device.identity &&
      To.Networks.includes(`${to.ip}/32`) &&
      To.Protocol === to.protocol &&
      To.Port === String(to.port),
  )
