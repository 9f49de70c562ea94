import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import type { DnsBlockConfig } from '../../router/features/dnsblock/contract.ts'
import { SERVICES } from '../../router/features/services/service.ts'
import { deviceTexts } from '../../web/texts/device.ts'
import { devicesTexts } from '../../web/texts/devices.ts'
import { dnsTexts } from '../../web/texts/dns.ts'
import { texts as healthTexts } from '../../web/texts/health.ts'
import { homeTexts } from '../../web/texts/home.ts'
import { trafficTexts } from '../../web/texts/traffic.ts'
import { texts } from '../../web/texts.ts'
import { openAppStories, ROUTER } from '../browser/app.ts'
import { WEB } from '../guests/addresses.ts'
import type { DeviceSpec } from '../guests/device.ts'
import type { HomeOf } from '../home/home.ts'
import { until } from '../process/until.ts'

const household = {
  desk: { wired: true, unknown: true },
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
  tv: { Policies: ['dns'], Groups: ['family'], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [9100] },
} satisfies Record<string, DeviceSpec>
type TestHome = HomeOf<typeof household>

const { story, page, visit, signIn, field, choice, button, heading, row, words, saved } =
  await openAppStories(household)

const { line } = dnsTexts
const verdict = (words: string) => page.getByText(`${words}.`, { exact: true })

/** Who is in the list, once that is so many. */
const listed = (count: number): Promise<string[]> =>
  until(`${count} devices in the list`, async () => {
    const names = await page.locator('li strong').allTextContents()
    return names.length === count && names.sort()
  })

async function open(home: TestHome, name: 'laptop' | 'tv', tab: string): Promise<void> {
  await visit(`/admin/devices/${home[name].mac}${tab && `/${tab}`}`)
  await heading(name).waitFor()
}

story('the list is filtered by text, group, policy and status, and keeps filters on going back', async () => {
  await visit('/admin/devices')
  await signIn()
  await heading(texts.devices.title).waitFor()
  assert.equal((await listed(5)).length, 5)
  await choice(devicesTexts.group).selectOption('family')
  assert.deepEqual(await listed(2), ['phone', 'tv'])
  await choice(devicesTexts.policy).selectOption('wan')
  assert.deepEqual(await listed(1), ['phone'])
  await row('phone').getByRole('link').click()
  await heading('phone').waitFor()
  await page.goBack()
  assert.deepEqual(await listed(1), ['phone'])
  await page.getByRole('searchbox').fill('nobody')
  await heading(texts.devices.noMatch('nobody')).waitFor()
  await button(texts.devices.clearSearch).last().click()
  assert.equal((await listed(5)).length, 5)
  await choice(devicesTexts.is).selectOption('unnamed')
  assert.deepEqual(await listed(1), [texts.devices.unnamed])
  await choice(devicesTexts.is).selectOption('')
})

story('a confirmation is needed to replace a pending device, and its page shows it', async (home) => {
  const made = async (name: string, on = page) => {
    await on.goto(`${ROUTER}/admin/add-device`)
    await on.getByRole('textbox', { name: texts.add.name, exact: true }).fill(name)
    await on.getByRole('button', { name: texts.add.submit, exact: true }).click()
  }
  await made('Mum’s phone')
  await heading(texts.add.waiting('Mum’s phone')).waitFor()

  const other = await (page.context().browser() ?? assert.fail()).newPage({ locale: 'en-GB' })
  other.setDefaultTimeout(10_000)
  await other.goto(`${ROUTER}/auth/login`)
  await other.getByRole('textbox', { name: texts.login.user, exact: true }).fill('admin')
  await other.getByRole('textbox', { name: texts.login.password, exact: true }).fill('open sesame')
  await other.getByRole('button', { name: texts.login.submit, exact: true }).click()
  await other.getByRole('heading', { name: homeTexts.title, exact: true }).waitFor()
  await made('Tablet', other)
  await other.getByRole('heading', { name: texts.add.replaceTitle('Mum’s phone') }).waitFor()
  await other.getByRole('link', { name: texts.add.keep }).click()
  await other.getByRole('heading', { name: 'Mum’s phone', exact: true }).waitFor()
  await heading(texts.add.waiting('Mum’s phone')).waitFor()

  await made('Tablet', other)
  await other.getByRole('button', { name: texts.add.replace, exact: true }).click()
  await other.getByRole('heading', { name: texts.add.waiting('Tablet') }).waitFor()
  await heading(texts.add.replaced('Mum’s phone')).waitFor()
  await words(texts.add.replacedHint('Tablet')).waitFor()
  await heading(texts.add.passphrase).waitFor({ state: 'hidden' })
  const tablet = await home.addDevice('tablet', { unknown: true })
  await tablet.join()
  await other.getByRole('heading', { name: texts.add.joined('Tablet') }).waitFor()
  await other.close()
  await home.removeDevice(tablet)
  await home.router.api(`/device?identity=${tablet.mac}`, {}, 'DELETE')
})

story('on a phone, content scrolls below the header, and a new step starts at the top', async ({ router }) => {
  const whole = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 640 })
  await visit('/admin/add-device')
  await field(texts.add.name).fill('Watch')
  const below = await page.evaluate<string>(`(() => {
    const pill = document.querySelector('.mantine-SegmentedControl-root')
    window.scrollBy(0, pill.getBoundingClientRect().top - 8)
    const { x, y, width } = pill.getBoundingClientRect()
    return document.elementFromPoint(x + width / 4, y + 16).closest('header') ? 'the header' : 'the choice'
  })()`)
  assert.equal(below, 'the header')
  await button(texts.add.submit).click()
  await heading(texts.add.waiting('Watch')).waitFor()
  assert.equal(await page.evaluate('window.scrollY'), 0)
  await router.api('/device?identity=pending', {}, 'DELETE')
  await heading(texts.add.gone).waitFor()
  if (whole) await page.setViewportSize(whole)
})

