import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../place.ts'
import type { AppStage } from './app.ts'
import type { Row } from './table.ts'

const PLACE = join(ROOT, 'lab/lighthouse')

interface Scores {
  readonly performance: number
  readonly accessibility: number
  readonly 'best-practices': number
  readonly wrong: readonly string[]
}

/** What Lighthouse thinks of our screens on a phone, and of the bare page. It is large, and fetched for this alone (start.ts). */
export async function benchLighthouse({ router, ours, bare, session }: AppStage): Promise<Row[]> {
  if (!existsSync(join(PLACE, 'node_modules'))) {
    console.log('Lighthouse is not installed, and could not be: there are no rows of it')
    return []
  }
  const score = async (pages: Record<string, string>, session: string): Promise<Record<string, Scores>> =>
    JSON.parse(
      await router.namespace.run([process.execPath, join(PLACE, 'run.js')], {
        input: JSON.stringify({ pages, session }),
        timeoutMs: 240_000,
      }),
    )
  const outside = await score({ bare, 'sign-in': ours }, '')
  const inside = await score({ Home: `${ours}/admin`, 'Devices, 1,000 of them': `${ours}/admin/devices` }, session)
  const { bare: peer, ...told } = { ...outside, ...inside }
  for (const [name, { wrong }] of Object.entries(told))
    for (const title of wrong) console.log(`Lighthouse says of ${name}: ${title}`)
  return Object.entries(told).flatMap(([name, scores]) =>
    (['accessibility', 'best-practices', 'performance'] as const).map((category) => ({
      what: `Lighthouse, ${name}: ${category}`,
      ours: String(scores[category]),
      peer: String(peer?.[category] ?? ''),
      ratio: '',
      aim: category === 'performance' ? '' : '≥ 95',
    })),
  )
}
