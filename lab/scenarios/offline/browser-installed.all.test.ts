import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { languageTexts as germanLanguage } from '../../../web/texts/de/language.ts'
import { offlineTexts as germanOffline } from '../../../web/texts/de/page.ts'
import { texts as german } from '../../../web/texts/de/texts.ts'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { languageTexts } from '../../../web/texts/language.ts'
import { texts } from '../../../web/texts.ts'
import { CHROMIUM, noBrowser, openBrowser, trustRouter, watch } from '../../browser/browser.ts'
import { openStage } from '../../home/story.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'

/** The installed app in another language, and after an update. Its main story: browser-installed.test.ts. */
const SECURE = 'https://192.168.2.1'
const WEB = join(ROOT, 'web/dist')

const skip = noBrowser(CHROMIUM)
const { story } = skip
  ? { story: (title: string) => void test(title, { skip }, () => {}) }
  : await openStage({ desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] } })
let browser: Browser | undefined
let page: Page
let complaints: string[]
after(() => browser?.close())

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const quiet = () =>
  assert.deepEqual(
    complaints.splice(0).filter((complaint) => complaint !== 'GET /setup 400'),
    [],
  )

async function signIn(): Promise<void> {
  await page.getByRole('textbox', { name: texts.login.password, exact: true }).fill('open sesame')
  await page.getByRole('button', { name: texts.login.submit, exact: true }).click()
  await heading(texts.devices.title).waitFor()
}

/** The number of files of each build that the page has loaded, from any source. */
async function files(): Promise<{ old: number; next: number }> {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const assets = names.filter((name) => name.includes('/assets/'))
  const next = assets.filter((name) => /-next\.\w+$/.test(name)).length
  return { old: assets.length - next, next }
}

story('the app of a browser that trusts the router has a service worker', async ({ desk, router }) => {
  await desk.join()
  await trustRouter(desk, router)
  browser = await openBrowser(desk, CHROMIUM)
  page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(30_000)
  complaints = watch(page, SECURE)
  await page.goto(`${SECURE}/admin/devices`)
  await signIn()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  quiet()
})

story(
  'the choice of a language replaces the service worker, and so the page while the router is unreachable',
  async ({ router }) => {
    const ask =
      'navigator.serviceWorker.getRegistration().then(({ active, waiting }) => [active, waiting].map((each) => each?.scriptURL))'
    const scripts = () => page.evaluate<(string | undefined)[]>(ask)
    // The worker of the other language takes over as one of a new version does: when no page uses the old one.
    const worker = async (name: string) => {
      const address = `${SECURE}/${name}`
      await until(`${name} to be installed`, async () => (await scripts()).includes(address))
      await until(`${name} to be active`, async () => {
        // Chromium may serve the new page by the old worker if it begins before the old one has ended, or let it wait for the new
        // one, without a request to the router. A reload is served.
        await page.goto('about:blank')
        const isLoaded = await page.goto(`${SECURE}/admin/devices`, { timeout: 10_000 }).catch(() => null)
        return isLoaded !== null && (await scripts())[0] === address
      })
    }
    const choose = async (from: string, language: string) => {
      await page.getByRole('button', { name: from, exact: true }).click()
      await page.getByRole('button', { name: language, exact: true }).click()
    }
    await choose(languageTexts.choose, 'Deutsch')
    await heading(german.devices.title).waitFor()
    await worker('worker.de.js')
    await router.kill()
    await page.goto(`${SECURE}/admin/devices`)
    await heading(germanOffline.title).waitFor()
    await router.start()
    await heading(german.devices.title).waitFor()
    await choose(germanLanguage.choose, 'English')
    await heading(texts.devices.title).waitFor()
    await worker('worker.js')
    complaints.splice(0)
  },
)

story('after an update, an open page continues, and the next load is the new app', async (home) => {
  const { router, dir } = home
  await page.goto(`${SECURE}/admin`)
  await page.getByText(texts.shell.live, { exact: true }).waitFor()
  rebuild(join(dir, 'web'))
  await router.kill()
  await router.namespace.run(['mount', '--bind', join(dir, 'web'), WEB])
  await router.start()
  // The router no longer has the file of this screen.
  await page.getByRole('link', { name: texts.shell.dns, exact: true }).click()
  await heading(dnsTexts.title).waitFor()
  assert.equal((await files()).next, 0)
  await page.getByText(texts.shell.live, { exact: true }).waitFor()
  complaints.splice(0)

  await page.reload()
  await heading(dnsTexts.title).waitFor()
  const { old, next } = await files()
  assert.ok(old === 0 && next > 3, `${old} old files, ${next} new ones`)
  quiet()
})

story('without a certificate, the app works without a service worker', async () => {
  const other = await browser!.newPage({ locale: 'en-GB' })
  const said = watch(other, 'http://192.168.2.1')
  await other.goto('http://192.168.2.1')
  await other.getByRole('textbox', { name: texts.login.password, exact: true }).fill('open sesame')
  await other.getByRole('button', { name: texts.login.submit, exact: true }).click()
  await other.getByRole('heading', { name: homeTexts.title, exact: true }).waitFor()
  assert.equal(await other.evaluate(() => 'serviceWorker' in navigator), false)
  assert.deepEqual(
    said.filter((complaint) => complaint !== 'GET /setup 400'),
    [],
  )
})

/** Makes another build of the app: renames every file, and the references to it. */
function rebuild(place: string): void {
  cpSync(WEB, place, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  for (const name of readdirSync(join(place, 'assets')))
    renameSync(join(place, 'assets', name), join(place, 'assets', renamed(name)))
  const texts = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|html)$/.test(name))
  for (const path of texts.map((name) => join(place, name)))
    writeFileSync(path, readFileSync(path, 'utf8').replace(/[\w.-]+-[\w-]{8}\.(js|css)\b/g, renamed))
}
const renamed = (name: string): string => name.replace(/\.(js|css)$/, '-next.$1')
