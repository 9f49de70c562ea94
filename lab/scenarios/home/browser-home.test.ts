import assert from 'node:assert/strict'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

/** Home: the state of the internet, figures, an outage, and a restart of the router. */
const { story, page, enter, visit, heading, words, row } = await openAppStories({
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
  await enter('/admin')
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
