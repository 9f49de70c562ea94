import type { Policy } from '../../model/home/devices/device.ts'
import type { Frame } from '../network.ts'
import { is, isIn, type PacketRule, refuse, rule, SENDER, verdictOf } from './rule.ts'

/** A policy in the firewall: the set of the devices that have it, and the rule that looks up the sender in it. */
export interface PolicyRow {
  readonly policy: Policy
  readonly set: string
  /** The policies that a device needs to be in the set. */
  readonly needs: readonly Policy[]
  /** Whether a device in quarantine is in the set; by default it is not. */
  readonly inQuarantine?: 'always' | 'if it has the policy'
  /** The verdict of the elements; undefined if the rules have a verdict. */
  readonly grants?: 'accept' | 'return'
  /** The policy removes permissions. */
  readonly restricts?: true
  /** The chain with the rule of this policy. */
  readonly chain?: PolicyChain
  readonly rule?: (frame: Frame) => PacketRule
}
export type PolicyChain = 'input' | 'upstream_private' | 'forward_out' | 'forward_lan'

const ROUTER_PORTS = [22, 80, 443]

/** One row for each policy that the firewall enforces. */
export const POLICY_ROWS: readonly PolicyRow[] = [
  {
    policy: 'dns',
    set: 'dns_access',
    needs: ['dns'],
    inQuarantine: 'always',
    grants: 'accept',
    chain: 'input',
    rule: ({ lanIp }) =>
      rule(is('destination', lanIp), is('protocol', 'tcp', 'udp'), is('port', 53), verdictOf('dns_access', ...SENDER)),
  },
  // No single chain: it takes precedence over groups and tags, and also applies to the receiver.
  { policy: 'quarantine', set: 'quarantine', needs: ['quarantine'], inQuarantine: 'always', restricts: true },
  {
    policy: 'noapi',
    set: 'api_block',
    needs: ['noapi'],
    inQuarantine: 'if it has the policy',
    restricts: true,
    chain: 'input',
    rule: () => rule(is('TCP port', ...ROUTER_PORTS), isIn('api_block', ...SENDER), refuse('input')),
  },
  {
    policy: 'wan',
    set: 'internet_access',
    needs: ['wan'],
    grants: 'accept',
    chain: 'forward_out',
    rule: () => rule(verdictOf('internet_access', ...SENDER)),
  },
  {
    policy: 'lan_upstream',
    set: 'upstream_private_rfc1918_allowed',
    needs: ['wan', 'lan_upstream'],
    grants: 'return',
    chain: 'upstream_private',
    rule: () => rule(verdictOf('upstream_private_rfc1918_allowed', ...SENDER)),
  },
  {
    policy: 'lan',
    set: 'lan_access',
    needs: ['lan'],
    grants: 'accept',
    chain: 'forward_lan',
    rule: () => rule(verdictOf('lan_access', ...SENDER)),
  },
]

/** The rules of policies that are part of this chain. */
export const policyRules = (chain: PolicyChain, frame: Frame): PacketRule[] =>
  POLICY_ROWS.flatMap((row) => (row.chain === chain && row.rule ? [row.rule(frame)] : []))

/** The sets that a device with these policies is in. */
export function policySets(policies: readonly Policy[]): string[] {
  const isQuarantined = policies.includes('quarantine')
  return POLICY_ROWS.filter(({ needs, inQuarantine }) => {
    if (isQuarantined && inQuarantine !== 'if it has the policy') return inQuarantine === 'always'
    return needs.every((policy) => policies.includes(policy))
  }).map(({ set }) => set)
}
