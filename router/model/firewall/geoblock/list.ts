import { z } from 'zod'
import type { AddressRange } from '../../../values/addressset.ts'
import { numberToIp } from '../../../values/ip.ts'
import { parseSubnet, reachOf, sizeOf } from '../../../values/subnet.ts'
import { MOST_ASN } from './config.ts'

/** What a list names. */
export interface ListedNetworks {
  readonly asns: readonly number[]
  readonly ranges: readonly AddressRange[]
  /** Lines that are neither entries nor comments, such as those of a web page. */
  readonly foreign: number
}

/** A larger network is ignored: no list of attackers names one, and a forged list could cut off half the internet. */
const SHORTEST_PREFIX = 8
const MOST_LIST_ENTRIES = 100_000

/** An address or network of either family, a JSON object, a comment, or an empty line. */
const ENTRY = /^(?:$|[;#{]|[\d.]+(?:[/\s;#,]|$)|[\da-f]*:[\da-f:.]*(?:[/\s;#,]|$))/i

const Line = z.object({ asn: z.int().min(1).max(MOST_ASN).optional(), cidr: z.string().optional() })

/**
 * Reads a list of networks: `AS64496` or `192.0.2.0/24` at the start of a line, with comments after `;` or `#`, or one JSON
 * object with `asn` or `cidr` on each line. Other lines, and networks that are not on the internet, are ignored.
 */
export function readList(text: string): ListedNetworks {
  const asns = new Set<number>()
  const ranges: AddressRange[] = []
  let foreign = 0
  for (const line of text.split('\n')) {
    if (asns.size + ranges.length >= MOST_LIST_ENTRIES) break
    const { asn, net } = entryOf(line.trim())
    if (asn !== undefined) asns.add(asn)
    if (net !== undefined) ranges.push(...rangeOf(net))
    if (asn === undefined && !ENTRY.test(line.trim())) foreign++
  }
  return { asns: [...asns], ranges, foreign }
}

function entryOf(line: string): { asn?: number | undefined; net?: string | undefined } {
  if (line.startsWith('{')) {
    const { asn, cidr } = Line.safeParse(jsonOf(line)).data ?? {}
    return { asn, net: cidr }
  }
  const [first = ''] = line.split(/[\s;#,]/, 1)
  const [, number] = /^AS(\d{1,10})$/i.exec(first) ?? []
  if (number === undefined) return { net: first }
  return Number(number) >= 1 && Number(number) <= MOST_ASN ? { asn: Number(number) } : {}
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rangeOf(text: string): AddressRange[] {
  const net = parseSubnet(text.includes('/') ? text : `${text}/32`)
  if (!net || net.prefix < SHORTEST_PREFIX) return []
  const [start, end] = [net.base, net.base + sizeOf(net) - 1]
  return [start, end].every((at) => reachOf(numberToIp(at)) === 'public') ? [{ start, end }] : []
}
