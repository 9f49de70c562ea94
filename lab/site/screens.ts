import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import { violationsOn } from '../browser/axe.ts'
import { CHROMIUM } from '../browser/browser.ts'
import { ROOT } from '../process/place.ts'
import { VIEWS, type View, WIDTHS } from './kinds.ts'
import { serveSite } from './server.ts'

/**
 * `npm run screens:site`: a picture of every kind of page of the documentation, in several looks, for review;
 * with names of views, only of those. Reports axe violations of each, and pages that are wider than the window.
 */
const PLACE = join(ROOT, '.sallyport/screens-site')

const MODES = ['light', 'dark'] as const
/** The most that is captured of a long page. */
const HIGHEST = 9000

const [wanted, known] = [process.argv.slice(2), Object.keys(VIEWS)]
const stranger = wanted.find((name) => !known.includes(name))
if (stranger) throw new Error(`there is no view ${stranger}; there are ${known.join(', ')}`)
const { status } = spawnSync(process.execPath, [join(ROOT, 'bin/site.js')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

mkdirSync(PLACE, { recursive: true })
const site = await serveSite(join(ROOT, 'site/dist'))
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const name of wanted.length > 0 ? wanted : known) await shoot(name, VIEWS[name] as View)
} finally {
  await browser.close()
  site[Symbol.dispose]()
}
console.log(`  pictures are in ${PLACE}`)

async function shoot(name: string, view: View): Promise<void> {
  const widths = Object.entries(WIDTHS).filter(([width]) => !view.only || view.only.includes(width as 'desk'))
  for (const [width, size] of widths)
    for (const mode of MODES) {
      if (view.isPrinted && mode === 'dark') continue
      const viewport = { width: size[0], height: size[1] }
      await shootOne(`${name}-${width}-${mode}`, view, mode, { viewport, reducedMotion: 'reduce' })
    }
  console.log(`  ${name}`)
}

async function shootOne(name: string, view: View, mode: string, options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    await page.addInitScript(`localStorage.setItem('theme', '${mode}')`)
    await page.goto(`${site.origin}/pages${view.path}`)
    await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' })
    await view.steps?.(page, site)
    site.isSearchDown = false
    if (view.isPrinted) await page.emulateMedia({ media: 'print' })
    const { width, height } = options.viewport as { width: number; height: number }
    const [wide, high] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
    )
    if (wide > width) console.log(`  ${name}: takes ${wide} pixels where there are ${width}`)
    // A window as high as the page: lazy content is loaded, and sticky elements are in their place.
    if (!view.isWindow) await page.setViewportSize({ width, height: Math.min(HIGHEST, Math.max(high, height)) })
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(PLACE, `${name}.png`), caret: 'initial', animations: 'disabled' })
    for (const violation of await violationsOn(page)) console.log(`  ${name}: ${violation}`)
  } finally {
    await context.close()
  }
}
