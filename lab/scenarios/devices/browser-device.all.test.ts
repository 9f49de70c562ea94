import assert from 'node:assert/strict'
import type { DnsBlockConfig } from '../../../router/model/dns/blocklists/contract.ts'
import { SERVICES } from '../../../router/model/machine/services/service.ts'
import { undoTexts } from '../../../web/texts/access/undo.ts'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { resolverFailureTexts as healthTexts } from '../../../web/texts/dns/resolvers/failure.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { eventTexts } from '../../../web/texts/messages/events.ts'
import { trafficTexts } from '../../../web/texts/traffic/flows.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'
import { household, type TestHome } from './browser-devices.fixture.ts'

const { story, page, enter, visit, field, choice, button, link, heading, words, undoOf, saved } =
  await openAppStories(household)

const { line } = dnsTexts
const verdict = (words: string) => page.getByText(`${words}.`, { exact: true })

async function open(home: TestHome, name: 'laptop' | 'tv', tab: string): Promise<void> {
  await visit(`/admin/devices/${home[name].mac}${tab && `/${tab}`}`)
  await heading(name).waitFor()
}

story('the owner signs in', async () => {
  await enter('/admin/devices', texts.devices.title)
})

story('the app explains why the TV cannot print, allows just that, and undoes it', async (home) => {
  const { tv, printer } = home
  assert.ok(!(await tv.reaches(printer, 9100)))
  await open(home, 'tv', 'reach')
  await choice(deviceTexts.reach.other).fill('printer')
  await page.keyboard.press('Escape')
  await choice(deviceTexts.reach.what).selectOption('printing')
  await button(deviceTexts.reach.ask).click()
  await verdict(deviceTexts.reach.refused).waitFor()
  await button(deviceTexts.reach.endpoint('printer', SERVICES.printing.title)).click()
  await verdict(deviceTexts.reach.passes).waitFor()
  assert.ok(await tv.reaches(printer, 9100))
  assert.ok(!(await tv.pings(printer)), 'only that')
  assert.ok(!(await printer.pings(tv)), 'one way')

  const endpoints = async () => ((await home.router.api('/firewall/config')) as { Endpoints: unknown[] }).Endpoints
  await words(undoTexts.saved).waitFor()
  await saved(() => undoOf(undoTexts.saved).click())
  await until('the undo', async () => (await endpoints()).length === 0)
  assert.ok(!(await tv.reaches(printer, 9100)))
  await button(deviceTexts.reach.ask).click()
  await button(deviceTexts.reach.endpoint('printer', SERVICES.printing.title)).click()
  await verdict(deviceTexts.reach.passes).waitFor()

  await choice(deviceTexts.reach.other).click()
  await page.getByRole('option', { name: 'laptop' }).click()
  await verdict(deviceTexts.reach.passes).waitFor({ state: 'detached' })

  await visit('/admin/firewall')
  await words('tv may reach printer at TCP port 9100.').waitFor()
  await open(home, 'tv', 'reach')
  await choice(deviceTexts.reach.other).fill('printer')
  await page.keyboard.press('Escape')
  await choice(deviceTexts.reach.what).selectOption('printing')
  await button(deviceTexts.reach.ask).click()
  await verdict(deviceTexts.reach.passes).waitFor()
  await button(deviceTexts.reach.takeBack(deviceTexts.reach.at(SERVICES.printing.title, 'printer'))).click()
  await verdict(deviceTexts.reach.refused).waitFor()
  assert.ok(!(await tv.reaches(printer, 9100)))
  assert.deepEqual(await endpoints(), [])
})

