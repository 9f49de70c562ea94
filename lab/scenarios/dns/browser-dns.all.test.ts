import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { DnsBlockConfig } from '../../../router/model/dns/blocklists/contract.ts'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { dnsOverTimeTexts as overTime } from '../../../web/texts/dns/querylog.ts'
import { resolverFailureTexts as healthTexts } from '../../../web/texts/dns/resolvers/failure.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

const { story, page, enter, visit, field, button, heading, row, words, flip, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
})

const ADS = 'http://lists.test/ads.txt'

/** Touches the first button of the list just after a line was added. */
const PRESS_AS_SOON_AS_IT_MOVES = `new Promise((resolve) => {
  const list = document.querySelector('main li').parentElement
  const observer = new MutationObserver(() => {
    observer.disconnect()
    const button = list.querySelector('button')
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
    button.click()
    resolve()
  })
  observer.observe(list, { childList: true })
})`

const tab = (name: string) =>
  page.getByRole('navigation', { name: dnsTexts.tabs }).getByRole('link', { name, exact: true })
const said = (words: string | RegExp) => page.getByText(words).first()

/** Links whose text is wider than the link itself. */
const TOO_NARROW = (links: unknown[]) =>
  (links as { scrollWidth: number; clientWidth: number; textContent: string }[])
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(field(label)).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

story('a list blocks a domain that the laptop looks up', async ({ laptop, router }) => {
  await router.api('/plugins/dns/block/blocklists', { URI: ADS, Enabled: true })
  await until('the list', async () => (await laptop.resolves('tracker.ads.test')).length === 0)
  await enter('/admin/dns')
  await row(ADS).getByText('2 domains').waitFor()
})

story('on a phone, the tabs are as wide as their names', async () => {
  const whole = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: dnsTexts.tabs }).getByRole('link')
  assert.deepEqual(await tabs.evaluateAll(TOO_NARROW), [])
  if (whole) await page.setViewportSize(whole)
})

story('a disabled list blocks nothing, and one that cannot be fetched shows why', async ({ laptop }) => {
  const use = page.getByRole('switch', { name: dnsTexts.list.use('ads.txt (lists.test)') })
  await saved(() => flip(use))
  await row(ADS).getByText(dnsTexts.listStatus.off).waitFor()
  await until('the internet', async () => (await laptop.resolves('tracker.ads.test')).join() === WEB)
  await saved(() => flip(use))
  await row(ADS).getByText('2 domains').waitFor()

  await field(dnsTexts.list.address).fill('http://lists.test/nothing')
  await saved(() => button(dnsTexts.add).last().click())
  await row('/nothing')
    .getByText(/the server answered 404/)
    .waitFor()
  await button(dnsTexts.list.remove('nothing (lists.test)')).click()
  await saved(() => button(dnsTexts.remove).click())
  await until('it to be gone', async () => (await row('/nothing').count()) === 0)
})

story('the log pauses while a pointer is over its buttons', async ({ laptop, phone }) => {
  await tab(dnsTexts.log).click()
  const first = page.getByRole('main').getByRole('listitem').first()
  const waiting = page.getByRole('button', { name: /^Show \d+ new$/ })
  /** Sends a query while the list is paused: the new line is held back, and the others do not move. */
  const standsStill = async (ask: () => Promise<unknown>) => {
    const before = await first.textContent()
    await ask()
    await waiting.waitFor()
    assert.equal(await first.textContent(), before)
  }
  await laptop.resolves('nas.example')
  await row('nas.example').first().waitFor()
  await first.hover()
  await standsStill(() => phone.resolves('printer.example'))
  await heading(dnsTexts.title).hover()
  await row('printer.example').first().waitFor()

  await first.dispatchEvent('pointerdown', { pointerType: 'touch' })
  await standsStill(() => laptop.resolves('tv.example'))
  await waiting.click()
  await row('tv.example').first().waitFor()

  await button(dnsTexts.line.hold).focus()
  // The first press reaches the summary of the queries over time, which is before the list.
  for (let press = 0; press < 2; press++) await page.keyboard.press('Tab')
  await standsStill(() => phone.resolves('lamp.example'))
  await waiting.click()
  await row('lamp.example').first().waitFor()
})

story('a touch during scrolling triggers no button', async ({ laptop, router }) => {
  const pressed = page.evaluate(PRESS_AS_SOON_AS_IT_MOVES)
  await laptop.resolves('door.example')
  await pressed
  // A call caused by the touch would have been received before this one.
  await page.evaluate(`fetch('/openapi.json')`)
  const { BlockDomains } = (await router.api('/plugins/dns/block/config')) as DnsBlockConfig
  assert.deepEqual(BlockDomains, [])
})

