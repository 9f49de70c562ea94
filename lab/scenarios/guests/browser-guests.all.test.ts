import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { guestTexts as texts } from '../../../web/texts/home/guests.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'

/**
 * The passphrases of the guest network in the app, and the page that shows it to guests. Turning it on and off is tested in
 * `lab/scenarios/wifi/browser-wifi.test.ts`. The radio is a mock (lab/radio).
 */
const { story, page, enter, button, field, heading, saved } = await openAppStories(
  { desk: { wired: true, Policies: ['wan', 'dns'] } },
  { mockRadio: true },
)

interface Guest {
  readonly Enabled: boolean
  readonly Ssid: string
  readonly Passphrase: string
  readonly Daily: boolean
}
type Api = { api(path: string, body?: unknown): Promise<unknown> }
const guestOf = async (router: Api) => (await router.api('/wifi/guest')) as Guest
const card = page.getByRole?.('region', { name: texts.title, exact: true })
const sheet = (on: Page) => on.getByRole('article')

story(
  'its name and passphrase can be changed; invalid ones are reported at their fields',
  async ({ router }) => {
    await router.api('/hostapd/wlan0/config', { Country_code: 'DE', Ssid: 'Villa Rosa' })
    await router.api('/wifi/guest', { Ssid: 'Villa Rosa Guests', Passphrase: 'a first one' })
    await enter('/admin/wifi')
    await field(texts.passphrase).fill('short')
    await page.getByText(texts.passphraseShort).waitFor()
    await field(texts.passphrase).fill('come on in')
    await saved(() => page.keyboard.press('Enter'))
    assert.equal((await guestOf(router)).Passphrase, 'come on in')
    await field(texts.name).fill('Villa Rosa')
    await page.keyboard.press('Enter')
    await page.getByText('is the name of the home network').waitFor()
    await field(texts.name).fill('Visitors')
    await saved(() => page.keyboard.press('Enter'))
    const after = await guestOf(router)
    assert.deepEqual([after.Ssid, after.Passphrase], ['Visitors', 'come on in'])
  },
  [/^PUT \/wifi\/guest 400$/],
)

story('a daily passphrase shows until when it is valid, and a new one needs a confirmation', async ({ router }) => {
  await saved(() => card.getByRole('radio', { name: texts.kinds.daily.name }).check())
  await card.getByText(/^Valid until/).waitFor()
  const before = await guestOf(router)
  assert.ok(before.Daily)
  await button(texts.renew).click()
  await saved(() => button(texts.renewConfirm).click())
  assert.notEqual((await guestOf(router)).Passphrase, before.Passphrase)
})

story(
  'the page for guests shows the network, fits on one sheet, and has no accessibility faults',
  async ({ router }) => {
    await page.getByRole('link', { name: texts.open }).click()
    await heading(texts.page.title).waitFor()
    const { Passphrase } = await guestOf(router)
    await sheet(page).getByText(Passphrase, { exact: true }).waitFor()
    await page.getByRole('img', { name: texts.page.qrLabel('Visitors') }).waitFor()
    await inspect(page)
    await page.emulateMedia({ media: 'print' })
    // A4 without its margins of 18 mm, in CSS pixels.
    await page.setViewportSize({ width: 658, height: 986 })
    assert.ok((await page.evaluate<number>('document.documentElement.scrollHeight')) <= 986)
    assert.ok(!(await button(texts.page.print).isVisible()))
    await page.emulateMedia({ media: 'screen' })
    await put(page, LOOKS[2])
  },
)

story(
  'a link for a tablet shows each new passphrase, and gives access to nothing else',
  async ({ router }) => {
    const { codes } = await router.registerCodes()
    // Registering has ended the session.
    await enter('/admin/wifi')
    await button(texts.tablet.open).click()
    await field(shared.login.code).fill(codes.generate({ timestamp: Date.now() + 30_000 }))
    await page.keyboard.press('Enter')
    const url = new URL(((await page.getByLabel(texts.tablet.link).textContent()) ?? '').trim())
    assert.equal(url.href.split('#')[0], `${ROUTER}/auth/guest`)

    const tablet = await (await page.context().browser()!.newContext()).newPage()
    await tablet.clock.install()
    const asked: string[] = []
    tablet.on('request', (request) => asked.push(request.url()))
    await tablet.goto(url.href)
    await sheet(tablet)
      .getByText((await guestOf(router)).Passphrase, { exact: true })
      .waitFor()
    const secret = decodeURIComponent(url.hash.slice(1))
    assert.deepEqual(
      asked.filter((one) => one.includes(secret)),
      [],
    )

    await router.api('/wifi/guest', { Ssid: 'Visitors', Passphrase: 'another one' })
    await tablet.clock.fastForward(31_000)
    await sheet(tablet).getByText('another one', { exact: true }).waitFor()

    const statusOf = (path: string, method = 'GET') =>
      tablet.evaluate<number, { path: string; method: string; secret: string }>(
        async (given) => {
          const headers = { Authorization: `Bearer ${given.secret}` }
          return (await fetch(given.path, { method: given.method, headers })).status
        },
        { path, method, secret },
      )
    assert.equal(await statusOf('/wifi/guest'), 200)
    for (const [path, method] of [
      ['/wifi/guest', 'DELETE'],
      ['/wifi/radios', 'GET'],
      ['/devices', 'GET'],
      ['/tokens', 'GET'],
    ] as const)
      assert.equal(await statusOf(path, method), 401, path)

    await button(texts.tablet.close).click()
    await saved(() => revoke(secret))
    await tablet.clock.fastForward(31_000)
    await tablet.getByRole('heading', { name: texts.page.denied }).waitFor()
    await tablet.context().close()
  },
  // The session ends while its stream of events may be dialled anew.
  [/401$/, /^WebSocket connection to/],
)

/** Deletes a token as the owner. */
const revoke = (Token: string): Promise<unknown> =>
  page.evaluate(
    async ({ Token }) => {
      const { csrf } = JSON.parse(localStorage.getItem('sallyport.session') ?? '{}') as { csrf: string }
      await fetch('/tokens', {
        method: 'DELETE',
        headers: { 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' },
        body: JSON.stringify({ Token }),
      })
    },
    { Token },
  )
