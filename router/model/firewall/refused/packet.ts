import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { REASON_KINDS } from '../explain/contract.ts'
import { RULE_KINDS } from '../rules/rulekind.ts'

/** The topics of logged packets. */
export const PACKET_TOPICS = [
  'nft:drop:input',
  'nft:drop:forward',
  'nft:drop:private',
  'nft:drop:mac',
  'nft:drop:output',
  'nft:drop:spoof',
  'nft:drop:local',
  'nft:drop:block',
  'nft:drop:geo',
  'nft:drop:pfw',
  'nft:drop:limit',
  'nft:drop:fragment',
  'nft:wan:in',
  'nft:wan:out',
  'nft:lan:in',
  'nft:lan:out',
] as const
export type PacketTopic = (typeof PACKET_TOPICS)[number]

const port = (whose: string) =>
  z
    .number()
    .int()
    .meta({ description: `The port of the ${whose}`, example: 443 })
const flag = (name: string) => z.boolean().meta({ description: `The flag ${name}` })
const device = (whose: string) =>
  z
    .string()
    .meta({ description: `The device of the household that is the ${whose}: its MAC, or its VPN key; else empty` })
const deviceName = (whose: string) => z.string().meta({ description: `The name of the ${whose}; empty if it has none` })
const domain = (whose: string, other: string) =>
  z
    .string()
    .meta({ description: `The domain by which the ${other} has looked up the address of the ${whose}; else empty` })

/** A packet that the firewall has logged: the payload of the events `nft:…`. */
export const PacketRecord = z
  .object({
    Ethernet: z
      .object({
        SrcMAC: z.string().meta({ description: 'The sender on the link', example: '02:11:22:33:44:55' }),
        DstMAC: z.string().meta({ description: 'The receiver on the link' }),
        HwType: z.number().int().meta({ description: 'The type of the link (ARPHRD); 1 for Ethernet' }),
      })
      .optional()
      .meta({ description: 'Missing for packets of the router itself, and on links without hardware addresses' }),
    IP: z
      .object({
        Version: z.number().int().meta({ description: 'Always 4' }),
        SrcIP: z.string().meta({ description: 'The address of the sender', example: '192.168.2.6' }),
        DstIP: z.string().meta({ description: 'The address of the receiver', example: '203.0.113.80' }),
        Protocol: z.number().int().meta({ description: 'The protocol (IANA): 6 for TCP, 17 for UDP, 1 for ICMP' }),
        TTL: z.number().int().meta({ description: 'Time to live' }),
        TOS: z.number().int().meta({ description: 'Type of service' }),
        Id: z.number().int().meta({ description: 'Identification' }),
        Length: z.number().int().meta({ description: 'The size of the packet in bytes' }),
      })
      .meta({ description: 'The header of the packet' }),
    TCP: z
      .object({
        SrcPort: port('sender'),
        DstPort: port('receiver'),
        SYN: flag('SYN'),
        ACK: flag('ACK'),
        FIN: flag('FIN'),
        RST: flag('RST'),
        PSH: flag('PSH'),
        URG: flag('URG'),
        Window: z.number().int().meta({ description: 'The window, without scaling' }),
      })
      .optional()
      .meta({ description: 'For TCP' }),
    UDP: z
      .object({
        SrcPort: port('sender'),
        DstPort: port('receiver'),
        Length: z.number().int().meta({ description: 'The size of the datagram in bytes, with its header' }),
      })
      .optional()
      .meta({ description: 'For UDP' }),
    ICMP: z
      .object({
        Type: z.number().int().meta({ description: 'The type (IANA); 8 for an echo request' }),
        Code: z.number().int().meta({ description: 'The code of the type' }),
      })
      .optional()
      .meta({ description: 'For ICMP' }),
    DNS: z
      .object({
        ID: z.number().int().meta({ description: 'The number of the query' }),
        QR: z.boolean().meta({ description: 'It is a response' }),
        Questions: z
          .array(
            z.object({
              Name: z.string().meta({ description: 'Lower case, with the last dot', example: 'example.org.' }),
              Type: z.number().int().meta({ description: 'The type as a number (IANA)' }),
              Class: z.number().int().meta({ description: 'The class as a number; 1 for the internet' }),
            }),
          )
          .meta({ description: 'The question; a list of one' }),
      })
      .optional()
      .meta({ description: 'For DNS over UDP' }),
    RecentDomainSrc: domain('sender', 'receiver'),
    RecentDomainDst: domain('receiver', 'sender'),
    Rule: z
      .object({
        Id: z.string().meta({
          description:
            'The rule; of a persona, its tag and the kind of rule; a country by two letters, a network by its number, or the URI of a list',
        }),
        Name: z
          .string()
          .meta({ description: 'The name of the rule, the persona, the country or the network', example: 'Bedtime' }),
        Kind: z
          .enum(RULE_KINDS)
          .optional()
          .meta({ description: 'Of `nft:drop:pfw`: what the rule is', example: 'schedule' }),
      })
      .optional()
      .meta({
        description:
          'Of `nft:drop:pfw`: the rule of the programmable firewall that refused it. Of `nft:drop:geo`: the blocked country or network',
      }),
    Why: z
      .object({
        Kind: z
          .enum(REASON_KINDS)
          .meta({ description: 'The kind of the deciding policy or rule, as `/explain` has it', example: 'rule' }),
        Name: z.string().meta({ description: 'The policy, group, service or rule', example: 'pfwRules bedtime' }),
        Text: z.string().meta({
          description: 'The decision and its reason in a sentence',
          example: 'What Tablet sends to 203.0.113.80 is refused: it is blocked by the schedule Bedtime until 07:00.',
        }),
        Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values' }),
      })
      .optional()
      .meta({
        description:
          'Why it was refused, by the rules of that time; `/explain` has the present decision. Missing if no rule, but the state of ' +
          'the connection or a limit decides, and for forged packets',
      }),
    Prefix: z.string().meta({ description: 'The last parts of the topic, and a space', example: 'drop:input ' }),
    Action: z.enum(['blocked', 'allowed']).meta({ description: 'What the firewall has done' }),
    Timestamp: z
      .string()
      .meta({ description: 'When it was received, in RFC 3339', example: '2026-03-01T08:05:34.983Z' }),
    InDev: z.string().meta({ description: 'The link that received the packet; empty if the router sent it' }),
    OutDev: z.string().meta({ description: 'The link that would send it; empty for a packet to the router' }),
    SrcDevice: device('sender'),
    SrcName: deviceName('sender'),
    DstDevice: device('receiver'),
    DstName: deviceName('receiver'),
  })
  .meta({ id: 'PacketRecord' })
export type PacketRecord = z.output<typeof PacketRecord>
