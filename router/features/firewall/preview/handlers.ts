import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { Clock, Machine } from '../../../machine/machine.ts'
import type { ForwardingRule } from '../../../model/firewall/config/configrule.ts'
import type { firewall } from '../../../model/firewall/config/contract.ts'
import { keptFrom, ownPortsOf } from '../../../model/firewall/config/ownports.ts'
import type { Preview, preview, RuleChange, RuleChangeKind } from '../../../model/firewall/preview/contract.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Change, Facts } from '../../../store/facts.ts'
import type { Ledger } from '../../../store/ledger.ts'
import { firewallHandlers } from '../config/handlers.ts'
import type { NetworksOf } from '../rules/networks.ts'
import { differenceOf } from './difference.ts'
import { type ChangedRule, probesOf } from './probes.ts'
import { previewOf, viewOfFacts } from './rulepreview.ts'

interface Deps extends Pick<Core, 'facts' | 'network' | 'memberAt' | 'apiPorts' | 'lookUp'> {
  readonly ledger: Pick<Ledger, 'copy'>
  readonly machine: Pick<Machine, 'nftList'>
  readonly clock: Pick<Clock, 'now'>
  /** The addresses of countries and networks. Throws `Unavailable` without the data on them. */
  readonly networksOf: NetworksOf
}

/** Domains of a rule that are resolved for a preview. */
const MOST_NAMES = 16

type Call = keyof typeof firewall

/** The operations for a change of each kind. Ping settings are always given whole. */
const CALLS: Readonly<Record<RuleChangeKind, { readonly add: Call; readonly remove?: Call }>> = {
  forward: { add: 'addForward', remove: 'removeForward' },
  block: { add: 'addBlock', remove: 'removeBlock' },
  block_forward: { add: 'addBlockForward', remove: 'removeBlockForward' },
  block_output: { add: 'addBlockOutput', remove: 'removeBlockOutput' },
  endpoint: { add: 'addEndpoint', remove: 'removeEndpoint' },
  service_port: { add: 'openPort', remove: 'closePort' },
  multicast: { add: 'openMulticast', remove: 'closeMulticast' },
  custom_interface: { add: 'addCustomInterface', remove: 'removeCustomInterface' },
  icmp: { add: 'setPing' },
}

export function previewHandlers(deps: Deps): Handlers<typeof preview> {
  const { facts, ledger, machine, apiPorts, network, memberAt, clock, networksOf, lookUp } = deps
  return {
    async rule({ body, caller }) {
      const { Kind, Add, Remove } = body
      if (!Add && !Remove) throw new Invalid(phrase('firewall.previewWithoutChange'), 'Add')
      const copy = ledger.copy()
      const tried = firewallHandlers({
        facts: copy.facts,
        change: changeOf(copy),
        guard: (_request, edit) => changeOf(copy)(edit),
        confirmations: { settle: async () => undefined },
        machine,
        network,
        apiPorts,
        resolver: { probe: async () => undefined },
      })
      const call = (name: Call, rule: unknown) =>
        (tried[name] as (request: unknown) => unknown)({
          params: {},
          query: {},
          body: rule,
          caller,
        } satisfies AnyRequest)
      const { add, remove } = CALLS[Kind]
      if (Remove && remove) await call(remove, Remove)
      if (Add) await call(add, Add)
      await follow(body, copy, lookUp)
      const before = { facts, network: network(), memberAt }
      const after = viewOfFacts(copy.facts)
      const probes = function* () {
        if (Remove) yield* probesOf(ruled(body, Remove), before)
        if (Add) yield* probesOf(ruled(body, Add), after)
      }
      return {
        ...differenceOf(probes(), before, after),
        Kept: Kind === 'forward' && Add ? keptOf(Add, copy.facts) : [],
      }
    },
    async pfwRule({ body: { Id, Rule } }) {
      if (Id && !facts.pfwRules.has(Id)) throw new NotFound(phrase('firewall.ruleUnknown', JSON.stringify(Id)))
      const networks = await networksOf(Rule.To)
      const found = await Promise.all(Rule.To.Domains.slice(0, MOST_NAMES).map((name) => lookUp(name)))
      const hosts = found.flatMap((one) => one?.ips ?? [])
      return previewOf({ rule: Rule, replaces: Id ?? undefined, networks, hosts }, ledger, clock.now())
    },
  }
}

interface AnyRequest {
  readonly params: object
  readonly query: object
  readonly body: unknown
  readonly caller: Caller
}

const ruled = ({ Kind }: RuleChange, rule: unknown): ChangedRule => ({ kind: Kind, rule }) as ChangedRule

const changeOf =
  ({ draw, post }: Ledger): Change =>
  async (edit) => {
    const entries = draw(edit)
    post(entries)
    return entries
  }

function keptOf(rule: ForwardingRule, facts: Facts): Preview['Kept'] {
  if (rule.Disabled) return []
  const [firewall, vpn] = [facts.setting('firewall'), facts.setting('vpn')]
  const own = ownPortsOf({ firewall, vpn, tunnels: facts.tunnels.values() })
  return keptFrom(rule, own).map(({ Protocol, Port }) => ({ Protocol, Port }))
}

/** The domain of an endpoint is resolved after it is saved; here it is resolved immediately. */
async function follow({ Kind, Add }: RuleChange, copy: Ledger, lookUp: Deps['lookUp']): Promise<void> {
  const name = Kind === 'endpoint' ? Add?.Domain : undefined
  if (!name || copy.facts.resolvedNames.has(name)) return
  const ips = (await lookUp(name))?.ips ?? []
  await changeOf(copy)((draft) => draft.resolvedNames.put(name, { name, ips }))
}
