import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchRecord } from '../../search/record.ts'
import { tokensOf } from '../../search/words.ts'
import { type Chance, openChance } from '../probes/chance.ts'
import { type Find, openAnswer, openOurs } from './search-ours.ts'
import { moreText, ownText } from './search-text.ts'
import { median, type Row } from './table.ts'

const ROUNDS = 3
const QUERIES = 400
/** The most results that the modal shows. */
const SECTIONS = 20
const MORE = 10_000
const KINDS = ['as typed', 'its last word begun', 'with a typo or a swap', 'one to three letters'] as const
type Kind = (typeof KINDS)[number]

/** Queries of a reader who looks for a known page. */
interface Typed {
  readonly kind: Kind
  readonly query: string
  readonly url: string
}

type Open = (records: readonly SearchRecord[]) => Find

/** Other engines by name; none if they are not installed (`bench/start.ts`). */
async function readPeers(): Promise<Readonly<Record<string, Open>>> {
  if (existsSync(join(import.meta.dirname, 'node_modules'))) {
    const { openFlexSearch, openMiniSearch, openOrama } = await import('./search-peers.js')
    return { MiniSearch: openMiniSearch, Orama: openOrama, FlexSearch: openFlexSearch }
  }
  console.log('Other search engines are not installed, and could not be: there are no rows of them')
  return {}
}

/** Searches our texts, then also those of packages, with typical queries: share found, and time. */
export async function benchSearch(): Promise<Row[]> {
  const peers = await readPeers()
  return [...measure(ownText(), peers), ...measure(moreText(MORE), peers)]
}

function measure(records: readonly SearchRecord[], peers: Readonly<Record<string, Open>>): Row[] {
  const chance = openChance(7)
  const pages = [...Map.groupBy(records, ({ url }) => url.split('#', 1)[0]!).values()]
  const typed = KINDS.flatMap((kind) => Array.from({ length: QUERIES }, () => type(chance, chance.one(pages), kind)))
  const what = `search, ${records.length} records`
  const ours = measureOne(openOurs, records, typed)
  const rows = Object.entries(peers).flatMap(([name, open]): Row[] => {
    const peer = measureOne(open, records, typed)
    return [
      ...KINDS.filter((kind) => kind !== 'one to three letters').map((kind) => {
        const [our, their] = [recall(ours, typed, records, kind), recall(peer, typed, records, kind)]
        return row(`${what}: found, ${kind} (beside ${name})`, percent(our), percent(their), our / their, '≥ 1')
      }),
      row(
        `${what}: p50, p99 (beside ${name})`,
        `${ms(at(ours, 0.5))}, ${ms(at(ours, 0.99))}`,
        `${ms(at(peer, 0.5))}, ${ms(at(peer, 0.99))}`,
        at(ours, 0.99) / at(peer, 0.99),
      ),
      row(`${what}: index made in (beside ${name})`, ms(ours.builtMs), ms(peer.builtMs), ours.builtMs / peer.builtMs),
    ]
  })
  const answer = openAnswer(records)
  const whole = measureOne(() => (query) => [answer(query).length], records, typed)
  const spelled = `${ms(at(whole, 0.5))}, ${ms(at(whole, 0.99))}`
  return [...rows, { what: `${what}: a whole answer, p50, p99`, ours: spelled, peer: '', ratio: '', aim: 'p99 ≤ 5 ms' }]
}

/** One to three consecutive words of a page, typed as `kind` defines. */
function type(chance: Chance, page: readonly SearchRecord[], kind: Kind): Typed {
  for (;;) {
    const { content, hierarchy, type: level, url } = chance.one(page)
    const words = tokensOf(content ?? hierarchy[level as 'lvl1'] ?? '').map(({ word }) => word)
    const from = chance.between(0, words.length - 1)
    const chosen = words.slice(from, from + chance.between(1, 3))
    const last = chosen.pop()
    if (last === undefined || last.length < 4 || /\d/.test(last)) continue
    if (kind === 'one to three letters') return { kind, url, query: last.slice(0, chance.between(1, 3)) }
    const end = kind === 'its last word begun' ? last.slice(0, Math.max(3, last.length - chance.between(1, 4))) : last
    return { kind, url, query: [...chosen, kind === 'with a typo or a swap' ? mistype(chance, end) : end].join(' ') }
  }
}

/** One letter replaced, removed, added, or swapped with the next, at any place. */
function mistype(chance: Chance, word: string): string {
  const i = chance.between(0, word.length - 2)
  const letter = chance.one([...'abcdefghijklmnopqrstuvwxyz'])
  const [before, here, next, after] = [word.slice(0, i), word[i]!, word[i + 1]!, word.slice(i + 2)]
  return chance.one([
    before + letter + next + after,
    before + next + after,
    before + letter + here + next + after,
    before + next + here + after,
  ])
}

interface Measured {
  readonly builtMs: number
  /** The shortest time of several runs of each query, and its result. */
  readonly tookMs: readonly number[]
  readonly found: readonly (readonly number[])[]
}

function measureOne(
  open: (records: readonly SearchRecord[]) => Find,
  records: readonly SearchRecord[],
  typed: readonly Typed[],
): Measured {
  // The first run includes compilation by V8.
  open(records)
  const began = performance.now()
  const find = open(records)
  const builtMs = performance.now() - began
  const found = typed.map(({ query }) => find(query))
  // One run to warm up; then the median of several, which excludes interruptions by other programs.
  const runs = Array.from({ length: ROUNDS }, () => typed.map(({ query }) => timed(() => find(query))))
  return {
    builtMs,
    tookMs: typed.map((_, i) => median(runs.map((run) => run[i]!))),
    found,
  }
}

function timed(run: () => unknown): number {
  const began = performance.now()
  run()
  return performance.now() - began
}

/** The share of the wanted sections among those shown. */
function recall({ found }: Measured, typed: readonly Typed[], records: readonly SearchRecord[], kind: Kind): number {
  const hits = typed.flatMap((each, i) => {
    if (each.kind !== kind) return []
    const sections = [...new Set(found[i]!.map((record) => records[record]!.url))].slice(0, SECTIONS)
    return [sections.includes(each.url)]
  })
  return hits.filter((isThere) => isThere).length / hits.length
}

const at = ({ tookMs }: Measured, share: number): number =>
  [...tookMs].sort((a, b) => a - b)[Math.floor(tookMs.length * share)]!
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const percent = (value: number): string => `${(100 * value).toFixed(0)} %`
const row = (what: string, ours: string, peer: string, ratio: number, aim = ''): Row => ({
  what,
  ours,
  peer,
  ratio: ratio.toFixed(2),
  aim,
})
