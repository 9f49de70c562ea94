import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { padded } from '../../../values/text.ts'

/** The most labels in one list. */
export const MOST_LABELS = 64

/** A name that devices share. Its members may talk together, both ways, while it is not disabled. */
export const Group = z.object({
  Name: z.string().meta({ description: 'The name, in lower case' }),
  Disabled: z.boolean().meta({ description: 'If true, membership permits nothing' }),
  GroupTags: z.array(z.string()).meta({ description: 'Tags of the group itself, for clients; they permit nothing' }),
  ServiceDestinations: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Set for an older kind of group; normally null' }),
})
export type Group = z.infer<typeof Group>

/** What an owner sets of a group. */
export type GroupSettings = Pick<Group, 'Name' | 'Disabled' | 'GroupTags'>

/** A group as clients read it: they expect a map of destinations. */
export const ShownGroup = z
  .object({
    ...Group.shape,
    ServiceDestinations: z
      .record(z.string(), z.boolean())
      .meta({ description: 'By address, for an older kind of group; normally empty', example: {} }),
  })
  .meta({ id: 'GroupEntry' })
export const shownGroup = ({ ServiceDestinations, ...group }: Group): z.input<typeof ShownGroup> => ({
  ...group,
  ServiceDestinations: Object.fromEntries((ServiceDestinations ?? []).map((address) => [address, true])),
})

export const emptyGroup = (name: string): Group => ({
  Name: name,
  Disabled: false,
  GroupTags: [],
  ServiceDestinations: null,
})

/**
 * The one spelling of a group's or tag's name: trimmed, lower case, and composed (NFC), so that `Größe`, `GRÖẞE` and a `Größe`
 * typed with a combining diaeresis are one name.
 */
export const labelOf = (text: string): string => text.trim().normalize('NFC').toLowerCase().normalize('NFC')

/** Names in their one spelling, each once, without empty ones. */
export const labelsOf = (texts: readonly string[]): string[] => [...new Set(texts.map(labelOf))].filter(Boolean)

const LABEL = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{M}\p{N} ._:-]{0,62}$/u
/** Encoded in base32 these are 202 characters. A name in nftables has at most 255, of which other words need some. */
const MAX_LABEL_BYTES = 126

/** What `isLabel` demands, in words. */
const LABEL_RULE = schemaPhrase('home.label')

/** Whether a name in its one spelling can be a group's or a tag's. Letters of any script; no control or format characters. */
export const isLabel = (label: string): boolean => LABEL.test(label) && utf8(label).length <= MAX_LABEL_BYTES

/** Of ASCII: letters, digits, spaces and `. _ : -`, the first one a letter or digit. Other scripts are checked by `isLabel`. */
const LABEL_SOURCE = '[^\\u0000-\\u002f\\u003a-@\\[-`\\{-\\u009f][^\\u0000-\\u001f!-,/;-@\\[-\\^`\\{-\\u009f]*'

/** A label as clients write it: in any case and composition, with white space around it; or empty. */
export const Label = z
  .string()
  .regex(padded(`(${LABEL_SOURCE})?`), LABEL_RULE)
  .transform(labelOf)
  .refine((label) => label === '' || isLabel(label), LABEL_RULE)
  .meta({
    'x-rule': 'Letters, digits and combining marks of any script, at most 63 characters, and 126 bytes as UTF-8',
  })

/** A list of labels in their one spelling, each once, without empty ones. */
export const Labels = z.array(Label).max(MOST_LABELS).transform(labelsOf)

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * The names of the two verdict maps that hold a group's members: by source address and incoming link, and by
 * destination address and outgoing link.
 */
export function groupMaps(name: string): { readonly source: string; readonly destination: string } {
  const base = nftName(name)
  return { source: `${base}_src_access`, destination: `${base}_dst_access` }
}

/** The name of the chain that decides whether the receiver is in the same group. */
export const groupChain = (name: string): string => `${nftName(name)}_members`

/** The name of the set that holds the devices with a tag. */
export const tagSet = (tag: string): string => `tag_${nftName(tag)}`

/**
 * A label as a name in nftables, which takes ASCII letters, digits and `/ - _ .`. In ASCII labels other characters are two
 * hexadecimal digits after `_`, and one that begins with a digit has a `_` before it. Any other label is `_u` and its UTF-8
 * in base32hex (RFC 4648 7). No two labels have the same name.
 */
export function nftName(label: string): string {
  if (!/^[\x20-\x7e]*$/.test(label)) return `_u${base32(utf8(label))}`
  const spelt = label.replaceAll(/[^a-z0-9.-]/g, (one) => `_${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return /^[a-z]/.test(spelt) ? spelt : `_${spelt}`
}

/** Lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, '0'), 2).toString(32)).join('')
}
