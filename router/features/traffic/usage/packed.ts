import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Counts } from '../../../model/traffic/flows/change.ts'

/** Bytes by owner (`traffic/flows/owners.ts`). */
export type ByOwner = ReadonlyMap<number, Counts>

/** Bytes that a device received from a network of the internet, and sent there. */
export interface NetworkBytes {
  /** 0 for unknown networks, and for those with too few bytes to be kept apart. */
  readonly asn: number
  readonly name: string
  /** Two letters of ISO 3166-1, or empty. */
  readonly country: string
  readonly down: number
  readonly up: number
}
export type NetworksByOwner = ReadonlyMap<number, readonly NetworkBytes[]>

const count = z.number().nonnegative()
const ByOwnerText = z.array(z.tuple([z.number(), count, count, count, count]))
const HoursText = z.array(z.tuple([z.number(), ByOwnerText]))
const NetworksText = z.object({
  networks: z.array(z.tuple([z.number(), z.string(), z.string()])),
  /** Owner, then for each of its networks the index in `networks`, bytes down and bytes up. */
  rows: z.array(z.array(z.number())),
})

/** The least zlib level that halves the size of digits; the next ones take twice the time. */
const deflated = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: 4 })
/** More than a day of 2,000 devices. A damaged value must not take more memory. */
const MOST_BYTES = 64 << 20

/** Undefined for bytes that are damaged. */
function inflated<T>(schema: z.ZodType<T>, value: Uint8Array): T | undefined {
  try {
    return schema.parse(JSON.parse(inflateRawSync(value, { maxOutputLength: MOST_BYTES }).toString()))
  } catch {
    return undefined
  }
}

const rowsOf = (counts: ByOwner) => [...counts].map(([owner, four]) => [owner, ...four])
const mapOf = (rows: z.infer<typeof ByOwnerText>): Map<number, Counts> =>
  new Map(rows.map(([owner, ...counts]) => [owner, counts]))

/** The bytes of a day. */
export const packDay = (counts: ByOwner): Uint8Array => deflated(rowsOf(counts))
/** Empty for a damaged value. */
export const unpackDay = (value: Uint8Array): Map<number, Counts> => mapOf(inflated(ByOwnerText, value) ?? [])

/** The hours of a day, by their start in milliseconds since 1970. */
export const packHours = (hours: ReadonlyMap<number, ByOwner>): Uint8Array =>
  deflated([...hours].map(([start, counts]) => [start, rowsOf(counts)]))
/** Empty for a damaged value. */
export const unpackHours = (value: Uint8Array): Map<number, Map<number, Counts>> =>
  new Map((inflated(HoursText, value) ?? []).map(([start, rows]) => [start, mapOf(rows)]))

export function packNetworks(all: NetworksByOwner): Uint8Array {
  const indexes = new Map<string, number>()
  const networks: [number, string, string][] = []
  const indexOf = ({ asn, name, country }: NetworkBytes): number => {
    const key = `${asn} ${country}`
    const found = indexes.get(key)
    if (found !== undefined) return found
    indexes.set(key, networks.length)
    return networks.push([asn, name, country]) - 1
  }
  const rows = [...all].map(([owner, list]) => [owner, ...list.flatMap((one) => [indexOf(one), one.down, one.up])])
  return deflated({ networks, rows })
}

/** Empty for a damaged value. */
export function unpackNetworks(value: Uint8Array): Map<number, NetworkBytes[]> {
  const { networks, rows } = inflated(NetworksText, value) ?? { networks: [], rows: [] }
  return new Map(
    rows.map(([owner = 0, ...rest]) => {
      const list: NetworkBytes[] = []
      for (let at = 0; at + 2 < rest.length; at += 3) {
        const [asn = 0, name = '', country = ''] = networks[rest[at]!] ?? []
        list.push({ asn, name, country, down: rest[at + 1]!, up: rest[at + 2]! })
      }
      return [owner, list]
    }),
  )
}