story('filters of the log are in the URL, and find stored queries', async ({ laptop }) => {
  const { line } = dnsTexts
  await visit('/admin/dns/log?words=tracker%20laptop&blocked=true&period=today')
  await row('tracker.ads.test').first().waitFor()
  assert.equal(await row('nas.example').count(), 0)
  await visit(`/admin/dns/log?client=${await laptop.address()}&period=yesterday`)
  await heading(line.noMatch).waitFor()
  await choose(line.period, line.periods.day)
  const today = new Date()
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())}`
  await page.getByLabel(line.day, { exact: true }).fill(day)
  await row('tracker.ads.test').first().waitFor()
  assert.match(page.url(), new RegExp(`period=day&day=.*${day}`))
})

story(
  'a search that failed is repeated, and stored queries are shown while logging is off',
  async ({ router }) => {
    const config = '/plugins/dns/log/config'
    await router.api(config, { StoreLocalMemory: false })
    const queries = /\/plugins\/dns\/log\/queries/
    await page.route(queries, (route) =>
      route.fulfill({ status: 400, contentType: 'text/plain', body: 'out of order' }),
    )
    await visit('/admin/dns/log?words=tracker')
    await said('out of order').waitFor()
    await page.unroute(queries)
    await button(texts.failure.retry).click()
    await row('tracker.ads.test').first().waitFor()
    await said(dnsTexts.line.notKept).waitFor()
    await router.api(config, { StoreLocalMemory: true })
  },
  [/^GET \/plugins\/dns\/log\/queries 400$/],
)

story('the chart has the queries of each device, and what is filtered is exported', async () => {
  await visit('/admin/dns/log?words=tracker')
  await row('tracker.ads.test').first().waitFor()
  await page.getByText(overTime.title).click()
  await page.getByRole('region', { name: overTime.devices }).getByText('laptop').waitFor()
  await words(overTime.lastDays(7)).click()
  for (const [name, part] of [
    [overTime.csv, /^Time,Client,Device,Name,/],
    [overTime.json, /^\[\{"Q":/],
  ] as const) {
    const download = page.waitForEvent('download')
    await button(name).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    assert.match(text, part)
    assert.ok(text.includes('tracker.ads.test') && !text.includes('nas.example'), text)
  }
  await inspect(page, 'dns-log-days')
  await put(page, LOOKS[0])
})

story('the decision for a domain is shown with its reason', async () => {
  await tab(dnsTexts.check).click()
  // The previous screen has a field of the same name.
  await heading(dnsTexts.why.title).waitFor()
  await field(dnsTexts.why.name).fill('ads.test')
  await button(dnsTexts.why.submit).click()
  await page.getByRole('heading', { name: `ads.test: ${dnsTexts.why.results.blocked}` }).waitFor()
  await said(dnsTexts.why.byList('ads.txt (lists.test)')).waitFor()
  await field(dnsTexts.why.name).fill('two words')
  await button(dnsTexts.why.submit).click()
  await page.getByRole('alert').first().waitFor()
}, [/^GET \/plugins\/dns\/block\/why 400$/])

story('settings take effect immediately: an excluded device resolves blocked domains', async ({ laptop, router }) => {
  await tab(dnsTexts.settings).click()
  await choose(dnsTexts.filter.excluded, 'laptop')
  await until('the exclusion', async () => (await laptop.resolves('ads.test')).join() === WEB)
  await saved(() => page.getByRole('switch', { name: dnsTexts.filter.canaries }).uncheck())
  const config = (await router.api('/plugins/dns/block/config')) as DnsBlockConfig
  assert.equal(config.AnswerCanaries, false)
  assert.deepEqual(config.ClientIPExclusions, [await laptop.address()])
})

story('the most frequent domains are shown in charts', async () => {
  await tab(dnsTexts.top).click()
  await row('tracker.ads.test').first().waitFor()
  await row('laptop').first().waitFor()
})

story(
  'a resolver that does not respond is rejected, saved untested on request, and marked on all screens',
  async (home) => {
    const { router, laptop } = home
    const { UpstreamProviders } = (await router.api('/dnsSettings')) as { UpstreamProviders: object[] }
    await tab(dnsTexts.settings).click()
    const host = field(dnsTexts.ask.host.tls).first()
    await host.fill('dns.elsewhere')
    await button(dnsTexts.save).first().click()
    await page
      .getByRole('alert')
      .filter({ hasText: /certificate/ })
      .waitFor()
    assert.deepEqual(
      ((await router.api('/dnsSettings')) as { UpstreamProviders: object[] }).UpstreamProviders,
      UpstreamProviders,
    )
    await saved(() => button(healthTexts.untested).click())
    for (let time = 0; time < 3; time++) assert.deepEqual(await laptop.resolves(`${time}.health.test`), [])
    const notice = page.getByRole('status').filter({ hasText: healthTexts.title })
    await notice.waitFor()
    await page.getByText(/does not answer: /).waitFor()
    await visit('/admin/links')
    await notice.waitFor()
    await visit('/admin')
    await page.getByRole('link', { name: healthTexts.title }).waitFor()
    await router.api('/dnsSettings', { UpstreamProviders })
    await until('names', async () => (await laptop.resolves('www.test')).length > 0)
    await page.getByRole('link', { name: healthTexts.title }).waitFor({ state: 'detached' })
  },
  [/^PUT \/dnsSettings 400$/],
)

story('each attempt to save moves the focus to its own error, not to one of the attempt before', async () => {
  const { host } = dnsTexts
  // Before the response, the field in which Enter was pressed has the focus, and no error.
  const hasFocus = (name: string) =>
    until('the focus', () =>
      field(name).evaluate((one) => one === one.ownerDocument.activeElement && one.ariaInvalid === 'true'),
    )
  await visit('/admin/dns/names')
  const add = async (name: string, address: string) => {
    await field(host.address).fill(address)
    await field(host.name).fill(name)
    await field(host.name).press('Enter')
  }
  await add('printer.onion', '192.168.2.6')
  await hasFocus(host.name)
  await add('printer', '0.0.0.1')
  await hasFocus(host.address)
}, [/^PUT \/dns\/hostnames\/printer(\.onion)? 400$/])
