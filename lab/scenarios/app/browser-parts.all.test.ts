import assert from 'node:assert/strict'
import { firewallTexts } from '../../../web/texts/firewall/firewall.ts'
import { groupTexts } from '../../../web/texts/home/groups.ts'
import { linkTexts as linksTexts } from '../../../web/texts/internet/links.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'

/** The app is loaded in chunks: the behavior when a chunk fails to load. */
const { story, page, enter, visit, signIn, button, link, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
})

/** The messages of the browser and of the app for a chunk that failed to load. */
const LACKING = [/net::ERR_/, /could not be fetched|Failed to fetch|preload/, /WebSocket connection to/]

const failed = page.getByRole('alert').filter({ hasText: texts.failure.screen })
const partOf = (screen: string) => `**/assets/${screen}-*.js`

story('the owner signs in', async () => {
  await enter('/', texts.shell.start)
})

story(
  'a screen that fails to load is retried',
  async () => {
    await page.route(partOf('LogsScreen'), (route) => route.abort('connectionreset'), { times: 1 })
    await link(texts.shell.logs).click()
    await heading(texts.shell.logs).waitFor()
  },
  LACKING,
)

story(
  'a style sheet that fails to load is retried',
  async () => {
    await page.route('**/assets/styles-*.css', (route) => route.abort('connectionreset'), { times: 1 })
    await page.reload()
    await heading(texts.shell.logs).waitFor()
    const missing = await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links: unknown[]) =>
        (links as { href: string; sheet: unknown }[]).filter(({ sheet }) => !sheet).map(({ href }) => href),
      )
    assert.deepEqual(missing, [])
  },
  LACKING,
)

story(
  'a screen that cannot be loaded shows an error with a retry button',
  async () => {
    await page.route(partOf('FirewallScreen'), (route) => route.abort('connectionreset'))
    await link(texts.shell.firewall).click()
    await failed.getByText(texts.failure.screenHint).waitFor()
    let loads = 0
    const count = () => void loads++
    page.on('load', count)
    const reloaded = page.waitForEvent('load')
    await button(texts.failure.retry).click()
    await reloaded
    await failed.waitFor()
    assert.equal(loads, 1)
    page.off('load', count)
    await link(texts.shell.devices).click()
    await heading(texts.devices.title).waitFor()
    await page.goBack()
    await failed.waitFor()
    await page.unroute(partOf('FirewallScreen'))
    await button(texts.failure.retry).click()
    await heading(firewallTexts.title).waitFor()
  },
  LACKING,
)

story('after an update of the router, the page reloads once', async () => {
  await visit('/admin')
  await page.route(partOf('GroupsScreen'), (route) => route.fulfill({ status: 404, body: 'Not found.' }))
  const another = '<script type="module" crossorigin src="/assets/index-another.js"></script>'
  await page.route('**/', (route) => route.fulfill({ contentType: 'text/html', body: another }))
  const reloaded = page.waitForEvent('load')
  await link(texts.shell.groups).click()
  await reloaded
  await page.unrouteAll()
  await heading(groupTexts.title).waitFor()
}, [...LACKING, /GroupsScreen-.* 404$/])

story('if the app cannot be loaded at first, the page reloads once', async () => {
  await page.route(partOf('app'), (route) => route.fulfill({ status: 404, body: 'Not found.' }), { times: 1 })
  await visit('/admin')
  await heading(texts.shell.start).waitFor()

  await page.evaluate(() => sessionStorage.clear())
  await page.route(partOf('app'), (route) => route.fulfill({ status: 404, body: 'Not found.' }))
  let loads = 0
  const count = () => void loads++
  page.on('load', count)
  const second = page.waitForEvent('load', () => loads === 2)
  const response = page.waitForResponse((received) => /\/assets\/app-[\w-]+\.js$/.test(received.url()))
  await visit('/admin')
  await second
  const file = (await response).url()
  // The second attempt fails as well: were there a third one, it would begin now.
  await page.evaluate((name) => import(name).catch(() => undefined), file)
  assert.equal(loads, 2)
  page.off('load', count)
  await page.unrouteAll()
}, [...LACKING, /app-.* 404$/])

story('a sign-in after an update of the router opens the app of the new version', async () => {
  await visit('/admin')
  await button(texts.shell.signOut).click()
  await heading(texts.login.title).waitFor()
  let isUpdated = false
  await page.route(partOf('app'), (route) =>
    isUpdated ? route.continue() : route.fulfill({ status: 404, body: 'Not found.' }),
  )
  await visit('/')
  page.on('request', (request) => {
    isUpdated ||= request.isNavigationRequest() && new URL(request.url()).pathname === '/admin'
  })
  await signIn()
  await heading(texts.shell.start).waitFor()
  await page.unrouteAll()
  // Home is signed out while its calls are under way.
}, [...LACKING, /app-.* 404$/, /^GET \/\S+ 401$/])

story(
  'after a network outage, the screen is loaded',
  async ({ desk }) => {
    await visit('/admin')
    await words(texts.shell.live).waitFor()
    await desk.leave()
    await link(texts.shell.links).click()
    await failed.getByText(texts.failure.unreachable).waitFor({ timeout: 30_000 })
    await desk.join()
    await heading(linksTexts.title).waitFor({ timeout: 40_000 })
  },
  LACKING,
)
