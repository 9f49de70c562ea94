import { z } from 'zod'
import { filled } from '../../values/text.ts'
import { get } from '../operation.ts'
import { NumberedPort } from '../services/contract.ts'
import { SERVICE_IDS } from '../services/service.ts'

/** Somewhere out in the internet: an address for documentation, which nobody has (RFC 5737). */
export const ANYWHERE = '198.51.100.1'

/** One end of a connection. */
export const End = z.object({
  Kind: z
    .enum(['device', 'router', 'internet', 'nobody', 'custom', 'multicast'])
    .meta({ description: 'What the address belongs to' }),
  Name: z.string().meta({ description: 'The device’s name; empty when it has none', example: 'phone' }),
  IP: z.string().meta({ description: 'The IPv4 address', example: '192.168.2.6' }),
})

/** Where a forward, or the redirection of DNS, leads a packet instead. */
export const LedTo = z.object({
  IP: z.string().meta({ description: 'The IPv4 address' }),
  Port: z.number().int().nullable().meta({ description: 'The port; null where there is none' }),
  Name: z.string().meta({ description: 'The name of the device; empty when it has none' }),
})

/** Why a packet passes, or does not. */
export const Explanation = z
  .object({
    Passes: z.boolean().meta({ description: 'The packet is accepted' }),
    Verdict: z.enum(['accept', 'refuse', 'drop']).meta({
      description:
        'Household devices get a rejection, so that they need not wait; packets from the internet are dropped without an answer',
    }),
    From: End.meta({ description: 'The sender' }),
    To: End.meta({ description: 'The receiver' }),
    LedTo: LedTo.nullable().meta({ description: 'Where a forward, or the redirection of DNS, leads it instead' }),
    By: z
      .object({
        Kind: z
          .enum(['identity', 'rule', 'policy', 'group', 'service', 'router', 'default'])
          .meta({ description: 'The kind of thing that decides' }),
        Name: z.string().meta({ description: 'The policy, group, service or rule', example: 'wan' }),
        Rule: z.looseObject({}).nullable().meta({ description: 'The rule itself, where one decides' }),
      })
      .meta({ description: 'What decides' }),
    Ports: z
      .array(NumberedPort.extend({ Passes: z.boolean().meta({ description: 'A packet to this port is accepted' }) }))
      .meta({ description: 'Each port that was asked about; empty for icmp' }),
    Text: z.string().meta({
      description: 'The decision and its reason in a sentence',
      example: 'Phone may open this to 203.0.113.80: its policy “Use the internet” (wan) allows it.',
    }),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.input<typeof Explanation>

const end = filled(128)

export const explain = {
  packet: get('/explain', {
    tag: 'firewall',
    summary: 'Whether a packet would pass, and why',
    description:
      'Asks the same rules that are in the kernel, for the first packet of a connection. `from` and `to` are a device (its ' +
      'MAC address, VPN key, name or address), `router`, `internet`, a domain, or any IPv4 address.\n\n' +
      'With `service` (see `/services`), all ports of that service are asked about: those that the receiver announces, or ' +
      'else the usual ones. `Passes` is true when all are accepted; the rest of the answer is about the first port that is ' +
      'not, or the first one.',
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
        .meta({ description: 'Needed for tcp and udp, unless there is a service', example: 443 }),
      service: z
        .enum(SERVICE_IDS)
        .optional()
        .meta({ description: 'Instead of `proto` and `port`: a service', example: 'printing' }),
    },
    reply: Explanation,
    errors: {
      400: 'An end is neither a device nor an address, or the port is missing',
      404: 'The device is not known',
    },
  }),
}
