import assert from 'node:assert/strict'
import { HOSTS, OTHER_NAMES, ZONE } from '../guests/zone.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Chance } from './chance.ts'

const TYPES =
  'A AAAA MX TXT SRV CAA TLSA SSHFP NAPTR HINFO LOC RP TYPE65280 HTTPS SVCB CNAME NS SOA PTR DS DNSKEY NSEC ANY'.split(
    ' ',
  )
/** Options of dig: with and without DNSSEC, checking, EDNS and UDP. */
const FLAGS = ['', '+dnssec', '+cdflag', '+dnssec +cdflag', '+noedns', '+adflag', '+tcp', '+dnssec +tcp']

/** Questions as lines for `dig -f`: those about the odd names, of every type, and others about hosts. */
export function questionsOf(count: number, chance: Chance): string[] {
  const odd = OTHER_NAMES.flatMap((name) => TYPES.map((type) => `${name}${ZONE}. ${type}`))
  const usual = Array.from({ length: Math.max(0, count - odd.length) }, () => {
    const name = `host${chance.between(0, HOSTS - 1)}.${ZONE}`
    const spelt = chance.happens(0.2) ? name.toUpperCase() : name
    const below = chance.happens(0.1) ? `nobody${chance.between(0, 9)}.` : ''
    return `${below}${spelt}. ${chance.one(TYPES)}`
  })
  return [...odd, ...usual].map((line) => `${line} ${chance.one(FLAGS)}`)
}

/** A response as dig prints it: status, flags, and records by section, sorted, with TTLs kept separately. */
interface Heard {
  readonly status: string
  readonly flags: string
  readonly records: readonly string[]
  readonly lowest: number
}

/** Sends all queries in their order, and returns the responses. */
export async function askAll(namespace: Namespace, server: string, questions: readonly string[]): Promise<Heard[]> {
  // The router limits how many queries a device sends in a second: like any client, dig repeats what has no answer.
  const retries = ['+tries=5', '+time=2']
  const shown = ['+noall', '+comments', '+answer', '+authority', '+additional', '+nocookie', ...retries]
  const { stdout, stderr } = await namespace.outcome(['dig', `@${server}`, ...shown, '-f', '-'], {
    input: `${questions.join('\n')}\n`,
    timeoutMs: 300_000,
  })
  const heard = stdout
    .split(/^;; Got answer:$/m)
    .slice(1)
    .map(read)
  assert.equal(
    heard.length,
    questions.length,
    `${server} owes answers; dig's last words: ${(stdout + stderr).slice(-300)}`,
  )
  return heard
}

function read(text: string): Heard {
  const status = /status: (\w+)/.exec(text)?.[1] ?? ''
  const flags = /flags: ([a-z ]*);/.exec(text)?.[1] ?? ''
  const records: string[] = []
  let section = ''
  let lowest = Number.POSITIVE_INFINITY
  for (const line of text.split('\n')) {
    const [, title] = /^;; (\w+) SECTION/.exec(line) ?? []
    if (title) section = title
    else if (line !== '' && !line.startsWith(';')) {
      const [, owner = '', ttl = '', rest = ''] = /^(\S+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      records.push(`${section} ${owner.toLowerCase()} ${rest.replace(/\s+/g, ' ')}`)
      lowest = Math.min(lowest, Number(ttl))
    }
  }
  return { status, flags, records: records.sort(), lowest }
}

/** The longest TTL of the router's cache: a day, in seconds. */
const LONGEST = 86_400

export interface Comparison {
  /** Over plain DNS the AD bit could be forged. */
  readonly unprotected?: boolean
}

/** Differences between the router's responses and those of its upstream, a line each. */
export function differences(
  questions: readonly string[],
  truth: readonly Heard[],
  told: readonly Heard[],
  { unprotected = false }: Comparison = {},
): string[] {
  const flagsOf = ({ flags }: Heard): string => (unprotected ? flags.replace(' ad', '') : flags)
  return questions.flatMap((question, i) => {
    const [is, was] = [told[i]!, truth[i]!]
    const found: string[] = []
    if (is.status !== was.status) found.push(`${is.status} and not ${was.status}`)
    if (is.flags !== flagsOf(was)) found.push(`${is.flags} and not ${flagsOf(was)}`)
    for (const record of was.records) if (!is.records.includes(record)) found.push(`without ${record}`)
    for (const record of is.records) if (!was.records.includes(record)) found.push(`with ${record}`)
    if (is.records.length !== was.records.length) found.push(`${is.records.length} records of ${was.records.length}`)
    if (is.records.length > 0 && is.lowest > Math.min(was.lowest, LONGEST))
      found.push(`for ${is.lowest} s and not ${was.lowest} s`)
    return found.map((what) => `${question}: ${what}`)
  })
}
