import type { FirewallRuleKind } from './rule.ts'

/** The form control of a field of a rule. */
export type FieldControl =
  | 'name'
  | 'words'
  | 'protocol'
  /** An address; devices are suggested. */
  | 'device'
  /** An address or a network; devices and everybody are suggested. */
  | 'place'
  | 'ports'
  | 'domain'
  | 'link'
  | 'tags'
  | 'groups'
  | 'policies'
  | 'switch'

export interface FirewallRuleField {
  readonly name: string
  readonly control: FieldControl
}

const remarks: readonly FirewallRuleField[] = [
  { name: 'RuleName', control: 'name' },
  { name: 'Description', control: 'words' },
]

/** The fields of each kind, in the order in which a person would think of them. */
export const FIREWALL_RULE_FIELDS: { readonly [K in FirewallRuleKind]: readonly FirewallRuleField[] } = {
  forward: [
    { name: 'Protocol', control: 'protocol' },
    { name: 'SrcPort', control: 'ports' },
    { name: 'DstIP', control: 'device' },
    { name: 'DstPort', control: 'ports' },
    { name: 'SrcIP', control: 'place' },
    ...remarks,
  ],
  endpoint: [
    { name: 'RuleName', control: 'name' },
    { name: 'Tags', control: 'tags' },
    { name: 'IP', control: 'place' },
    { name: 'Domain', control: 'domain' },
    { name: 'Protocol', control: 'protocol' },
    { name: 'Port', control: 'ports' },
    { name: 'Description', control: 'words' },
  ],
  block: [
    { name: 'SrcIP', control: 'place' },
    { name: 'DstIP', control: 'place' },
    { name: 'Protocol', control: 'protocol' },
    ...remarks,
  ],
  block_forward: [
    { name: 'SrcIP', control: 'place' },
    { name: 'DstIP', control: 'place' },
    { name: 'Protocol', control: 'protocol' },
    { name: 'DstPort', control: 'ports' },
    ...remarks,
  ],
  block_output: [
    { name: 'DstIP', control: 'place' },
    { name: 'Protocol', control: 'protocol' },
    { name: 'DstPort', control: 'ports' },
    { name: 'SrcIP', control: 'place' },
    ...remarks,
  ],
  service_port: [
    { name: 'Protocol', control: 'protocol' },
    { name: 'Port', control: 'ports' },
    { name: 'UpstreamEnabled', control: 'switch' },
    { name: 'Description', control: 'words' },
  ],
  multicast: [
    { name: 'Port', control: 'ports' },
    { name: 'Upstream', control: 'switch' },
  ],
  custom_interface: [
    { name: 'Interface', control: 'link' },
    { name: 'SrcIP', control: 'place' },
    { name: 'RouteDst', control: 'device' },
    { name: 'Policies', control: 'policies' },
    { name: 'Groups', control: 'groups' },
    { name: 'Tags', control: 'tags' },
    ...remarks,
  ],
}
