import { z } from 'zod'
import { phrase, schemaPhrase } from '../../../phrases/phrase.ts'
import { IP_SOURCE, isIp } from '../../../values/ip.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { formatSubnet, parseSubnet, type Subnet } from '../../../values/subnet.ts'
import { filled, line, padded } from '../../../values/text.ts'
import { POLICIES } from '../../home/devices/device.ts'
import type { TakenNet } from '../../home/dhcp/revision.ts'
import { Labels } from '../../home/groups/group.ts'
import { LinkName } from '../../internet/links/linkname.ts'
import { formatPorts, portsOf } from './port.ts'
import { Ports } from './port-schema.ts'

/** The networks an address or CIDR text means. Expects checked text. */
export const netOf = (text: string): Subnet =>
  parseSubnet(text.includes('/') ? text : `${text}/32`) ?? { base: 0, prefix: 0 }

/** An address, or a network in CIDR notation. */
export const Net = z
  .string()
  .regex(padded(`${IP_SOURCE}(/([12]?\\d|3[0-2]))?`), schemaPhrase('firewall.addressOrNetwork'))
  .trim()
  .meta({ example: '192.168.2.0/24' })

export const Protocol = z.enum(['tcp', 'udp']).meta({ description: 'The transport protocol' })
export type Protocol = z.infer<typeof Protocol>

const text = line(256)
  .nullish()
  .transform((value) => value ?? '')
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
const labels = Labels.nullish().transform((names) => names ?? [])

/** Fields without effect on packets. They do not identify a rule: clients of API 0.3.0 leave them out. */
const remarks = {
  RuleName: text.meta({ description: 'The name of the rule, for people' }),
  Disabled: flag.meta({ description: 'The rule is kept, and has no effect' }),
  Description: text.meta({ description: 'A note for people' }),
}

/** Forwards connections to a port of the router's uplinks to a device. */
export const ForwardingRule = z
  .object({
    ...remarks,
    Protocol,
    DstIP: Ipv4Address.meta({ description: 'The device that is to get it' }),
    DstPort: Ports.meta({ description: 'Its port; any keeps the port that was asked for', example: '80' }),
    SrcIP: Net.meta({ description: 'Who may: an address or network out in the internet', example: '0.0.0.0/0' }),
    SrcPort: Ports.meta({ description: 'The port or ports as seen from outside', example: '8080' }),
  })
  .meta({ id: 'ForwardingRule' })
export type ForwardingRule = z.output<typeof ForwardingRule>

/** New connections from here to there are dropped, whichever way they come. */
export const BlockRule = z
  .object({
    ...remarks,
    Protocol,
    DstIP: Net.meta({ description: 'The destination: an IPv4 address or network', example: '203.0.113.9' }),
    SrcIP: Net.meta({ description: 'The source: an IPv4 address or network', example: '0.0.0.0/0' }),
  })
  .meta({ id: 'BlockRule' })
export type BlockRule = z.output<typeof BlockRule>

/** What is routed from here to there is dropped. */
export const ForwardingBlockRule = z
  .object({
    ...BlockRule.shape,
    DstPort: Ports.nullish()
      .transform((ports) => ports ?? 'any')
      .meta({ description: 'The destination port, a range, or any; absent for any', example: '8000-8100' }),
  })
  .meta({ id: 'ForwardingBlockRule' })
export type ForwardingBlockRule = z.output<typeof ForwardingBlockRule>

/** New connections of the router itself from here to there are dropped. */
export const OutputBlockRule = z.object(ForwardingBlockRule.shape).meta({ id: 'OutputBlockRule' })
export type OutputBlockRule = z.output<typeof OutputBlockRule>

