import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { line } from '../../../values/text.ts'
import { Labels } from '../../home/groups/group.ts'
import { Net } from '../config/configrule.ts'
import { Ports } from '../config/port-schema.ts'
import { Country } from '../geoblock/config.ts'
import { MOST_EXPRESSION } from './expression.ts'
import { DestinationDomain } from './pfwrule.ts'
import { Time } from './window.ts'

/** Rules of the programmable firewall as present clients read and send them: a list for each kind, and rules by their place in it. */

const text = (most: number) =>
  z
    .string()
    .max(most)
    .nullish()
    .transform((value) => value?.trim() ?? '')
const orEmpty = <S extends z.ZodType<string>>(schema: S) =>
  z
    .union([z.literal(''), schema])
    .nullish()
    .transform((value) => value ?? '')

const ClientTime = z
  .object({
    Days: z
      .array(z.union([z.literal(0), z.literal(1)]))
      .refine((days) => days.length === 0 || days.length === 7, schemaPhrase('firewall.weekdayNumbers'))
      .nullish()
      .transform((days) => days ?? [])
      .meta({
        description: 'Seven numbers, Sunday first: 1 for the days on which it begins; empty for every day',
        example: [1, 1, 1, 1, 1, 0, 0],
        'x-rule': 'Seven numbers, or none',
      }),
    Start: orEmpty(Time).meta({ description: 'HH:MM; empty for the whole day', example: '21:00' }),
    End: orEmpty(Time).meta({ description: 'HH:MM; empty for the whole day', example: '07:00' }),
  })
  .meta({ id: 'PfwClientTime' })

/** The devices of a rule. */
const Client = z
  .object({
    Group: text(64).meta({ description: 'The devices of this group', example: '' }),
    Identity: text(64).meta({ description: 'The device with this MAC address or VPN key', example: '' }),
    SrcIP: orEmpty(Net).meta({
      description: 'The device with this address; `0.0.0.0` for all devices',
      example: '',
    }),
    Tag: text(64).meta({ description: 'The devices with this tag', example: 'kids' }),
    Endpoint: text(256).meta({ description: 'The device of this endpoint', example: '' }),
  })
  .meta({ id: 'PfwClientDevices' })
export type Client = z.output<typeof Client>

/** A destination: one of the fields. */
const Destination = z
  .object({
    IP: orEmpty(Net).optional().meta({ description: 'An address or network; empty for all', example: '203.0.113.9' }),
    Domain: orEmpty(DestinationDomain).optional().meta({ description: 'Or a domain with its subdomains' }),
    Country: orEmpty(Country).optional().meta({ description: 'Or a country of ISO 3166-1' }),
    ASN: z
      .union([
        z.int().min(0).max(4_294_967_295),
        z.string().regex(/^\s*([aA][sS])?\d{0,10}\s*$/u, schemaPhrase('field.number')),
      ])
      .nullish()
      .transform((value) => String(value ?? '').replace(/\D/gu, ''))
      .optional()
      .meta({ description: 'Or a network by its number (RFC 1930)' }),
  })
  .meta({ id: 'PfwClientDestination' })
export type ClientDestination = z.output<typeof Destination>

const destination = Destination.prefault({})
const ports = orEmpty(Ports)
const protocol = z
  .enum(['', 'tcp', 'udp'])
  .nullish()
  .transform((value) => value ?? '')
  .meta({ description: 'Empty for all', example: 'tcp' })

const common = {
  RuleName: line(64)
    .nullish()
    .transform((value) => value ?? '')
    .meta({ description: 'The name of the rule', example: 'Bedtime' }),
  Disabled: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false)
    .meta({ description: 'The rule is kept, and has no effect' }),
  Time: ClientTime.prefault({}).meta({ description: 'When the rule holds; empty for always' }),
  Condition: text(MOST_EXPRESSION).meta({
    description: 'An expression over variables that has to be true, such as `away == "yes"`; empty for none',
    example: '',
  }),
  Client: Client.prefault({}).meta({ description: 'The devices of the rule' }),
}
const bedtime = {
  RuleName: 'Bedtime',
  Time: { Days: [1, 1, 1, 1, 1, 0, 0] as (0 | 1)[], Start: '21:00', End: '07:00' },
  Client: { Tag: 'kids' },
}
const matched = {
  Protocol: protocol,
  Dst: destination.meta({ description: 'The destination; empty for all' }),
  DstPort: ports.meta({ description: 'A port, or a range such as 1-10; empty for all', example: '443' }),
}
const names = Labels.nullish().transform((list) => list ?? [])

export const BlockForm = z
  .object({ ...common, ...matched })
  .meta({ id: 'PfwBlockRule', example: { ...bedtime, Dst: { IP: '' } } })
export const ForwardForm = z
  .object({
    ...common,
    ...matched,
    OriginalDst: destination.meta({ description: 'What the packet was sent to; empty for all' }),
    OriginalDstPort: ports.meta({ description: 'The port that it was sent to; empty for all', example: '' }),
    DstInterface: text(64).meta({
      description:
        'The link of an uplink, a tunnel or a plugin; absent or empty: connections are sent to `Dst` and `DstPort`',
      example: 'wg1',
    }),
  })
  .meta({ id: 'PfwForwardRule', example: { ...bedtime, RuleName: 'Through Oslo', DstInterface: 'wg1' } })
export const TagForm = z
  .object({ ...common, Tags: names.meta({ description: 'The devices have these tags while the rule holds' }) })
  .meta({ id: 'PfwTagRule', example: { ...bedtime, RuleName: 'Printing', Tags: ['print'] } })
export const GroupForm = z
  .object({ ...common, Groups: names.meta({ description: 'The devices are in these groups while the rule holds' }) })
  .meta({ id: 'PfwGroupRule', example: { ...bedtime, RuleName: 'Family at night', Groups: ['family'] } })

export type CommonForm = z.output<z.ZodObject<typeof common>>
export type BlockForm = z.output<typeof BlockForm>
export type ForwardForm = z.output<typeof ForwardForm>
export type TagForm = z.output<typeof TagForm>
export type GroupForm = z.output<typeof GroupForm>
/** A rule of any list. */
export type ClientForm = BlockForm | ForwardForm | TagForm | GroupForm
