import { join } from 'node:path'
import { type Category, hasLighthouse, type Scores, scoresOf } from '../lighthouse/scores.ts'
import { ROOT } from '../process/place.ts'
import { run } from '../process/program.ts'
import { buildVariant } from '../site/build.ts'
import { serveSite } from '../site/server.ts'
import { median, type Row } from './table.ts'

const ROUNDS = 3
const QUALITIES = ['accessibility', 'best-practices', 'seo'] as const satisfies readonly Category[]
const POST = '/blog/how-a-packet-is-judged'
const DOC = '/docs/guides/firewall'

/** Our pages below `/pages`, each with the stock page to compare with. */
const PAGES: Readonly<Record<string, readonly [ours: string, stock: string]>> = {
  home: ['/', DOC],
  'a doc': [DOC, DOC],
  'a post': [POST, POST],
  search: ['/search?q=printer', DOC],
  API: ['/api/0', DOC],
}

/**
 * What Lighthouse thinks of the documentation on a phone, and of the same texts in Docusaurus as it comes, both served by the
 * router's own server, in turn.
 */
export async function benchSite(): Promise<Row[]> {
  if (!hasLighthouse()) return []
  const stock = await serveSite(await buildVariant('stock'))
  const site = await serveSite(join(ROOT, 'site/dist'))
  try {
    const pages = Object.fromEntries(
      Object.entries(PAGES).flatMap(([name, [ours, theirs]]) => [
        [name, `${site.origin}/pages${ours}`],
        [`stock ${theirs}`, `${stock.origin}/pages${theirs}`],
      ]),
    )
    const rounds: Record<string, Scores>[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await scoresOf(run, { pages, categories: ['performance', ...QUALITIES] }))
    return Object.entries(PAGES).flatMap(([name, [, theirs]]) => rowsOf(name, `stock ${theirs}`, rounds))
  } finally {
    stock[Symbol.dispose]()
    site[Symbol.dispose]()
  }
}

function rowsOf(name: string, peer: string, rounds: readonly Record<string, Scores>[]): Row[] {
  const [ours, theirs] = [name, peer].map((page) => rounds.map((round) => round[page]!)) as [Scores[], Scores[]]
  for (const title of new Set(ours.flatMap(({ wrong }) => wrong))) console.log(`Lighthouse says of ${name}: ${title}`)
  type Figure = Category | 'blockingMs' | 'shift' | 'bytes'
  const row = (what: string, figure: Figure, aim: string, spell: (value: number) => string = String): Row => {
    const [our, their] = [ours, theirs].map((side) => median(side.map((scores) => scores[figure]))) as [number, number]
    const ratio = their > 0 ? (our / their).toFixed(2) : ''
    return { what: `site, ${name}: ${what}`, ours: spell(our), peer: spell(their), ratio, aim }
  }
  return [
    ...QUALITIES.map((quality) => row(quality, quality, '≥ 95')),
    row('performance', 'performance', '≥ 1'),
    row('time that scripts block', 'blockingMs', '≤ 1', (ms) => `${ms.toFixed(0)} ms`),
    row('layout shift', 'shift', '≤ 0.1', (shift) => shift.toFixed(3)),
    row('all that is fetched', 'bytes', '', (bytes) => `${(bytes / 1024).toFixed(0)} KiB`),
  ]
}
