import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { violationsOn } from '../axe.ts'
import { ROOT } from '../place.ts'
import { type SiteServer, serveSite } from './server.ts'

/**
 * `npm run screens:site`: a picture of every kind of page of the documentation, in several looks, for somebody to look at;
 * with names of views, only of those. Tells what axe finds wrong with each, and where a page is wider than the window.
 */
const PLACE = join(ROOT, '.sallyport/site')

const WIDTHS = { desk: [1440, 900], tablet: [1024, 768], phone: [390, 844] } as const
const MODES = ['light', 'dark'] as const
/** More than this of a long page tells nothing new. */
const HIGHEST = 9000

interface View {
  /** Below `/pages`. */
  readonly path: string
  /** What somebody has done there. */
  readonly steps?: (page: Page, site: SiteServer) => Promise<void>
  /** The window alone, where the page is endless or covered. */
  readonly isWindow?: true
  /** Where there is such a thing at all. */
  readonly only?: readonly (keyof typeof WIDTHS)[]
  readonly isPrinted?: true
}

const openSearch = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Modal').waitFor()
}
const typed = async (page: Page, text: string): Promise<void> => {
  await openSearch(page)
  await page.keyboard.type(text)
}
const openSidebar = (page: Page): Promise<void> => page.getByRole('button', { name: 'Toggle navigation bar' }).click()

const VIEWS: Readonly<Record<string, View>> = {
  home: { path: '/' },
  doc: { path: '/docs/intro' },
  code: { path: '/docs/guides/firewall' },
  notes: { path: '/docs/setup_guides/virtual_spr' },
  article: { path: '/articles' },
  blog: { path: '/blog' },
  post: { path: '/blog/how-a-packet-is-judged' },
  archive: { path: '/blog/archive' },
  authors: { path: '/blog/authors' },
  tags: { path: '/blog/tags' },
  tag: { path: '/blog/tags/firewall' },
  missing: { path: '/nothing' },
  search: { path: '/search' },
  'search-found': {
    path: '/search?q=printer',
    steps: (page) => page.locator('main ol li').first().waitFor(),
  },
  'search-none': { path: '/search?q=zzqqxx', steps: (page) => page.getByText('No results').waitFor() },
  'search-failed': {
    path: '/search',
    steps: async (page, site) => {
      site.isSearchDown = true
      await page.getByRole('searchbox').fill('dns')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  box: { path: '/docs/intro', steps: openSearch, isWindow: true },
  'box-found': {
    path: '/docs/intro',
    steps: async (page) => {
      await typed(page, 'fire')
      await page.locator('.DocSearch-Hit').first().waitFor()
    },
    isWindow: true,
  },
  'box-none': {
    path: '/docs/intro',
    steps: async (page) => {
      await typed(page, 'zzqqxx')
      await page.getByText('No results for').waitFor()
    },
    isWindow: true,
  },
  'box-recent': {
    path: '/docs/intro',
    steps: async (page) => {
      for (const word of ['fire', 'dhcp', 'token']) {
        await typed(page, word)
        await page.locator('.DocSearch-Hit[aria-selected="true"] mark').first().waitFor()
        await page.keyboard.press('Enter')
        await page.locator('.DocSearch-Modal').waitFor({ state: 'detached' })
      }
      await openSearch(page)
      await page.locator('.DocSearch-Hit-action-button[type=submit]').first().click()
    },
    isWindow: true,
  },
  'box-failed': {
    path: '/docs/intro',
    steps: async (page, site) => {
      site.isSearchDown = true
      await typed(page, 'dns')
      await page.getByText('Unable to fetch results').waitFor()
    },
    isWindow: true,
  },
  api: { path: '/api/0', isWindow: true },
  'api-operation': { path: '/api/0#get-devices', isWindow: true },
  sidebar: {
    path: '/docs/intro',
    steps: openSidebar,
    isWindow: true,
    only: ['phone'],
  },
  'sidebar-main': {
    path: '/docs/intro',
    steps: async (page) => {
      await openSidebar(page)
      await page.getByRole('button', { name: /Back to main menu/ }).click()
    },
    isWindow: true,
    only: ['phone'],
  },
  features: {
    path: '/',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Features' }).click()
      await page.locator('#features').waitFor()
    },
    isWindow: true,
  },
  print: { path: '/docs/guides/firewall', isPrinted: true, only: ['desk'] },
}

const [wanted, known] = [process.argv.slice(2), Object.keys(VIEWS)]
const stranger = wanted.find((name) => !known.includes(name))
if (stranger) throw new Error(`there is no view ${stranger}; there are ${known.join(', ')}`)
const { status } = spawnSync(process.execPath, [join(ROOT, 'bin/site.js')], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

mkdirSync(PLACE, { recursive: true })
const site = await serveSite(join(ROOT, 'site/dist'))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
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
    // A window as high as the page: what comes when it is scrolled to is there, and what sticks stands where it belongs.
    if (!view.isWindow) await page.setViewportSize({ width, height: Math.min(HIGHEST, Math.max(high, height)) })
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(PLACE, `${name}.png`), caret: 'initial', animations: 'disabled' })
    for (const violation of await violationsOn(page)) console.log(`  ${name}: ${violation}`)
  } finally {
    await context.close()
  }
}
