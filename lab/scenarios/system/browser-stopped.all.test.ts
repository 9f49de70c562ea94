import assert from 'node:assert/strict'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import type { Program } from '../../process/program.ts'
import { until } from '../../process/until.ts'

/** A stopped daemon (SIGSTOP): connections stay open, and no call is answered. */
const { story, page, enter, visit, button, field, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
})

/** Calls that were aborted while the router did not answer. */
const GIVEN_UP = [/net::ERR_/, /WebSocket connection to/]

const banner = page.getByRole('alert').filter({ hasText: /Router not reachable since \d/ })
const live = page.getByText(texts.shell.live, { exact: true })
const icons = async () => [
  await button(texts.shell.signOut).boundingBox(),
  await page.getByRole('link', { name: texts.shell.help }).boundingBox(),
]
/** The clock of the page is stepped. */
const stopClock = async () => page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000)

/** Stops the daemon, and steps the page's clock second by second until a text is visible. */
async function stopUntil(daemon: Program, what: string, isSo: () => Promise<boolean>): Promise<void> {
  daemon.kill('SIGSTOP')
  await until(what, async () => {
    await page.clock.runFor(1000)
    return isSo()
  })
}

/** Resumes the daemon, and steps the page's clock to the next call. */
async function goOn(daemon: Program): Promise<void> {
  daemon.kill('SIGCONT')
  await page.clock.runFor(3000)
  await page.clock.resume()
  await banner.waitFor({ state: 'hidden' })
  await live.waitFor()
}

story(
  'a stopped router is reported within 30 s with its time, and old data is grey until it answers again',
  async ({ router }) => {
    await page.clock.install()
    await enter('/admin')
    await words(homeTexts.internet.up).waitFor()
    await live.waitFor()
    await stopClock()
    const before = await icons()
    const since = await page.evaluate<number>('Date.now()')
    await stopUntil(router.daemon, 'the banner', () => banner.isVisible())
    assert.ok((await page.evaluate<number>('Date.now()')) - since <= 30_000)
    assert.ok(await words(homeTexts.internet.up).isVisible())
    assert.match(
      await page.evaluate<string>("getComputedStyle(document.querySelector('[data-stale]')).filter"),
      /grayscale/,
    )
    assert.deepEqual(await icons(), before)
    await goOn(router.daemon)
    assert.deepEqual(await icons(), before)
    assert.equal(await page.locator('[data-stale]').count(), 0)
  },
  GIVEN_UP,
)

story(
  'calls to a stopped router fail, and are repeated when it answers again',
  async ({ router }) => {
    await visit('/admin/dns/check')
    await heading(texts.shell.dns).waitFor()
    await live.waitFor()
    await field(dnsTexts.why.name).fill('www.test')
    await stopClock()
    router.daemon.kill('SIGSTOP')
    await button(dnsTexts.why.submit).click()
    await page.locator('[aria-busy]').first().waitFor()
    const failure = page.getByText(texts.failure.unreachable)
    await stopUntil(router.daemon, 'the failure', () => failure.isVisible())
    await banner.waitFor()
    assert.equal(await page.locator('[aria-busy]').count(), 0)
    await goOn(router.daemon)
    await failure.waitFor({ state: 'hidden' })
  },
  GIVEN_UP,
)

story(
  'the icon row does not move in any layout',
  async ({ router }) => {
    for (const look of LOOKS) {
      await put(page, look)
      await stopClock()
      const before = await icons()
      await stopUntil(router.daemon, 'the banner', () => banner.isVisible())
      assert.deepEqual(await icons(), before, look.name)
      await goOn(router.daemon)
    }
  },
  GIVEN_UP,
)
