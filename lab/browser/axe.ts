import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Check {
  readonly message: string
  readonly relatedNodes: readonly { readonly html: string }[]
}

interface Violation {
  readonly id: string
  readonly nodes: readonly {
    readonly target: readonly string[]
    readonly any: readonly Check[]
    readonly all: readonly Check[]
    readonly none: readonly Check[]
  }[]
}

/** The rules that compare colors. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/** Which rules are applied. Those about colors take half of the time. */
type Rules = 'all' | 'colors' | 'without colors'
const CHOICE: Readonly<Record<Rules, object>> = {
  all: {},
  colors: { runOnly: OF_COLORS },
  'without colors': { rules: Object.fromEntries(OF_COLORS.map((rule) => [rule, { enabled: false }])) },
}

/**
 * Accessibility violations of a page that axe finds, by default with all its rules. Its frames, which show
 * pages of plugins, are left out. A line for each thing, which names the rule and the place.
 */
export async function violationsOn(page: Page | Frame, rules: Rules = 'all'): Promise<string[]> {
  // Evaluated through the debugger, which the page's content policy does not affect.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(SOURCE)
  const options = {
    ...{ resultTypes: ['violations'], preload: false, iframes: false },
    ...CHOICE[rules],
  }
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = await page.evaluate<Violation[]>(run)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const [check] = [...any, ...all, ...none]
      const about = check?.relatedNodes.map(({ html }) => html) ?? []
      return [`${id} at ${target.join(' ')}:`, check?.message ?? '', ...about].join(' ')
    }),
  )
}
