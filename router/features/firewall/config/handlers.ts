import { FIREWALL } from '../../../compiler/firewall/ruleset.ts'
import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { type FirewallConfig, isSamePort, type MulticastPort } from '../../../model/firewall/config/config.ts'
import { keyOfBlock, keyOfCustom, keyOfForward, keyOfPortBlock } from '../../../model/firewall/config/configrule.ts'
import type { firewall } from '../../../model/firewall/config/contract.ts'
import { demandNotForwarded } from '../../../model/firewall/config/ownports.ts'
import { emptyGroup } from '../../../model/home/groups/group.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Confirmations, Guard } from '../../access/confirm/confirmation.ts'
import { checkPlainAnswer, type Probe } from '../../dns/resolvers/trial.ts'
import { checkCustom, checkEndpoint, checkForward, lastWayIn, takenNets } from './check.ts'
import { customElements, derivedMap } from './derived.ts'
import { kernelMap, shapeDerived, shapeMap } from './maps.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'network' | 'apiPorts'> {
  /** For what closes a way in to the router. */
  readonly guard: Guard
  readonly confirmations: Pick<Confirmations, 'settle'>
  readonly machine: Pick<Machine, 'nftList'>
  readonly resolver: { readonly probe: Probe }
}

/** More rules than anybody keeps, and fewer than would fill the memory. */
const MOST_RULES = 10_000

/** Ports of the router that are open, of each kind. */
const MOST_PORTS = 1000

type RuleTable = 'forwards' | 'blocks' | 'outputBlocks' | 'forwardBlocks' | 'endpoints' | 'customInterfaces'

