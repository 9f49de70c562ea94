import type { MulticastPort, ServicePort } from '../../../../router/model/firewall/config/config.ts'
import {
  type BlockRule,
  type CustomInterfaceRule,
  type Endpoint,
  type ForwardingBlockRule,
  type ForwardingRule,
  keyOfBlock,
  keyOfCustom,
  keyOfForward,
  keyOfPortBlock,
  type OutputBlockRule,
} from '../../../../router/model/firewall/config/configrule.ts'

/** Every kind of rule, by the last part of its path. */
export interface FirewallRuleByKind {
  forward: ForwardingRule
  endpoint: Endpoint
  block: BlockRule
  block_forward: ForwardingBlockRule
  block_output: OutputBlockRule
  service_port: ServicePort
  multicast: MulticastPort
  custom_interface: CustomInterfaceRule
}
export type FirewallRuleKind = keyof FirewallRuleByKind

/** In the order of the screen. */
export const FIREWALL_RULE_KINDS = [
  'forward',
  'endpoint',
  'block',
  'block_forward',
  'block_output',
  'service_port',
  'multicast',
  'custom_interface',
] as const satisfies readonly FirewallRuleKind[]

export const isKind = (text: string): text is FirewallRuleKind => FIREWALL_RULE_KINDS.some((kind) => kind === text)

/** A rule together with its kind. */
export type Ruled = {
  [K in FirewallRuleKind]: { readonly kind: K; readonly rule: FirewallRuleByKind[K] }
}[FirewallRuleKind]

/** All rules, as `GET /firewall/config` lists them by kind. */
export interface RuleLists {
  readonly ForwardingRules: readonly ForwardingRule[]
  readonly Endpoints: readonly Endpoint[]
  readonly BlockRules: readonly BlockRule[]
  readonly ForwardingBlockRules: readonly ForwardingBlockRule[]
  readonly OutputBlockRules: readonly OutputBlockRule[]
  readonly ServicePorts: readonly ServicePort[]
  readonly MulticastPorts: readonly MulticastPort[]
  readonly CustomInterfaceRules: readonly CustomInterfaceRule[]
}

const LISTS = {
  forward: 'ForwardingRules',
  endpoint: 'Endpoints',
  block: 'BlockRules',
  block_forward: 'ForwardingBlockRules',
  block_output: 'OutputBlockRules',
  service_port: 'ServicePorts',
  multicast: 'MulticastPorts',
  custom_interface: 'CustomInterfaceRules',
} as const satisfies Record<FirewallRuleKind, keyof RuleLists>

export const rulesOfKind = (kind: FirewallRuleKind, lists: RuleLists): Ruled[] =>
  lists[LISTS[kind]].map((rule) => ({ kind, rule }) as Ruled)

/** The fields that identify a rule among others of its kind, as in the router. */
export function keyOfFirewallRule({ kind, rule }: Ruled): string {
  switch (kind) {
    case 'forward':
      return keyOfForward(rule)
    case 'endpoint':
      return rule.RuleName
    case 'block':
      return keyOfBlock(rule)
    case 'block_forward':
    case 'block_output':
      return keyOfPortBlock(rule)
    case 'service_port':
      return `${rule.Protocol} ${rule.Port}`
    case 'multicast':
      return rule.Port
    case 'custom_interface':
      return keyOfCustom(rule)
  }
}

/** Ports of the router are open or not there at all; every other rule can rest. */
export const canRest = (kind: FirewallRuleKind): boolean => kind !== 'service_port' && kind !== 'multicast'
export const isOff = ({ rule }: Ruled): boolean => 'Disabled' in rule && rule.Disabled

const remarks = { RuleName: '', Disabled: false, Description: '' }
const ANYONE = '0.0.0.0/0'

/**
 * The rule that a form for a new one begins with. Blocks begin without a source: one for everyone is chosen. The source of a port forward is the
 * internet, that of an output block is the router.
 */
export const BLANK: { readonly [K in FirewallRuleKind]: FirewallRuleByKind[K] } = {
  forward: { ...remarks, Protocol: 'tcp', SrcIP: ANYONE, SrcPort: '', DstIP: '', DstPort: '' },
  endpoint: { ...remarks, Protocol: 'tcp', IP: '', Domain: '', Port: '', Tags: [] },
  block: { ...remarks, Protocol: 'tcp', SrcIP: '', DstIP: '' },
  block_forward: { ...remarks, Protocol: 'tcp', SrcIP: '', DstIP: '', DstPort: '' },
  block_output: { ...remarks, Protocol: 'tcp', SrcIP: ANYONE, DstIP: '', DstPort: '' },
  service_port: { Protocol: 'tcp', Port: '', UpstreamEnabled: false, Description: '' },
  multicast: { Port: '', Upstream: false },
  custom_interface: {
    ...remarks,
    Interface: '',
    SrcIP: '',
    RouteDst: '',
    Policies: ['wan', 'dns'],
    Groups: [],
    Tags: [],
  },
}

export const blank = (kind: FirewallRuleKind): Ruled => ({ kind, rule: BLANK[kind] }) as Ruled
