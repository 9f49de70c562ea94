import { z } from 'zod'
import { End, LedTo } from '../explain/contract.ts'
import { MulticastPort, Ping, ServicePort } from '../firewall/config.ts'
import {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
  OutputBlockRule,
} from '../firewall/rule.ts'
import { put } from '../operation.ts'

const changeOf = <K extends string, R extends z.ZodType>(kind: K, rule: R) =>
  z.object({
    Kind: z.literal(kind).meta({ description: 'The kind of rule: the last part of its path below /firewall' }),
    Remove: rule.nullish().meta({ description: 'The rule that goes; with `Add`, the one that it replaces' }),
    Add: rule.nullish().meta({ description: 'The rule that comes' }),
  })

/** A rule of the firewall that comes, goes, or takes another's place; its kind by the last part of its path. */
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
export type RuleKind = RuleChange['Kind']

/** The most entries of each list. */
export const MOST_PASSAGES = 200

/** A connection that a change opens or closes. */
export const Passage = z
  .object({
    From: End.meta({ description: 'The sender' }),
    To: End.meta({ description: 'The receiver' }),
    LedTo: LedTo.nullable().meta({ description: 'Where a forward, or the redirection of DNS, sends it instead' }),
    Protocol: z.enum(['tcp', 'udp', 'icmp']).meta({ description: 'The protocol' }),
    Port: z.number().int().nullable().meta({ description: 'Null where the port does not matter' }),
    Text: z.string().meta({ description: 'What will become of it, and why' }),
  })
  .meta({ id: 'Passage' })
export type Passage = z.output<typeof Passage>

export const Preview = z
  .object({
    Opens: z.array(Passage).meta({ description: 'What passes after the change and does not now' }),
    Closes: z.array(Passage).meta({ description: 'What passes now and does not after the change' }),
    IsComplete: z.boolean().meta({
      description: `False when there is more than could be tried, or more than ${MOST_PASSAGES} entries of a list`,
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
      'The change is made to a copy of the stored state, by the rules of the call that it previews, and the copy is ' +
      'discarded. Packets of the kind that the rule matches, between all present devices, the router and the internet, ' +
      'are then decided with both, as by `GET /explain`. A rule that changes nothing now may do so when a device joins.',
    body: RuleChange,
    reply: Preview,
    errors: { 400: 'The change itself would be refused, with the same words', 404: 'There is no rule to remove' },
  }),
}
