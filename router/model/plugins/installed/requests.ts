import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phraseIn, schemaPhrase } from '../../../phrases/phrase.ts'
import { ScopedPaths } from '../../access/credentials/token.ts'
import { type KeptPlugin, NetworkCapabilities, PluginEntry } from './plugin.ts'

const { Policies, Groups, Tags } = NetworkCapabilities.shape

/** What a `plugin.json` requests, or a part of it. */
export const Requests = z
  .object({
    ScopedPaths: ScopedPaths.nullish()
      .transform((paths) => paths ?? [])
      .meta({ description: 'Paths of its API token' }),
    Policies,
    Groups,
    Tags,
  })
  .meta({ id: 'PluginRequests' })
export type Requests = z.output<typeof Requests>

export const NO_REQUESTS: Requests = { ScopedPaths: [], Policies: [], Groups: [], Tags: [] }

type Description = Pick<PluginEntry, 'ScopedPaths' | 'NetworkCapabilities'>

export const requestsOf = ({
  ScopedPaths,
  NetworkCapabilities: { Policies, Groups, Tags },
}: Description): Requests => ({
  ...{ ScopedPaths, Policies, Groups, Tags },
})

/** The plugin that the content of a `plugin.json` describes. Throws `Invalid` that names the field. */
export function parseDescription(description: unknown): PluginEntry {
  const { success, data, error } = PluginEntry.safeParse(description)
  if (success) return data
  const [issue] = error.issues
  throw new Invalid(
    phraseIn(issue?.message ?? schemaPhrase('field.malformed')),
    ['plugin.json', ...(issue?.path ?? [])].join('.'),
  )
}

const without = <T>(list: readonly T[], others: readonly T[]): T[] => list.filter((one) => !others.includes(one))

/** What `all` requests and `others` does not. */
export const difference = (all: Requests, others: Requests): Requests => ({
  ScopedPaths: without(all.ScopedPaths, others.ScopedPaths),
  Policies: without(all.Policies, others.Policies),
  Groups: without(all.Groups, others.Groups),
  Tags: without(all.Tags, others.Tags),
})

/** What both request. */
export const intersection = (one: Requests, other: Requests): Requests => difference(one, difference(one, other))

const union = <T>(list: readonly T[], others: readonly T[]): T[] => [...new Set([...list, ...others])]

const sum = (one: Requests, other: Requests): Requests => ({
  ScopedPaths: union(one.ScopedPaths, other.ScopedPaths),
  Policies: union(one.Policies, other.Policies),
  Groups: union(one.Groups, other.Groups),
  Tags: union(one.Tags, other.Tags),
})

export const requestsNothing = ({ ScopedPaths, Policies, Groups, Tags }: Requests): boolean =>
  ScopedPaths.length + Policies.length + Groups.length + Tags.length === 0

/** A plugin without the requests that an update has dropped, and with those that the owner has granted. */
export function withRequests(plugin: KeptPlugin, dropped: Requests, granted: Requests): KeptPlugin {
  const { ScopedPaths, ...network } = sum(difference(requestsOf(plugin), dropped), granted)
  return { ...plugin, ScopedPaths, NetworkCapabilities: { ...plugin.NetworkCapabilities, ...network } }
}
