import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accessTexts } from '../../../web/texts/access.ts'
import { languageTexts as germanLanguage } from '../../../web/texts/de/language.ts'
import { texts as german } from '../../../web/texts/de/texts.ts'
import { homeTexts } from '../../../web/texts/home.ts'
import { searchTexts } from '../../../web/texts/search.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { WEB } from '../../guests/addresses.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'
import { isFound, takesLetters } from '../../site/box.ts'

const isBuilt = existsSync(join(ROOT, 'site/dist/served.json'))

/** Home, the search of the app, the documentation on the router, the languages of the app, and a restart of the router. */
const { story, page, visit, signIn, choice, heading, link, words, row } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
  reader: { Policies: [] },
  camera: { Policies: ['noapi'] },
})

const { internet, events, figures } = homeTexts
const ALL = '4'
const WITHOUT_LAPTOP = '3'
/** Messages of the browser while the router is unreachable. */
const GONE = [/net::ERR_/, /WebSocket connection to/, /5\d\d$/]

/** A figure by its label. */
const figure = (name: string) => page.getByRole('link').filter({ has: heading(name) })
const numberIn = async (text: string): Promise<number> =>
  Number(/\d+/.exec((await figure(text).textContent())?.slice(text.length) ?? '')?.[0])

story('the first screen shows the internet status and devices online', async ({ laptop, router }) => {
  await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await router.api('/plugins/dns/block/blocklists', { Enabled: true, URI: 'http://lists.test/ads.txt' })
  await until('the list', async () => (await laptop.resolves('tracker.ads.test')).length === 0)
  // The first value of a counter has no rate.
  assert.ok(await laptop.fetch('http://www.test/'))
  await visit('/admin')
  await signIn()
  await words(internet.up).waitFor()
  await figure(figures.devices).getByText(ALL, { exact: true }).waitFor()
  await laptop.leave()
  await figure(figures.devices).getByText(WITHOUT_LAPTOP, { exact: true }).waitFor()
  await laptop.join()
  await figure(figures.devices).getByText(ALL, { exact: true }).waitFor()
})

story('queries and blocked queries are counted live', async ({ laptop }) => {
  const before = await numberIn(figures.dns)
  const names = Array.from({ length: 5 }, (_, index) => `name${index}.test`)
  for (const name of [...names, 'tracker.ads.test']) await laptop.resolves(name)
  await until('the count', async () => (await numberIn(figures.dns)) >= before + 6)
  await page.reload()
  await page.getByRole('link', { name: 'tracker.ads.test' }).click()
  await heading(texts.shell.dns).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('name'), 'tracker.ads.test')
  await page.goBack()
})

story('an outage is shown within seconds with its cause, and so is its end', async (home) => {
  await words(internet.up).waitFor()
  await home.internet.fail()
  await words(internet.down).waitFor()
  await page.getByText(/no address beyond it\. Since \d/).waitFor()
  await row(events.down('wan0')).first().waitFor()
  assert.equal(await home.laptop.fetch(`http://${WEB}/`), undefined)
  await home.internet.recover()
  await words(internet.up).waitFor()
  await row(events.back('wan0')).first().waitFor()
  assert.ok(await home.laptop.fetch(`http://${WEB}/`))
})

/** Opens the search with the keyboard, and opens its first result. */
async function searchFor(typed: string, found: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: searchTexts.title, exact: true, includeHidden: true })
  await page.keyboard.press('Control+k')
  await choice(searchTexts.field).fill(typed)
  await dialog.getByRole('option', { selected: true }).filter({ hasText: found }).waitFor()
  await page.keyboard.press('Enter')
  // It takes the keys until it is removed.
  await dialog.waitFor({ state: 'detached' })
}

story('the search finds a device by a part of its name, and a setting by another word for it', async () => {
  await searchFor('lapt', 'laptop')
  await heading('laptop').waitFor()
  await searchFor('2fa', 'One-time codes')
  await heading(accessTexts.otp.title).waitFor()
  assert.equal(new URL(page.url()).pathname, '/admin/system/access')
})

const curl = ['curl', '-s', '-m', '5']

if (isBuilt) {
  story('the app links to the documentation, and three letters find a page', async ({ router }) => {
    const opened = page.waitForEvent('popup')
    await link('Documentation').click()
    const docs = await opened
    await docs.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' })
    const guide = new URL(docs.url()).pathname
    assert.match(guide, /^\/pages\/docs\//)
    await docs.keyboard.press('/')
    await takesLetters(docs)
    await docs.keyboard.type('fir')
    await isFound(docs, /^fir/i)
    await docs.keyboard.press('Enter')
    await docs.getByRole('heading', { level: 1, name: /firewall/i }).waitFor()
    const found = new URL(docs.url()).pathname
    await docs.close()
    await until('both pages to be counted', async () => {
      const counts = (await router.api('/pageviews')) as Record<string, number>
      return counts[guide] === 1 && counts[found] === 1
    })
  })

  story('devices without other access can read the documentation, except with noapi', async ({ reader, camera }) => {
    const read = ['-o', '/dev/null', '-w', '%{http_code} %{content_type}', `${ROUTER}/pages/docs/intro`]
    assert.equal(await reader.namespace.run([...curl, ...read]), '200 text/html; charset=utf-8')
    assert.notEqual((await camera.namespace.outcome([...curl, ...read])).code, 0)
  })

  story('requests with a foreign host name are rejected', async ({ reader }) => {
    const asked = ['-o', '/dev/null', '-w', '%{http_code}', '-H', 'Host: elsewhere.test', `${ROUTER}/pages/docs/intro`]
    assert.equal(await reader.namespace.run([...curl, ...asked]), '421')
  })
}

story('a German browser gets the app in German, and the choice of English is kept', async () => {
  const context = await page.context().browser()!.newContext({ locale: 'de-DE' })
  const other = await context.newPage()
  other.setDefaultTimeout(20_000)
  const title = (name: string) => other.getByRole('heading', { name, exact: true })
  await other.goto(ROUTER)
  await title(german.login.title).waitFor()
  await inspect(other, undefined, ['phone-light'])
  await other.getByRole('textbox', { name: german.login.password, exact: true }).fill('open sesame')
  await other.getByRole('button', { name: german.login.submit, exact: true }).click()
  await title(german.shell.start).waitFor()
  assert.equal(await other.evaluate('document.documentElement.lang'), 'de')
  await other.getByRole('button', { name: germanLanguage.choose, exact: true }).click()
  await other.getByRole('button', { name: 'English', exact: true }).click()
  await title(texts.shell.start).waitFor()
  await other.reload()
  await title(texts.shell.start).waitFor()
  await context.close()
})

story(
  'a restart of the router is shown, and the app reconnects automatically',
  async ({ router, laptop }) => {
    await visit('/admin')
    await page.getByText(texts.shell.live, { exact: true }).waitFor()
    await router.kill()
    await page.getByText(texts.shell.lost, { exact: true }).waitFor()
    await words(internet.up).waitFor()
    await router.start()
    await page.getByText(texts.shell.live, { exact: true }).waitFor({ timeout: 40_000 })
    await laptop.leave()
    await figure(figures.devices).getByText(WITHOUT_LAPTOP, { exact: true }).waitFor()
    await laptop.join()
    await figure(figures.devices).getByText(ALL, { exact: true }).waitFor()
  },
  GONE,
)
