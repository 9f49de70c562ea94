import assert from 'node:assert/strict'
import { violationsOn } from '../browser/axe.ts'
import { VIEWS, WIDTHS } from './kinds.ts'
import type { SiteStage } from './stage.ts'

/** The narrowest common phones. */
const NARROWEST = { width: 360, height: 740 }
const LOOKED_AT = ['desk', 'phone'] as const
type Width = (typeof LOOKED_AT)[number]

/** The pages that `npm test` checks, each in one width and in light mode. look.all.test.ts checks all. */
export const IN_SHORT: Readonly<Record<string, Width>> = {
  home: 'phone',
  doc: 'desk',
  post: 'phone',
  'search-found': 'desk',
  'box-found': 'phone',
  sidebar: 'phone',
}

/** Every kind of page, in every width in which it exists. */
export const allLooks = (): (readonly [name: string, width: Width])[] =>
  Object.entries(VIEWS)
    .filter(([name, view]) => !view.isPrinted && name !== 'api-operation')
    .flatMap(([name, { only }]) =>
      LOOKED_AT.filter((width) => !only || only.includes(width)).map((width) => [name, width] as const),
    )

/** Endless animations are not waited for. */
const SETTLED = `Promise.all(document.getAnimations()
  .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
  .map((one) => one.finished.catch(() => {})))`

/**
 * Removes the operations of the API page of which every element has the tags, classes and `data-` attributes of one that stays,
 * from the operation down to the element: their colors are the same.
 */
const REMOVE_ALIKE = `(() => {
  const kept = new Set()
  for (const operation of document.querySelectorAll('section.operation')) {
    const paths = new Map([[operation, '']])
    for (const one of operation.querySelectorAll('*')) {
      const styled = [...one.attributes].filter(({ name }) => /^(class|style|data-)/.test(name))
      paths.set(one, paths.get(one.parentElement) + ' ' + one.tagName + styled.map(({ name, value }) => name + value))
    }
    if ([...paths.values()].every((path) => kept.has(path))) operation.remove()
    for (const path of paths.values()) kept.add(path)
  }
})()`

type Mode = 'light' | 'dark'

/** A test: no kind of page is wider than the screen, and axe finds no violations in these color modes. */
export function look(stage: SiteStage, name: string, width: Width, modes: readonly Mode[]): void {
  const view = VIEWS[name]!
  const viewport = width === 'phone' ? NARROWEST : { width: WIDTHS.desk[0], height: WIDTHS.desk[1] }
  stage.walk(
    `${name} on a ${width}: no overflow and no axe violations, ${modes.join(' and ')}`,
    view.path,
    async (page) => {
      try {
        await view.steps?.(page, stage.site)
      } finally {
        stage.site.isSearchDown = false
      }
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(wide <= viewport.width, `${wide} pixels where there are ${viewport.width}`)
      if (view.path.startsWith('/api/')) {
        // This page has 44,000 elements. They are the same in every look.
        if (width === 'phone') return
        await page.evaluate(REMOVE_ALIKE)
      }
      for (const mode of modes) {
        await page.evaluate(`document.documentElement.dataset.theme = '${mode}'`)
        // Colors are read after their transitions.
        await page.evaluate(SETTLED)
        // Only colors differ between light and dark.
        assert.deepEqual(await violationsOn(page, mode === 'light' ? 'all' : 'colors'), [], mode)
      }
    },
    { viewport, reducedMotion: 'reduce' },
  )
}
