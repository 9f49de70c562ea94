import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { notifyTexts as texts } from '../../../web/texts/messages/notify.ts'
import { texts as shared } from '../../../web/texts.ts'
import { CHROMIUM, noBrowser, openBrowser, trustRouter } from '../../browser/browser.ts'
import { inspect } from '../../browser/inspect.ts'
import { newPushBrowser } from '../../guests/webpush.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/**
 * Web Push of the browser in use, over HTTPS. Chromium subscribes at a service on the internet, which the virtual home does not
 * have, so the page has a double of PushManager: its subscription is a real one for the router. The service worker is the
 * real one, and gets its push messages through the debugger.
 */
const SECURE = 'https://192.168.2.1'
const ENDPOINT = 'https://www.test/push/'

const skip = noBrowser(CHROMIUM)
const { story } = skip
  ? { story: (title: string) => void test(title, { skip }, () => {}) }
  : await openStage({ desk: { wired: true, Policies: ['wan', 'dns', 'api'] } })
let browser: Browser | undefined
let page: Page
after(() => browser?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const card = () => page.getByRole('region', { name: texts.device.title, exact: true })
const row = (words: string) => page.getByRole('listitem').filter({ hasText: words })

const look = (name: string): Promise<void> => inspect(page, name)

/** A subscription as Chromium has it; each has its `number`. */
function double({ endpoint, publicKey, auth }: { endpoint: string; publicKey: string; auth: string }): void {
  const subscriptionOf = (number: number) => ({
    endpoint: `${endpoint}${number}`,
    toJSON: () => ({ endpoint: `${endpoint}${number}`, keys: { p256dh: publicKey, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem('double')
      return true
    },
  })
  const present = () => {
    const number = localStorage.getItem('double')
    return number === null ? null : subscriptionOf(Number(number))
  }
  Object.assign(Reflect.get(globalThis, 'PushManager').prototype, {
    getSubscription: async () => present(),
    subscribe: async () => {
      localStorage.setItem('double', localStorage.getItem('double') ?? '1')
      return present()
    },
  })
}

interface Shown {
  readonly Id: string
  readonly Name: string
  readonly Kind: string
  readonly Push: { readonly Endpoint: string; readonly Auth: string }
}

story('a refused permission is explained', async ({ desk, router }) => {
  await desk.join()
  await trustRouter(desk, router)
  browser = await openBrowser(desk, CHROMIUM)
  page = await browser.newPage({ locale: 'en-GB' })
  page.setDefaultTimeout(15_000)
  const { publicKey, auth } = newPushBrowser()
  await page.addInitScript(double, { endpoint: ENDPOINT, publicKey, auth })
  await page.goto(`${SECURE}/admin/system/notifications`)
  await page.getByRole('textbox', { name: shared.login.password, exact: true }).fill('open sesame')
  await button(shared.login.submit).click()
  // Chromium without a window refuses every question.
  await button(texts.device.begin).click()
  await card()
    .getByText(texts.device.dismissed, { exact: true })
    .or(card().getByText(texts.device.denied, { exact: true }))
    .waitFor()
  await look('push-denied')
})

story('one button turns on the alerts of this browser', async ({ router }) => {
  await page.context().grantPermissions(['notifications'], { origin: SECURE })
  await page.reload()
  await button(texts.device.begin).click()
  await card().getByText(texts.device.on, { exact: true }).waitFor()
  await row('Chrome on Linux').waitFor()
  const [target] = (await router.api('/notify/targets')) as Shown[]
  assert.deepEqual(
    [target?.Kind, target?.Name, target?.Push.Endpoint, target?.Push.Auth],
    ['push', 'Chrome on Linux', `${ENDPOINT}1`, '**'],
  )
  await look('push-on')
})

story('the service worker shows an alert that arrives', async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const data = JSON.stringify({
    title: 'An unknown device joined',
    body: 'tablet',
    type: 'warning',
    url: '/admin/alerts',
  })
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: SECURE, registrationId: await registered, data })
  const shown = () =>
    page.evaluate<string[]>(
      'navigator.serviceWorker.ready.then((own) => own.getNotifications()).then((all) => all.map(({ title }) => title))',
    )
  await until('a notification', async () => (await shown()).length > 0)
  assert.deepEqual(await shown(), ['An unknown device joined'])
})

/**
 * Clicks on the notification that is shown. Browsers let a worker focus and open windows after a click of a person only, so these
 * calls are recorded instead.
 */
const click = (): Promise<{ focused: string[]; opened: string[] }> =>
  page
    .context()
    .serviceWorkers()[0]!
    .evaluate(`(async () => {
    const calls = { focused: [], opened: [] }
    WindowClient.prototype.focus = async function () { calls.focused.push(new URL(this.url).pathname); return this }
    clients.openWindow = async (url) => { calls.opened.push(url); return null }
    const [notification] = await registration.getNotifications()
    let done
    const waitUntil = (promise) => { done = promise }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
    await done
    return { ...calls, left: (await registration.getNotifications()).length }
  })()`)

story('a click on the notification opens the alerts in the window of the app, and in no other', async () => {
  const notify = () =>
    page.evaluate(`navigator.serviceWorker.ready.then((own) =>
      own.showNotification('An unknown device joined', { data: { url: '/admin/alerts' } }))`)
  assert.deepEqual(await click(), { focused: ['/admin/system/notifications'], opened: [], left: 0 })
  await page.waitForURL(`${SECURE}/admin/alerts`)
  await notify()
  await page.evaluate('Object.assign(window, { isSame: true })')
  assert.deepEqual(await click(), { focused: ['/admin/alerts'], opened: [], left: 0 })
  assert.equal(await page.evaluate('window.isSame'), true)
  await notify()
  await page.goto(`${SECURE}/openapi.json`)
  assert.deepEqual(await click(), { focused: [], opened: ['/admin/alerts'], left: 0 })
  assert.equal(page.url(), `${SECURE}/openapi.json`)
})

story('a subscription that the browser has replaced reaches the router when the app starts', async ({ router }) => {
  await page.evaluate('localStorage.setItem("double", "2")')
  const renewed = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/notify/targets/'),
  )
  await page.goto(`${SECURE}/admin`)
  await page.getByRole('heading', { name: homeTexts.title, exact: true }).waitFor()
  assert.equal((await renewed).status(), 200)
  const targets = (await router.api('/notify/targets')) as Shown[]
  assert.deepEqual(
    targets.map(({ Push }) => Push.Endpoint),
    [`${ENDPOINT}2`],
  )
})

story('a browser is turned off, and is no longer listed', async ({ router }) => {
  await page.goto(`${SECURE}/admin/system/notifications`)
  await card().getByText(texts.device.on, { exact: true }).waitFor()
  await button(texts.device.off).click()
  await button(texts.device.begin).waitFor()
  assert.deepEqual(await router.api('/notify/targets'), [])
  assert.equal(await page.evaluate('localStorage.getItem("double")'), null)
})
