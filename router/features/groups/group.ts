import { z } from 'zod'

/** A name that devices share. Its members may talk together, both ways, while it is not disabled. */
export const Group = z
  .object({
    Name: z.string().meta({ description: 'The name, in lower case' }),
    Disabled: z.boolean().meta({ description: 'Being in the group permits nothing while this is true' }),
    GroupTags: z.array(z.string()).meta({ description: 'Tags of the group itself, for clients; they permit nothing' }),
    ServiceDestinations: z
      .array(z.string())
      .nullable()
      .meta({ description: 'Set for an older kind of group; normally null' }),
  })
  .meta({ id: 'GroupEntry' })
export type Group = z.infer<typeof Group>

export const emptyGroup = (name: string): Group => ({
  Name: name,
  Disabled: false,
  GroupTags: [],
  ServiceDestinations: null,
})

/** Trimmed and lower case: the one spelling of a group's or tag's name. */
export const labelOf = (text: string): string => text.trim().toLowerCase()

/** Names in their one spelling, each once, without empty ones. */
export const labelsOf = (texts: readonly string[]): string[] => [...new Set(texts.map(labelOf))].filter(Boolean)

/** A tag never leaves the router, so any alphabet will do. */
export const isTag = (text: string): boolean => /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._:-]{0,62}$/u.test(text)

/** nftables takes it as part of a map's name, and people have to read it. */
export const isLabel = (text: string): boolean => /^[a-z0-9][a-z0-9 ._:-]{0,62}$/.test(text)

/**
 * The names of the two verdict maps that hold a group's members: by source address and incoming link, and by
 * destination address and outgoing link. nftables takes letters, digits and `/ - _ .`, and a letter first; what else a
 * group's name has is spelt in hexadecimal, so that no two groups share a map.
 */
export function groupMaps(name: string): { readonly source: string; readonly destination: string } {
  const safe = spelt(name, 2)
  const base = /^[a-z]/.test(safe) ? safe : `_${safe}`
  return { source: `${base}_src_access`, destination: `${base}_dst_access` }
}

/** The name of the set that holds the devices with a tag. Tags may be of any alphabet. */
export const tagSet = (tag: string): string => `tag_${spelt(tag, 4)}`

/** nftables' names have at most 255 characters, of which other words need some. */
export const isShortTag = (tag: string): boolean => tagSet(tag).length <= 200

const spelt = (name: string, digits: number): string =>
  name.replaceAll(/[^a-z0-9.-]/g, (character) => `_${character.charCodeAt(0).toString(16).padStart(digits, '0')}`)
