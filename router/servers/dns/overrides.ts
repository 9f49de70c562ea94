import type { DnsClient } from '../../compiler/network.ts'
import { DEFAULT_LIST, EVERYBODY } from '../../features/dnsblock/key.ts'
import type { KeptOverride } from '../../features/dnsblock/override.ts'
import type { Ip } from '../../values/ip.ts'

/** A list that counts, and for whom. */
export interface CountedList {
  readonly Name: string
  readonly Tags: readonly string[]
}

/** What the owner says of single domains, found by the labels of a name and not by walking all of them. */
export interface Overrides {
  readonly size: number
  /** What decides on this name for this client; undefined when nothing does. `permitsOnly`: nothing is blocked now. */
  find(name: string, client: DnsClient, permitsOnly: boolean): KeptOverride | undefined
  /** Something is said for this client alone. */
  concerns(ip: Ip): boolean
}

export interface OverrideIndex extends Overrides {
  /** `undefined` takes it away. */
  put(key: string, override: KeptOverride | undefined): void
  /** The lists that count, in the order in which they are asked. */
  order(lists: readonly CountedList[]): void
}

/** An override where it is found: its domain without the last dot; empty for the root. */
interface Entry {
  readonly key: string
  readonly domain: string
  readonly override: KeptOverride
}

/**
 * By a hash of the domain, which is made from the right, letter by letter: one walk over a name gives the hash of each
 * domain that it is in, without creating a string for any of them.
 */
export function openOverrides(): OverrideIndex {
  const byKey = new Map<string, Entry>()
  const byHash = new Map<number, Entry[]>()
  const ofClient = new Map<Ip, number>()
  let positions: ReadonlyMap<string, { readonly at: number; readonly tags: readonly string[] }> = new Map([
    [DEFAULT_LIST, { at: 0, tags: [] }],
  ])

  /** The better of what was found so far and of what one bucket says of the last `length` letters of the name. */
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
      // The hash may be that of something else.
      if (domain.length !== length || !name.endsWith(domain)) continue
      if (override.ClientIP !== EVERYBODY && override.ClientIP !== client.ip) continue
      const list = positions.get(override.List)
      if (!list || !isMeant(list.tags, client) || !isMeant(override.Tags, client)) continue
      if (!found || goesBefore(entry, found)) found = entry
    }
    return found
  }
  /** Lists in their order; in a list permits first, then what is said of the nearest domain, then what is said of this client. */
  const goesBefore = (a: Entry, b: Entry): boolean => {
    const lists = positions.get(a.override.List)!.at - positions.get(b.override.List)!.at
    if (lists !== 0) return lists < 0
    if (a.override.Type !== b.override.Type) return a.override.Type === 'permit'
    if (a.domain.length !== b.domain.length) return a.domain.length > b.domain.length
    return a.override.ClientIP !== EVERYBODY && b.override.ClientIP === EVERYBODY
  }
  const count = (ip: string, by: 1 | -1): void => {
    if (ip === EVERYBODY) return
    const left = (ofClient.get(ip) ?? 0) + by
    if (left > 0) ofClient.set(ip, left)
    else ofClient.delete(ip)
  }
  const drop = (key: string): void => {
    const had = byKey.get(key)
    if (!had) return
    byKey.delete(key)
    count(had.override.ClientIP, -1)
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
    concerns: (ip) => ofClient.has(ip),
    put(key, override) {
      drop(key)
      if (!override) return
      const entry: Entry = { key, domain: override.Domain.slice(0, -1), override }
      byKey.set(key, entry)
      const hash = hashOf(entry.domain)
      byHash.set(hash, [...(byHash.get(hash) ?? []), entry])
      count(override.ClientIP, 1)
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

const isMeant = (tags: readonly string[], client: DnsClient): boolean =>
  tags.length === 0 || tags.some((tag) => client.tags.includes(tag))