/** What a network behind some other link, such as a container bridge, may do. */
export const CustomInterfaceRule = z
  .object({
    ...remarks,
    Interface: LinkName.meta({ description: 'The name of the link, as in the kernel', example: 'br-abc' }),
    SrcIP: Net.meta({ description: 'The addresses behind it', example: '172.18.0.0/16' }),
    RouteDst: z
      .union([z.literal(''), Ipv4Address])
      .nullish()
      .transform((ip) => ip ?? '')
      .meta({ description: 'The way to those addresses, if it is not the link itself', example: '172.18.0.2' }),
    Policies: z
      .array(z.enum(['wan', 'dns', 'api', 'lan', 'lan_upstream', 'disabled']))
      .max(POLICIES.length)
      .meta({ description: 'What the network may do' }),
    Groups: labels.meta({ description: 'Groups that the network is in' }),
    Tags: labels.meta({ description: 'Tags of the network' }),
  })
  .meta({
    id: 'CustomInterfaceRule',
    example: { Interface: 'br-abc', SrcIP: '172.18.0.0/16', RouteDst: '172.18.0.2', Policies: ['wan', 'dns'] },
  })
export type CustomInterfaceRule = z.output<typeof CustomInterfaceRule>

/** A place that devices with one of the tags may reach, wherever it is. */
export const Endpoint = z
  .object({
    ...remarks,
    RuleName: filled(256).meta({ description: 'The name it goes by', example: 'printer' }),
    Protocol,
    IP: z
      .union([z.literal(''), Net])
      .nullish()
      .transform((ip) => ip ?? '')
      .meta({ description: 'An IPv4 address or network; empty with Domain', example: '192.168.2.218' }),
    Domain: z
      .string()
      .max(253)
      .trim()
      .toLowerCase()
      .nullish()
      .transform((name) => (name ?? '').replace(/\.$/, ''))
      .meta({
        description: 'Instead of an address: it is followed as DNS answers change',
        example: 'updates.example.com',
      }),
    Port: Ports.meta({ description: 'The port, a range, or any', example: '9100' }),
    Tags: labels.meta({ description: 'Devices with one of these tags may connect' }),
  })
  .meta({
    id: 'Endpoint',
    example: { RuleName: 'printer', Protocol: 'tcp', IP: '192.168.2.218', Port: '9100', Tags: ['print'] },
  })
export type Endpoint = z.output<typeof Endpoint>

/** What is led to links that are none of the household's. */
export const customNets = (rules: Iterable<CustomInterfaceRule>): TakenNet[] =>
  [...rules]
    .filter(({ Disabled }) => !Disabled)
    .map(({ Interface, SrcIP }) => ({ by: phrase('firewall.networkBehindLink', Interface), net: netOf(SrcIP) }))

const net = (given: string): string => formatSubnet(netOf(given))
const ports = (given: string): string => formatPorts(portsOf(given))

/** What a rule does, as one text: rules of the same key are the same rule, however their fields are spelt. */
export const keyOfForward = (
  rule: Pick<ForwardingRule, 'Protocol' | 'DstIP' | 'DstPort' | 'SrcIP' | 'SrcPort'>,
): string => [rule.Protocol, net(rule.SrcIP), ports(rule.SrcPort), rule.DstIP, ports(rule.DstPort)].join(' ')
export const keyOfBlock = (rule: Pick<BlockRule, 'Protocol' | 'DstIP' | 'SrcIP'>): string =>
  [rule.Protocol, net(rule.SrcIP), net(rule.DstIP)].join(' ')
export const keyOfPortBlock = (rule: Pick<ForwardingBlockRule, 'Protocol' | 'DstIP' | 'SrcIP' | 'DstPort'>): string =>
  [keyOfBlock(rule), ports(rule.DstPort)].join(' ')
export const keyOfCustom = (rule: Pick<CustomInterfaceRule, 'Interface' | 'SrcIP' | 'RouteDst'>): string =>
  [rule.Interface, net(rule.SrcIP), rule.RouteDst].join(' ')

/** Whether the text is a domain name of at least two labels that can be looked up in DNS. */
export const isDomain = (name: string): boolean =>
  !isIp(name) && /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)
