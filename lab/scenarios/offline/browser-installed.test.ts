import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { offlineTexts } from '../../../web/texts/page.ts'
import { texts } from '../../../web/texts.ts'
import { CHROMIUM, noBrowser, openBrowser, trustRouter, watch } from '../../browser/browser.ts'
import { openStage } from '../../home/story.ts'

/** The installed app: over HTTPS, on a device that trusts the router's authority. */
const SECURE = 'https://192.168.2.1'

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
  await heading(homeTexts.title).waitFor()
}

story('with a trusted certificate, the app is installable and has a service worker', async ({ desk, router }) => {
  await desk.join()
  await trustRouter(desk, router)
  browser = await openBrowser(desk, CHROMIUM)
  page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(30_000)
  complaints = watch(page, SECURE)
  await page.goto(SECURE)
  await signIn()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const devtools = await page.context().newCDPSession(page)
  const { errors, data, manifest } = await devtools.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  assert.equal(JSON.parse(data ?? '').name, texts.product)
  assert.equal(manifest?.startUrl, `${SECURE}/admin`)
  // The only obstacle to the installation is that this browser profile is temporary.
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  )
  const ask = 'caches.open("app").then((app) => app.keys()).then((kept) => kept.map(({ url }) => url))'
  const kept: string[] = await page.evaluate(ask)
  assert.ok(kept.length > 10 && kept.every((url) => /\/assets\/|\/offline\.html\?/.test(url)), kept.join(', '))
  quiet()
})

story('while the router is unreachable, a page says so, and the app returns with it', async ({ router }) => {
  await router.kill()
  await page.goto(`${SECURE}/admin/devices`)
  await heading(offlineTexts.title).waitFor()
  assert.match(await page.title(), new RegExp(offlineTexts.title))
  complaints.splice(0)
  await router.start()
  await heading(texts.devices.title).waitFor()
  assert.equal(page.url(), `${SECURE}/admin/devices`)
  complaints.splice(0)
})
