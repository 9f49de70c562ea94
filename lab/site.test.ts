import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { after, before, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { indexRecords } from '../search/index.ts'
import { openSearch, searchListener } from '../search/serve.ts'
import { violationsOn } from './axe.ts'
import { noBrowser } from './browser.ts'
import { ROOT } from './place.ts'
import { until } from './until.ts'

/** The built site in a real browser, with its own search behind it, and with the content policy that was made for it. */
const DIST = join(ROOT, 'site/dist')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const skip = noBrowser() ?? (existsSync(DIST) ? undefined : 'the site has not been built')

let server: Server
let browser: Browser
let origin: string
/** Whether the search answers. */
let isSearchDown = false

function fileOf(path: string): string {
  const file = join(DIST, normalize(decodeURIComponent(path)))
  if (path === '/pages/') return join(file, 'index.html')
  if (existsSync(file) && statSync(file).isFile()) return file
  return existsSync(`${file}.html`) ? `${file}.html` : join(DIST, 'pages/404.html')
}

before(async () => {
  if (skip) return
  const { contentSecurityPolicy, search } = JSON.parse(readFileSync(join(DIST, 'served.json'), 'utf8'))
  const index = indexRecords(JSON.parse(readFileSync(join(DIST, 'pages/search-records.json'), 'utf8')))
  const { appId, apiKey: key, indexName: name } = search
  const answer = searchListener(openSearch({ name, index, appId, key, now: Date.now }))
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    if (pathname.startsWith('/1/')) return isSearchDown ? request.destroy() : answer(request, response)
    const file = fileOf(pathname)
    response.writeHead(file.endsWith('404.html') ? 404 : 200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': contentSecurityPolicy,
    })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
})
after(async () => {
  await browser?.close()
  server?.close()
})

type Options = Parameters<Browser['newContext']>[0]

/** Walks a page of the site, and looks that it said nothing and asked nobody else meanwhile. */
function walk(says: string, path: string, steps: (page: Page) => Promise<void>, options: Options = {}): void {
  test(says, { skip }, async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (line) => {
      // A host that is not there is told by the browser itself.
      if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) complaints.push(line.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) complaints.push(`asked ${request.url()}`)
    })
    try {
      await open(page, path)
      await steps(page)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${origin}/pages${path}`)
  // A key that is pressed earlier is lost.
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' })
}

const box = (page: Page) => page.locator('.DocSearch-Modal')
const hits = (page: Page) => page.locator('.DocSearch-Hit')

walk('three letters find a page, which Enter opens and the box remembers', '/docs/intro', async (page) => {
  await page.keyboard.press('/')
  await box(page).waitFor()
  await page.keyboard.type('fir')
  await hits(page).first().waitFor()
  await page.keyboard.press('Enter')
  await box(page).waitFor({ state: 'detached' })
  await page.waitForURL((url) => url.pathname !== '/pages/docs/intro')
  await page.locator('h1').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText('Recent', { exact: true }).waitFor()
})

walk('what finds nothing says so, and whom to tell', '/docs/intro', async (page) => {
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  await page.keyboard.type('zzqqxx')
  await page.getByText('No results for "zzqqxx"').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Let us know.' }).getAttribute('href'), '/pages/docs/contact')
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
})

walk('a search that does not answer says so, in the box and on the page', '/docs/intro', async (page) => {
  isSearchDown = true
  try {
    await page.keyboard.press('Control+k')
    await box(page).waitFor()
    await page.keyboard.type('dns')
    await page.getByText('Unable to fetch results').waitFor()
    await open(page, '/search?q=dns')
    await page.getByText('You might want to check your network connection.').waitFor()
  } finally {
    isSearchDown = false
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('main li').first().waitFor()
})

walk('the menu of the header opens by pointer and by keyboard, over the bar', '/', async (page) => {
  const button = page.getByRole('button', { name: 'Features' })
  const menu = page.locator('#features')
  await button.hover()
  await menu.waitFor()
  const [header, bar] = await page.evaluate<string[]>(
    '[...document.querySelectorAll("[class*=header_], [class*=wrapper_]:has(> .navbar)")].map((one) => getComputedStyle(one).zIndex)',
  )
  assert.deepEqual([header, bar], ['60', '50'])
  await page.mouse.move(640, 700)
  await menu.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Solutions' }).focus()
  await page.keyboard.press('Tab')
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
})

const narrow = { viewport: { width: 390, height: 844 } }
walk(
  'on a phone the sidebar lies above the header, and leads back to the main menu',
  '/docs/intro',
  async (page) => {
    await page.getByRole('button', { name: 'Toggle navigation bar' }).click()
    await page.getByRole('button', { name: /Back to main menu/ }).click()
    await page.locator('.navbar-sidebar').getByRole('link', { name: 'Blog' }).waitFor()
    await page.setViewportSize({ width: 997, height: 844 })
    await page.locator('.navbar-sidebar--show').waitFor({ state: 'detached' })
  },
  narrow,
)

walk(
  'the bar goes while one reads down, and is there again upwards and near the end',
  '/docs/guides/firewall',
  async (page) => {
    const top = (is: string) =>
      until(`the bar to be ${is}`, () =>
        page.evaluate<boolean>(`document.querySelector('.navbar').getBoundingClientRect().top ${is}`),
      )
    await page.mouse.move(640, 500)
    await page.mouse.wheel(0, 600)
    await top('< -50')
    await page.mouse.wheel(0, -100)
    await top('=== 0')
    await page.mouse.wheel(0, 300)
    await top('< -50')
    await page.mouse.wheel(0, 50_000)
    await top('=== 0')
  },
)

walk(
  'day is the beginning, whatever the system says; night is remembered',
  '/',
  async (page) => {
    const theme = page.locator('html[data-theme="dark"]')
    assert.equal(await theme.count(), 0)
    await page.getByRole('button', { name: /Switch between/ }).click()
    await theme.waitFor({ state: 'attached' })
    await open(page, '/blog')
    await theme.waitFor({ state: 'attached' })
  },
  { colorScheme: 'dark' },
)

test('a part that does not come at first has the page loaded again, once', { skip }, async () => {
  const page = await browser.newPage()
  try {
    let loads = 0
    page.on('domcontentloaded', () => {
      loads++
    })
    let refused = 0
    await page.route(/\/assets\/js\/(?!main|runtime)/, (route) => (refused++ === 0 ? route.abort() : route.continue()))
    await open(page, '/docs/intro')
    assert.equal(loads, 2)
  } finally {
    await page.close()
  }
})

test('without scripts the pages are there to be read, the API too', { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/pages/api/0`)
    assert.ok((await page.getByRole('heading', { level: 3 }).count()) > 150)
  } finally {
    await context.close()
  }
})

const PAGES = ['/', '/docs/guides/firewall', '/blog', '/blog/archive', '/search?q=printer', '/articles', '/nothing']
for (const [look, options] of Object.entries({ 'desk by day': {}, 'phone by night': narrow }))
  walk(
    `nothing stands in anybody’s way: ${look}`,
    '/',
    async (page) => {
      if (look === 'phone by night') await page.evaluate("localStorage.setItem('theme', 'dark')")
      for (const path of PAGES) {
        await open(page, path)
        if (path.startsWith('/search')) await page.locator('main li').first().waitFor()
        assert.deepEqual(await violationsOn(page), [], path)
      }
    },
    { ...options, reducedMotion: 'reduce' },
  )