story(
  'a domain in the log is blocked for one device, and allowed again',
  async (home) => {
    const { laptop, phone, router } = home
    const rules = async () => ((await router.api('/plugins/dns/block/config')) as DnsBlockConfig).BlockDomains.length
    assert.deepEqual(await laptop.resolves('www.test'), [WEB])
    await open(home, 'laptop', 'names')
    const block = () => saved(() => button(line.about(line.blockFor('laptop'), 'www.test')).click())
    await block()
    await until('a name that is gone', async () => (await laptop.resolves('www.test')).length === 0)
    assert.deepEqual(await phone.resolves('www.test'), [WEB])
    await saved(() => button(deviceTexts.rules.liftOf('www.test')).click())
    assert.deepEqual(await laptop.resolves('www.test'), [WEB])
    await block()
    assert.equal(await rules(), 1)
    await saved(() =>
      button(line.about(line.allowFor('laptop'), 'www.test'))
        .first()
        .click(),
    )
    assert.deepEqual(await laptop.resolves('www.test'), [WEB])
    assert.equal(await rules(), 0)
    await words(deviceTexts.rules.none).waitFor()
  },
  [/^GET \/plugins\/dns\/log\/history\/.* 404$/],
)

story(
  'the log of a device stays on the page when it cannot be refreshed',
  async (home) => {
    assert.deepEqual(await home.laptop.resolves('www.test'), [WEB])
    await open(home, 'laptop', 'names')
    const shown = button(line.about(line.blockFor('laptop'), 'www.test')).first()
    await shown.waitFor()
    const isLog = (url: URL) => url.pathname.startsWith('/plugins/dns/log/history/')
    await page.route(isLog, (route) => route.fulfill({ status: 400, contentType: 'text/plain', body: 'not now' }))
    const refused = page.waitForResponse((reply) => isLog(new URL(reply.url())))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await (await refused).finished()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    assert.ok(await shown.isVisible())
    assert.equal(await words(deviceTexts.log.failed).count(), 0)
    await page.unroute(isLog)
    await link(deviceTexts.log.days).click()
    await page.getByRole('listitem').filter({ hasText: 'www.test' }).first().waitFor()
    assert.equal(new URL(page.url()).searchParams.get('client'), await home.laptop.address())
  },
  [/^GET \/plugins\/dns\/log\/history\/.* 400$/],
)

story('blocking is paused for one device, and filtering is turned off for it', async (home) => {
  const { laptop, router } = home
  await router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'test' })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await open(home, 'laptop', 'names')
  await saved(() => button(deviceTexts.filter.pauseFor(deviceTexts.filter.minutes[10])).click())
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await saved(() => button(deviceTexts.filter.resume).click())
  assert.deepEqual(await laptop.resolves('www.test'), [])
  const excluded = page.getByRole('switch', { name: deviceTexts.filter.excluded })
  await saved(() => excluded.check())
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await saved(() => excluded.uncheck())
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await router.api('/plugins/dns/block/override', { Domain: 'test' }, 'DELETE')
})

story('the destinations of a device are shown by domain, and its changes by user', async (home) => {
  assert.ok(await home.laptop.fetch('http://www.test/'))
  await home.configure(home.laptop, { DeviceTags: ['desk'] })
  await open(home, 'laptop', 'traffic')
  await page.getByRole('rowheader').filter({ hasText: 'www.test' }).waitFor()
  await words(trafficTexts.destinations.groupings.country).click()
  await page.getByRole('columnheader', { name: trafficTexts.destinations.groupings.country }).waitFor()
  await page.getByRole('link', { name: deviceTexts.tabs.history }).click()
  await page.getByText('PUT /device', { exact: true }).first().waitFor()
})

story('a device with a passphrase is allowed on a cable by a switch on its page', async (home) => {
  const allowed = async () =>
    ((await home.router.api('/devices')) as Record<string, { AllowWired: boolean }>)[home.laptop.mac]?.AllowWired
  const cable = page.getByRole('switch', { name: deviceTexts.cable.title, exact: true })
  await open(home, 'laptop', '')
  assert.ok(!(await cable.isChecked()))
  // By keyboard: while other parts of the page are loaded, the switch moves.
  await saved(() => cable.press('Space'))
  assert.equal(await allowed(), true)
  await saved(() => cable.press('Space'))
  assert.equal(await allowed(), false)
  await visit(`/admin/devices/${home.printer.mac}`)
  await heading(deviceTexts.about).waitFor()
  assert.equal(await cable.count(), 0, 'one without a passphrase needs no permission')
})

