import type { DnsClient } from '../../compiler/network.ts'
import { DEFAULT_LIST, EVERYBODY } from '../../model/dns/blocklists/key.ts'
import type { AppliedOverride } from '../../model/dns/blocklists/override.ts'

/** An enabled list, and the tags of the devices that it applies to; empty for all. */
export interface EnabledList {
  readonly Name: string
  readonly Tags: readonly string[]
}

/** Overrides of the owner, found by a hash of a name's labels. */
export interface Overrides {
  readonly size: number
  /** The override that applies to this name for this client. `permitsOnly`: blocks are ignored. */
  find(name: string, client: DnsClient, permitsOnly: boolean): AppliedOverride | undefined
}

export interface OverrideIndex extends Overrides {
  set(key: string, override: AppliedOverride): void
  remove(key: string): void
  /** Replaces the enabled lists. The first one has the highest priority. */
  order(lists: readonly EnabledList[]): void
}

/** `domain`: without the last dot; empty for the root. */
interface Entry {
  readonly key: string
  readonly domain: string
  readonly override: AppliedOverride
}

/**
 * Indexed by a hash of the domain, computed from the right, letter by letter: one pass over a name gives the hashes of all
 * its parent domains without creating strings.
 */
export function openOverrides(): OverrideIndex {
  const byKey = new Map<string, Entry>()
  const byHash = new Map<number, Entry[]>()
  let positions: ReadonlyMap<string, { readonly at: number; readonly tags: readonly string[] }> = new Map([
    [DEFAULT_LIST, { at: 0, tags: [] }],
  ])

  /** The override with the highest priority: `found`, or one in the bucket for the last `length` letters of the name. */
  const best = (
    found: Entry | undefined,
    bucket: readonly Entry[],
    name: string,
    length: number,
    client: DnsClient,
    permitsOnly: boolean,
  ): Entry | undefined => {
    for (const entry of bucket) {
      const { override, domain } = entry
      if (permitsOnly && override.Type === 'block') continue
      // Two domains may have the same hash.
      if (domain.length !== length || !name.endsWith(domain)) continue
      if (override.ClientIP !== EVERYBODY && override.ClientIP !== client.ip) continue
      const list = positions.get(override.List)
      if (!list || !applies(list.tags, client) || !applies(override.Tags, client)) continue
      if (!found || hasPriority(entry, found)) found = entry
    }
    return found
  }
  /** By list; within a list permits first, then the longest domain, then overrides for this client. */
  const hasPriority = (a: Entry, b: Entry): boolean => {
    const lists = positions.get(a.override.List)!.at - positions.get(b.override.List)!.at
    if (lists !== 0) return lists < 0
    if (a.override.Type !== b.override.Type) return a.override.Type === 'permit'
    if (a.domain.length !== b.domain.length) return a.domain.length > b.domain.length
    return a.override.ClientIP !== EVERYBODY && b.override.ClientIP === EVERYBODY
  }
  const remove = (key: string): void => {
    const had = byKey.get(key)
    if (!had) return
    byKey.delete(key)
    const hash = hashOf(had.domain)
    const left = byHash.get(hash)?.filter((entry) => entry !== had) ?? []
    if (left.length > 0) byHash.set(hash, left)
    else byHash.delete(hash)
  }

  return {
    get size() {
      return byKey.size
    },
    find(name, client, permitsOnly) {
      if (byKey.size === 0) return undefined
      let found: Entry | undefined
      let hash = SEED
      const root = byHash.get(hash)
      if (root) found = best(found, root, name, 0, client, permitsOnly)
      for (let at = name.length - 1; at >= 0; at--) {
        const letter = name.charCodeAt(at)
        if (letter === DOT && at < name.length - 1) {
          const bucket = byHash.get(hash)
          if (bucket) found = best(found, bucket, name, name.length - at - 1, client, permitsOnly)
        }
        hash = mix(hash, letter)
      }
      const bucket = byHash.get(hash)
      if (bucket && name !== ROOT) found = best(found, bucket, name, name.length, client, permitsOnly)
      return found?.override
    },
    remove,
    set(key, override) {
      remove(key)
      const entry: Entry = { key, domain: override.Domain.slice(0, -1), override }
      byKey.set(key, entry)
      const hash = hashOf(entry.domain)
      byHash.set(hash, [...(byHash.get(hash) ?? []), entry])
    },
    order(lists) {
      positions = new Map(lists.map(({ Name, Tags }, at) => [Name, { at, tags: Tags }]))
    },
  }
}

const ROOT = '.'
const DOT = 0x2e
const SEED = 5381
const mix = (hash: number, letter: number): number => (Math.imul(hash, 33) ^ letter) | 0

function hashOf(domain: string): number {
  let hash = SEED
  for (let at = domain.length - 1; at >= 0; at--) hash = mix(hash, domain.charCodeAt(at))
  return hash
}

const applies = (tags: readonly string[], client: DnsClient): boolean =>
  tags.length === 0 || tags.some((tag) => client.tags.includes(tag))