story('deleting a wired device warns that it is added again by itself', async (home) => {
  await visit(`/admin/devices/${home.printer.mac}`)
  await button(texts.device.remove).click()
  await words(texts.device.removeHints.wired).waitFor()
  await button(texts.device.cancel).click()
  await visit(`/admin/devices/${home.tv.mac}`)
  await button(texts.device.remove).click()
  await words(texts.device.removeHints.wifi).waitFor()
  await button(texts.device.cancel).click()
  await visit('/admin/devices')
  await heading(texts.devices.title).waitFor()
})

story('several devices are added to a group together, and removed', async ({ laptop, printer }) => {
  assert.ok(!(await laptop.pings(printer)))
  await button(devicesTexts.select).click()
  for (const name of ['laptop', 'printer'])
    await page.getByRole('checkbox', { name: devicesTexts.selectOne(name) }).check()
  await page.getByText(devicesTexts.bulk.selected(2)).waitFor()
  await page.getByRole('combobox', { name: devicesTexts.bulk.labels.group }).fill('Office')
  await saved(() => button(devicesTexts.bulk.apply).click())
  await page.getByText(devicesTexts.bulk.done(2)).waitFor()
  assert.ok(await laptop.pings(printer))
  await words(devicesTexts.bulk.remove).click()
  await button(devicesTexts.bulk.apply).click()
  await until('a home without that group', async () => !(await laptop.pings(printer)))
  await button(devicesTexts.selectEnd).click()
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
  const { Endpoints } = (await home.router.api('/firewall/config')) as { Endpoints: unknown[] }
  assert.deepEqual(Endpoints, [])
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

story('blocking is paused for one device, and filtering is turned off for it', async ({ laptop, router }) => {
  await router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'test' })
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await saved(() => button(deviceTexts.filter.minutes[10]).click())
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await saved(() => button(deviceTexts.filter.resume).click())
  assert.deepEqual(await laptop.resolves('www.test'), [])
  const excluded = page.getByRole('switch', { name: deviceTexts.filter.excluded })
  await saved(() => excluded.check({ force: true }))
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  await saved(() => excluded.uncheck({ force: true }))
  assert.deepEqual(await laptop.resolves('www.test'), [])
  await router.api('/plugins/dns/block/override', { Domain: 'test' }, 'DELETE')
})

story('the destinations of a device are shown by domain, and its changes by user', async (home) => {
  assert.ok(await home.laptop.fetch('http://www.test/'))
  await open(home, 'laptop', 'traffic')
  await page.getByRole('rowheader').filter({ hasText: 'www.test' }).waitFor()
  await words(trafficTexts.destinations.groupings.country).click()
  await page.getByRole('columnheader', { name: trafficTexts.destinations.groupings.country }).waitFor()
  await page.getByRole('link', { name: deviceTexts.tabs.history }).click()
  await page.getByText('PUT /devices/bulk').first().waitFor()
})

story('a device with a passphrase is allowed on a cable by a switch on its page', async (home) => {
  const allowed = async () =>
    ((await home.router.api('/devices')) as Record<string, { AllowWired: boolean }>)[home.laptop.mac]?.AllowWired
  const cable = page.getByRole('switch', { name: deviceTexts.cable.title, exact: true })
  await open(home, 'laptop', '')
  assert.ok(!(await cable.isChecked()))
  await saved(() => cable.check({ force: true }))
  assert.equal(await allowed(), true)
  await saved(() => cable.uncheck({ force: true }))
  assert.equal(await allowed(), false)
  await visit(`/admin/devices/${home.printer.mac}`)
  await heading(texts.device.about).waitFor()
  assert.equal(await cable.count(), 0, 'one without a passphrase needs no permission')
})

story('the device page shows live events', async (home) => {
  const { phone } = home
  await visit(`/admin/devices/${phone.mac}/history`)
  await heading(deviceTexts.happening.title).waitFor()
  await phone.leave()
  await words(deviceTexts.happening.left).waitFor()
  const address = await phone.join()
  await words(deviceTexts.happening.joined).waitFor()
  await words(deviceTexts.happening.address(address)).waitFor()
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
    const { OTPUsers } = (await router.api('/otp_register', { Name: 'admin' })) as { OTPUsers: { Secret: string }[] }
    const totp = new TOTP({ secret: OTPUsers[0]!.Secret })
    await router.api('/otp_validate', { Name: 'admin', Code: totp.generate() })
    // Registering has ended the session.
    await visit('/admin/devices')
    await signIn()
    await heading(texts.devices.title).waitFor()
    await open(home, 'laptop', '')
    await button(deviceTexts.secret.show).click()
    await field(texts.login.code).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
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

story('a device gets a color, which lists and the map show', async (home) => {
  const { router, laptop } = home
  await open(home, 'laptop', '')
  await saved(() => button(deviceTexts.colours.teal).click())
  const { Style } = ((await router.api('/devices')) as Record<string, { Style: { Color: string } }>)[laptop.mac]!
  assert.equal(Style.Color, 'teal')
  assert.equal(await button(deviceTexts.colours.teal).getAttribute('aria-pressed'), 'true')
  for (const path of ['/admin/devices', '/admin/map']) {
    await visit(path)
    await page.locator('main [data-colour="teal"]').first().waitFor()
  }
})

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
