import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { filled } from '../../../values/text.ts'
import { NumberedPort, SERVICE_IDS } from '../../machine/services/service.ts'
import { get } from '../../operation.ts'

/** Represents the internet: an address reserved for documentation (RFC 5737). */
export const ANYWHERE = '198.51.100.1'

/** The kinds of what decides on a packet. */
export const REASON_KINDS = ['identity', 'rule', 'policy', 'group', 'service', 'router', 'default'] as const

/** One end of a connection. */
export const ConnectionEnd = z.object({
  Kind: z
    .enum(['device', 'router', 'internet', 'unassigned', 'custom', 'multicast'])
    .meta({ description: 'What the address belongs to' }),
  Name: z.string().meta({ description: 'The device’s name; empty when it has none', example: 'phone' }),
  IP: z.string().meta({ description: 'The IPv4 address', example: '192.168.2.6' }),
})

/** The destination after a port forward or the redirection of DNS. */
export const LedTo = z.object({
  IP: z.string().meta({ description: 'The IPv4 address' }),
  Port: z.number().int().nullable().meta({ description: 'The port; null where there is none' }),
  Name: z.string().meta({ description: 'The name of the device; empty when it has none' }),
})

/** The decision on a packet, and its reason. */
export const Explanation = z
  .object({
    Passes: z.boolean().meta({ description: 'The packet is accepted' }),
    Verdict: z.enum(['accept', 'refuse', 'drop']).meta({
      description:
        'Packets of household devices are rejected with an error, so that they need not wait; packets from the internet ' +
        'are dropped without an answer',
    }),
    From: ConnectionEnd.meta({ description: 'The sender' }),
    To: ConnectionEnd.meta({ description: 'The receiver' }),
    LedTo: LedTo.nullable().meta({
      description: 'The destination after a port forward or the redirection of DNS; null if it is unchanged',
    }),
    By: z
      .object({
        Kind: z.enum(REASON_KINDS).meta({ description: 'The kind of the deciding policy or rule' }),
        Name: z.string().meta({ description: 'The policy, group, service or rule', example: 'wan' }),
        Rule: z.looseObject({}).nullable().meta({ description: 'The deciding rule, if it is one' }),
      })
      .meta({ description: 'What decides' }),
    Ports: z
      .array(NumberedPort.extend({ Passes: z.boolean().meta({ description: 'A packet to this port is accepted' }) }))
      .meta({ description: 'All requested ports; empty for icmp' }),
    Text: z.string().meta({
      description: 'The decision and its reason in a sentence',
      example: 'Phone may open this to 203.0.113.80: its policy “Use the internet” (wan) allows it.',
    }),
    Coded: CodedMessage.meta({ description: 'The same as a code with its values' }),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.input<typeof Explanation>

const end = filled(128)

export const explain = {
  packet: get('/explain', {
    roles: ['viewer'],
    tag: 'firewall',
    summary: 'Whether a packet would pass, and why',
    description:
      'Evaluates the rules of the kernel’s ruleset for the first packet of a connection. `from` and `to` are a device ' +
      '(its MAC address, VPN key, name or address), `router`, `internet`, a domain, or any IPv4 address.\n\nWith ' +
      '`service` (see `/services`), all ports of this service are evaluated: those that the receiver announces, ' +
      'otherwise the usual ones. `Passes` is true if all are accepted; the other fields are about the first port that ' +
      'is not, or else about the first port.',
    query: {
      from: end.meta({
        description: 'The sender: a device, `router`, `internet`, a domain or an IPv4 address',
        example: 'phone',
      }),
      to: end.meta({ description: 'The receiver, written the same way', example: '203.0.113.80' }),
      proto: z.enum(['tcp', 'udp', 'icmp']).default('tcp').meta({ description: 'The protocol' }),
      port: z.coerce
        .number()
        .int()
        .min(1)
        .max(65535)
        .optional()
        .meta({ description: 'Required for tcp and udp without a service', example: 443 }),
      service: z
        .enum(SERVICE_IDS)
        .optional()
        .meta({ description: 'A service in place of `proto` and `port`', example: 'printing' }),
    },
    reply: Explanation,
    errors: {
      400: '`from` or `to` is neither a device nor an address, or the port is missing',
      404: 'No such device',
    },
  }),
}