story('the device page shows live events', async (home) => {
  const { phone } = home
  await visit(`/admin/devices/${phone.mac}/history`)
  await heading(deviceTexts.happening.title).waitFor()
  const { said, sentences } = eventTexts
  const event = { who: 'phone', text: () => '' }
  await phone.leave()
  await words(sentences.plain['wifi:station:disconnect'](event)).first().waitFor()
  const address = await phone.join()
  await words(sentences.good['wifi:auth:success'](event)).first().waitFor()
  await words(said.address('phone', address)).first().waitFor()
})

story(
  'the address and the expiry of a device are changed and removed',
  async (home) => {
    const { laptop, router } = home
    const device = async () =>
      ((await router.api('/devices')) as Record<string, { RecentIP: string; DeviceExpiration: number }>)[laptop.mac]
    await open(home, 'laptop', '')
    await field(deviceTexts.address.title).fill('192.168.2.29')
    await button(deviceTexts.address.save).click()
    await page.getByText(/must be a device address of a home network/).waitFor()
    await field(deviceTexts.address.title).fill('192.168.2.30')
    await saved(() => button(deviceTexts.address.save).click())
    assert.equal((await device())?.RecentIP, '192.168.2.30')
    await laptop.leave()
    assert.equal(await laptop.join(), '192.168.2.30')

    await saved(() => button(deviceTexts.expiry.endIn('1 day')).click())
    await page.getByText(/^Expires /).waitFor()
    assert.ok((await device())!.DeviceExpiration > 0)
    await saved(() => button(deviceTexts.expiry.never).click())
    await words(deviceTexts.expiry.none).waitFor()
    assert.equal((await device())?.DeviceExpiration, 0)
  },
  [/^PUT \/device 400$/],
)

story(
  'a passphrase is shown after a one-time code',
  async (home) => {
    const { router } = home
    const { codes } = await router.registerCodes()
    // Registering has ended the session.
    await enter('/admin/devices', texts.devices.title)
    await open(home, 'laptop', '')
    await button(deviceTexts.secret.show).click()
    await field(texts.login.code).fill(codes.generate({ timestamp: Date.now() + 30_000 }))
    await page.keyboard.press('Enter')
    const shown = page.getByRole('status', { name: deviceTexts.secret.label })
    await shown.waitFor()
    assert.match((await shown.textContent()) ?? '', /^\S{8,63}$/)
    await button(deviceTexts.secret.hide).click()
    await shown.waitFor({ state: 'hidden' })
  },
  // The session ends while its stream of events may be dialled anew.
  [/401$/, /^WebSocket connection to/],
)

story(
  'a pasted URL is reduced to its domain',
  async (home) => {
    await open(home, 'laptop', 'names')
    const name = field(deviceTexts.rules.name)
    await name.fill('https://user@ads.example:8443/banner?x=1')
    await saved(() => page.getByRole('button', { name: deviceTexts.rules.doBlock, exact: true }).click())
    await words('ads.example').waitFor()
  },
  [/^GET \/plugins\/dns\/log\/history\/.* 404$/],
)

story(
  'a DNS server that does not answer is saved on confirmation only',
  async (home) => {
    const { router, laptop } = home
    const { server, save } = deviceTexts.filter
    const stored = async () =>
      ((await router.api('/devices')) as Record<string, { DNSCustom: string }>)[laptop.mac]?.DNSCustom
    await open(home, 'laptop', 'names')
    await field(server).fill('81.2.70.1')
    await page
      .locator('form')
      .filter({ has: field(server) })
      .getByRole('button', { name: save, exact: true })
      .click()
    await page.getByText(/did not answer a test question/).waitFor()
    assert.equal(await stored(), '')
    await button(healthTexts.untested).click()
    await until('the server is saved', async () => (await stored()) === '81.2.70.1')
    await button(healthTexts.untested).waitFor({ state: 'detached' })
    await home.configure(laptop, { DNSCustom: '0' })
  },
  [/^GET \/plugins\/dns\/log\/history\/.* 404$/, /^PUT \/device.* 400$/],
)
