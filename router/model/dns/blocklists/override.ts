import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { filledLine } from '../../../values/text.ts'
import { Labels } from '../../home/groups/group.ts'
import { domainOf } from './domain.ts'
import { DEFAULT_LIST, EVERYBODY } from './key.ts'

export const Tags = Labels

/** So many, and no more: each answering thread has them in memory. */
export const MOST_OVERRIDES = 5000
export const MOST_OVERRIDE_LISTS = 64

const DomainText = z.string().refine((text) => domainOf(text) === text, schemaPhrase('dns.domainRooted'))

/** An IPv6 address in its one spelling (RFC 5952). */
export const Ip6 = z
  .ipv6()
  .regex(/^[^.]*$/u, schemaPhrase('dns.ipv6WithoutIpv4'))
  .transform((text) => new URL(`http://[${text}]`).hostname.slice(1, -1))
  .meta({ example: '2001:db8::6' })

/** What the owner says of one domain, in place of the block lists and of the internet. */
export const Override = z
  .object({
    Type: z.enum(['permit', 'block']).meta({ description: 'Whether the domain is permitted or blocked' }),
    Domain: DomainText.meta({
      description: 'With a dot at the end; it includes all subdomains',
      example: 'example.com.',
    }),
    ResultIP: z.union([z.literal(''), Ipv4Address, Ip6]).meta({
      description: 'For a permit: the address it leads to, or empty for what the internet says',
      example: '',
    }),
    ResultCNAME: z.union([z.literal(''), DomainText]).meta({
      description: 'For a permit: the name it is another name of, or empty',
      example: '',
    }),
    ClientIP: z
      .union([z.literal(EVERYBODY), Ipv4Address])
      .meta({ description: 'The device it is for; * for all', example: '*' }),
    Expiration: z.int().min(0).meta({ description: 'Unix seconds; 0 for never', example: 0 }),
    Tags: Tags.meta({ description: 'Only for devices with one of these tags; empty for all', example: [] }),
  })
  .meta({ id: 'DNSDomainOverride' })
export type Override = z.infer<typeof Override>

export const ListName = filledLine(64).meta({ example: DEFAULT_LIST })

/** Overrides that are enabled together. Lists are searched in the order of `Order`; the first that contains the name decides. */
export const OverrideList = z.object({
  Name: ListName.meta({ description: 'The name of the list' }),
  Enabled: z.boolean().meta({ description: 'Of a list that is not, nothing counts', example: true }),
  Tags: Tags.meta({ description: 'Only for devices with one of these tags; empty for all', example: [] }),
  Order: z.int().min(0),
})
export type OverrideList = z.infer<typeof OverrideList>

export const defaultList = (): OverrideList => ({ Name: DEFAULT_LIST, Enabled: true, Tags: [], Order: 0 })

/** An override as stored: with its list and, if it is temporary, with the permanent one of the same key that it suspends. */
export const KeptOverride = Override.extend({
  List: ListName,
  Suspended: Override.pick({ Type: true, ResultIP: true, ResultCNAME: true, Tags: true }).optional(),
})
export type KeptOverride = z.infer<typeof KeptOverride>

/** What remains when an override is deleted or expires: the permanent one that it suspended. Undefined if there is none. */
export const remainderOf = ({ Suspended, ...kept }: KeptOverride): KeptOverride | undefined =>
  Suspended && { ...kept, ...Suspended, Expiration: 0 }

/** What an override suspends that takes the place of `before`: nothing if it is permanent itself. */
export function suspendedBy(
  { Expiration }: Pick<Override, 'Expiration'>,
  before: KeptOverride | undefined,
): KeptOverride['Suspended'] {
  if (Expiration === 0 || !before) return undefined
  const { Type, ResultIP, ResultCNAME, Tags } = before
  return before.Expiration === 0 ? { Type, ResultIP, ResultCNAME, Tags } : before.Suspended
}

/** An override as the resolver applies it. `By`: what decides in its place, for an override that a rule is made of. */
export type AppliedOverride = KeptOverride & { readonly By?: string }

/** The lists in the order in which they are asked, the one that is always there first unless it was moved. */
export function listsInOrder(rows: Iterable<OverrideList>): OverrideList[] {
  const lists = [...rows]
  if (!lists.some(({ Name }) => Name === DEFAULT_LIST)) lists.push(defaultList())
  return lists.sort((a, b) => a.Order - b.Order || (a.Name < b.Name ? -1 : 1))
}
