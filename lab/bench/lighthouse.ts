import { type Category, hasLighthouse, scoresOf } from '../lighthouse/scores.ts'
import type { AppStage, BrowserSession } from './app-session.ts'
import type { Row } from './table.ts'

const CATEGORIES = ['accessibility', 'best-practices', 'performance'] as const satisfies readonly Category[]

/** Lighthouse scores of our screens on a phone, and of the bare page. */
export async function benchLighthouse({ router, ours, bare, session }: AppStage): Promise<Row[]> {
  if (!hasLighthouse()) return []
  const score = (pages: Record<string, string>, session?: BrowserSession) =>
    scoresOf((...call) => router.namespace.run(...call), { pages, session, categories: CATEGORIES })
  const outside = await score({ bare, 'sign-in': ours })
  const inside = await score({ Home: `${ours}/admin`, 'Devices, 1,000 of them': `${ours}/admin/devices` }, session)
  const { bare: peer, ...scores } = { ...outside, ...inside }
  for (const [name, { wrong }] of Object.entries(scores))
    for (const title of wrong) console.log(`Lighthouse says of ${name}: ${title}`)
  return Object.entries(scores).flatMap(([name, scores]) =>
    CATEGORIES.map((category) => ({
      what: `Lighthouse, ${name}: ${category}`,
      ours: String(scores[category]),
      peer: String(peer?.[category] ?? ''),
      ratio: '',
      aim: category === 'performance' ? '≥ 90' : '≥ 95',
    })),
  )
}