export function firewallHandlers({
  facts,
  change,
  guard,
  confirmations,
  machine,
  network,
  apiPorts,
  resolver,
}: Deps): Handlers<typeof firewall> {
  const put = <K extends RuleTable>(table: K, key: string, rule: Parameters<Draft[K]['put']>[1], check = noCheck) =>
    change((draft) => {
      const rules = draft[table] as Pick<Draft[K], 'get'> & { put(key: string, value: typeof rule): void }
      if (!rules.get(key) && facts[table].size >= MOST_RULES)
        throw new Invalid(phrase('firewall.ruleKindFull', MOST_RULES))
      check(draft)
      rules.put(key, rule)
    })
  const remove = (table: RuleTable, key: string) =>
    change((draft) => {
      if (!draft[table].get(key)) throw new NotFound(phrase('firewall.ruleNotFound'))
      draft[table].remove(key)
    })
  const configure = (edit: (config: FirewallConfig) => FirewallConfig) =>
    change((draft) => draft.set('firewall', edit(draft.setting('firewall'))))

  return {
    config: () => ({
      ForwardingRules: [...facts.forwards.values()],
      BlockRules: [...facts.blocks.values()],
      OutputBlockRules: [...facts.outputBlocks.values()],
      ForwardingBlockRules: [...facts.forwardBlocks.values()],
      CustomInterfaceRules: [...facts.customInterfaces.values()],
      Endpoints: [...facts.endpoints.values()],
      ...facts.setting('firewall'),
    }),

    addForward: ({ body }) => put('forwards', keyOfForward(body), body, (draft) => checkForward(body, draft)),
    removeForward: ({ body }) => remove('forwards', keyOfForward(body)),
    addBlock: ({ body }) => put('blocks', keyOfBlock(body), body),
    removeBlock: ({ body }) => remove('blocks', keyOfBlock(body)),
    addBlockForward: ({ body }) => put('forwardBlocks', keyOfPortBlock(body), body),
    removeBlockForward: ({ body }) => remove('forwardBlocks', keyOfPortBlock(body)),
    addBlockOutput: ({ body }) => put('outputBlocks', keyOfPortBlock(body), body),
    removeBlockOutput: ({ body }) => remove('outputBlocks', keyOfPortBlock(body)),
    addEndpoint: ({ body }) => put('endpoints', body.RuleName, body, () => checkEndpoint(body)),
    removeEndpoint: ({ body: { RuleName } }) => remove('endpoints', RuleName),
    addCustomInterface: ({ body }) =>
      put('customInterfaces', keyOfCustom(body), body, (draft) => {
        if (draft.customInterfaces.get(keyOfCustom(body))) throw new Invalid(phrase('firewall.linkRuleExists'))
        checkCustom(body, draft, takenNets(facts))
        for (const name of body.Groups) if (!draft.groups.get(name)) draft.groups.put(name, emptyGroup(name))
      }),
    removeCustomInterface: ({ body }) => remove('customInterfaces', keyOfCustom(body)),

    async openPort({ body, ...request }) {
      await guard({ ...request, what: `PUT /firewall/service_port ${body.Port}` }, (draft) => {
        const config = draft.setting('firewall')
        if (body.UpstreamEnabled)
          demandNotForwarded({ ...body, Port: Number(body.Port) }, facts.forwards.values(), 'Port')
        draft.set('firewall', { ...config, ServicePorts: replaced(config.ServicePorts, body, isSamePort) })
      })
      await confirmations.settle()
    },
    async closePort({ body, ...request }) {
      const before = facts.setting('firewall')
      await guard(
        {
          ...request,
          what: `DELETE /firewall/service_port ${body.Port}`,
          // Clients replace a port by closing it and opening it again, which they could not if this closed it.
          heldOpen: (draft) => lastWayIn(before, draft.setting('firewall'), apiPorts()),
        },
        (draft) => {
          const config = draft.setting('firewall')
          draft.set('firewall', { ...config, ServicePorts: without(config.ServicePorts, body, isSamePort) })
        },
      )
    },
    openMulticast: ({ body }) =>
      configure((config) => ({ ...config, MulticastPorts: replaced(config.MulticastPorts, body, sameGroupPort) })),
    closeMulticast: ({ body }) =>
      configure((config) => ({ ...config, MulticastPorts: without(config.MulticastPorts, body, sameGroupPort) })),
    setPing: ({ body }) => configure((config) => ({ ...config, ...body })),
    async setSystemDns({ query: { test }, body: IPAddress }) {
      const isNew = IPAddress !== '' && IPAddress !== facts.setting('firewall').SystemDNSOverride
      if (isNew && test !== 'false') await checkPlainAnswer({ facts, probe: resolver.probe }, IPAddress)
      await configure((config) => ({ ...config, SystemDNSOverride: IPAddress }))
    },

    async map({ params: { name } }) {
      const derived = derivedMap(name, network())
      if (derived) return shapeDerived(name, derived)
      const kernelName = kernelMap(name, facts.groups)
      if (!kernelName) throw new Invalid(phrase('firewall.mapUnknown', JSON.stringify(name)), 'name')
      const listing = await machine.nftList({ ...FIREWALL, map: kernelName })
      return shapeMap(listing, customElements(kernelName, network().frame))
    },
  }
}

const noCheck = (_draft: Draft): void => undefined

const sameGroupPort = (a: Pick<MulticastPort, 'Port'>, b: Pick<MulticastPort, 'Port'>): boolean =>
  Number(a.Port) === Number(b.Port)

/** In the place of one that is the same, or at the end. */
function replaced<T>(list: readonly T[], one: T, same: (a: T, b: T) => boolean): T[] {
  if (list.some((other) => same(other, one))) return list.map((other) => (same(other, one) ? one : other))
  if (list.length >= MOST_PORTS) throw new Invalid(phrase('firewall.openPortsFull', MOST_PORTS), 'Port')
  return [...list, one]
}

function without<T, U>(list: readonly T[], one: U, same: (a: T, b: U) => boolean): T[] {
  const left = list.filter((other) => !same(other, one))
  if (left.length === list.length) throw new NotFound(phrase('firewall.portNotOpen'))
  return left
}
