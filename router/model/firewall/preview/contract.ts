import { z } from 'zod'
import { put } from '../../operation.ts'
import { MulticastPort, Ping, ServicePort } from '../config/config.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  OutputBlockRule,
  Protocol,
} from '../config/configrule.ts'
import { ConnectionEnd, LedTo } from '../explain/contract.ts'
import { wrong } from '../rules/contract.ts'
import { RuleInput } from '../rules/pfwrule.ts'

const changeOf = <K extends string, R extends z.ZodType>(kind: K, rule: R) =>
  z.object({
    Kind: z.literal(kind).meta({ description: 'The kind of rule: the last segment of its path below /firewall' }),
    Remove: rule.nullish().meta({ description: 'The rule to delete; with `Add`, the rule to replace' }),
    Add: rule.nullish().meta({ description: 'The rule to add' }),
  })

/** Adds, deletes or replaces a firewall rule of the kind in the last segment of its path. */
export const RuleChange = z
  .discriminatedUnion('Kind', [
    changeOf('forward', ForwardingRule),
    changeOf('block', BlockRule),
    changeOf('block_forward', ForwardingBlockRule),
    changeOf('block_output', OutputBlockRule),
    changeOf('endpoint', Endpoint),
    changeOf('service_port', ServicePort),
    changeOf('multicast', MulticastPort),
    changeOf('custom_interface', CustomInterfaceRule),
    changeOf('icmp', Ping),
  ])
  .meta({
    id: 'RuleChange',
    example: {
      Kind: 'forward',
      Add: { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8443', DstIP: '192.168.2.6', DstPort: '443' },
    },
  })
export type RuleChange = z.output<typeof RuleChange>
export type RuleChangeKind = RuleChange['Kind']

/** Maximum number of entries in each list. */
export const MOST_PASSAGES = 200

/** A connection that a change opens or closes. */
export const Passage = z
  .object({
    From: ConnectionEnd.meta({ description: 'The sender' }),
    To: ConnectionEnd.meta({ description: 'The receiver' }),
    LedTo: LedTo.nullable().meta({
      description: 'The destination after a port forward or the redirection of DNS; null if it is unchanged',
    }),
    Protocol: z.enum(['tcp', 'udp', 'icmp']).meta({ description: 'The protocol' }),
    Port: z.number().int().nullable().meta({ description: 'Null if the rule applies to all ports' }),
    Text: z.string().meta({ description: 'The effect on this connection, and its reason' }),
  })
  .meta({ id: 'Passage' })
export type Passage = z.output<typeof Passage>

export const Preview = z
  .object({
    Opens: z.array(Passage).meta({ description: 'Connections that pass only after the change' }),
    Closes: z.array(Passage).meta({ description: 'Connections that pass only before the change' }),
    Kept: z
      .array(
        z
          .object({ Protocol, Port: z.int().meta({ description: 'The port of the router', example: 51_280 }) })
          .meta({ id: 'KeptPort' }),
      )
      .meta({
        description:
          'Ports of the router that a new port forward names. They are open to the internet and are not forwarded',
      }),
    IsComplete: z.boolean().meta({
      description: `False if not all packets could be evaluated, or a list has more than ${MOST_PASSAGES} entries`,
    }),
  })
  .meta({ id: 'Preview' })
export type Preview = z.output<typeof Preview>

export const preview = {
  rule: put('/firewall/preview', {
    audit: false,
    tag: 'firewall',
    summary: 'Preview a change of a rule',
    description:
      'Applies the change to a copy of the stored state, with the checks of the call that it previews, and discards ' +
      'the copy. Packets that the rule matches, between all present devices, the router and the internet, are then ' +
      'evaluated before and after the change, as by `GET /explain`. A rule without an effect now may have one when a ' +
      'device joins.',
    body: RuleChange,
    reply: Preview,
    errors: { 400: 'The change would be refused with the same message', 404: 'No such rule to delete' },
  }),
  pfwRule: put('/plugins/pfw/preview', {
    audit: false,
    tag: 'firewall',
    summary: 'Preview a rule of the programmable firewall',
    description:
      'What the rule would open and close while it holds, for the devices that are connected now. Nothing is saved.',
    body: z.strictObject({
      Id: z.string().max(64).nullish().meta({ description: 'The rule that is replaced; absent for a new one' }),
      Rule: RuleInput.meta({ description: 'The rule' }),
    }),
    reply: Preview,
    errors: { 400: wrong, 404: 'No such rule' },
  }),
}
