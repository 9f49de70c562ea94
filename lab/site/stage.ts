import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { BROWSER, noBrowser } from '../browser/browser.ts'
import { ROOT } from '../process/place.ts'
import { type SiteServer, serveSite } from './server.ts'

/** Chromium resolves no host name. */
const NOBODY_ELSE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

export const PHONE = { viewport: { width: 390, height: 844 } }

export const BUILT = join(ROOT, 'site/dist')

/** The server and the browser of a stage. */
interface Server extends Disposable {
  readonly origin: string
}

export interface SiteStage<Site extends Server = SiteServer> {
  /** The reason to skip the tests of this file. */
  readonly skip: string | undefined
  readonly site: Site
  readonly browser: Browser
  /** A test that walks a page of the site (a path below `/pages`), and checks that it logged nothing and contacted no other host. */
  walk(says: string, path: string, steps: (page: Page) => Promise<void>, options?: BrowserContextOptions): void
  /** Goes to another page as by its address, and waits until it can be used. */
  open(page: Page, path: string): Promise<void>
}

/** The time after which a browser that no file uses is closed. The next file of a worker begins earlier. */
const IDLE_MS = 1000

let opened: Promise<Browser> | undefined
let users = 0
let idle: NodeJS.Timeout | undefined

/** The browser of this process, which its files share. Each calls `leaveBrowser` at its end. */
function takeBrowser(): Promise<Browser> {
  clearTimeout(idle)
  users++
  opened ??= launch()
  return opened
}

/** Profiles of browsers, in a folder for each process. */
const PROFILES = join(ROOT, '.sallyport/browsers')

/** Starts the browser, and deletes the profiles of processes that have ended: a worker is killed when it has run its last file. */
async function launch(): Promise<Browser> {
  const own = join(PROFILES, String(process.pid))
  mkdirSync(own, { recursive: true })
  for (const pid of readdirSync(PROFILES))
    if (!existsSync(`/proc/${pid}`)) rmSync(join(PROFILES, pid), { recursive: true, force: true })
  const { TMPDIR = tmpdir() } = process.env
  process.env.TMPDIR = own
  const options = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
  return await chromium
    .launch({ executablePath: BROWSER, args: [...options, NOBODY_ELSE] })
    .finally(() => (process.env.TMPDIR = TMPDIR))
}

function leaveBrowser(): void {
  if (--users > 0) return
  idle = setTimeout(() => {
    void opened?.then((browser) => browser.close())
    opened = undefined
  }, IDLE_MS)
}

/** The built site in a real browser. Call it once, at the head of a test file. */
export const openSiteStories = (dist = BUILT): SiteStage => openStories(dist, serveSite)

/** The same with another server. */
export function openStories<Site extends Server>(
  dist: string,
  serve: (dist: string) => Promise<Site>,
): SiteStage<Site> {
  const skip = noBrowser() ?? (existsSync(join(dist, 'served.json')) ? undefined : 'the site has not been built')
  let site: Site
  let browser: Browser
  before(async () => {
    if (!skip) [site, browser] = await Promise.all([serve(dist), takeBrowser()])
  })
  after(() => {
    if (skip) return
    leaveBrowser()
    site[Symbol.dispose]()
  })

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${site.origin}/pages${path}`)
    // A key that is pressed earlier is lost.
    await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' })
  }

  const walk: SiteStage<Site>['walk'] = (says, path, steps, options = {}) =>
    void test(says, { skip }, async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(20_000)
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (line) => {
        // The browser itself logs an unreachable host.
        if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) complaints.push(line.text())
      })
      page.on('request', (request) => {
        if (!request.url().startsWith(site.origin)) complaints.push(`asked ${request.url()}`)
      })
      try {
        await open(page, path)
        await steps(page)
        assert.deepEqual(complaints, [])
      } finally {
        await context.close()
      }
    })

  return {
    skip,
    get site() {
      return site
    },
    get browser() {
      return browser
    },
    walk,
    open,
  }
}

/** Pauses the clock that `page.clock.install()` has installed, a minute later. From now on it is stepped. */
export const stopClock = (page: Page): Promise<void> => page.clock.pauseAt(new Date(Date.now() + 60_000))
