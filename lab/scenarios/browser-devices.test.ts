import assert from 'node:assert/strict'
import { deviceTexts } from '../../web/texts/device.ts'
import { devicesTexts } from '../../web/texts/devices.ts'
import { homeTexts } from '../../web/texts/home.ts'
import { texts } from '../../web/texts.ts'
import { openAppStories, ROUTER } from '../browser/app.ts'
import { until } from '../process/until.ts'
import { household } from './browser-devices.fixture.ts'

const { story, page, visit, signIn, field, choice, button, heading, row, words, saved } =
  await openAppStories(household)

/** The names in the list, as soon as there are this many. */
const listed = (count: number): Promise<string[]> =>
  until(`${count} devices in the list`, async () => {
    const names = await page.locator('li strong').allTextContents()
    return names.length === count && names.sort()
  })

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

story('deleting a wired device warns that it reappears as a new device', async (home) => {
  await visit(`/admin/devices/${home.printer.mac}`)
  await button(texts.device.remove).click()
  await words(texts.device.removeHints.wired).waitFor()
  await button(texts.device.cancel).click()
  await visit(`/admin/devices/${home.tv.mac}`)
  await button(texts.device.remove).click()
  await words(texts.device.removeHints.wifi).waitFor()
  await button(texts.device.cancel).click()
})

story('several devices are added to a group together, and removed', async ({ laptop, printer }) => {
  assert.ok(!(await laptop.pings(printer)))
  await visit('/admin/devices')
  await heading(texts.devices.title).waitFor()
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

story('a device gets a color, which lists and the map show', async ({ router, laptop }) => {
  await visit(`/admin/devices/${laptop.mac}`)
  await heading('laptop').waitFor()
  await saved(() => button(deviceTexts.colours.teal).click())
  const { Style } = ((await router.api('/devices')) as Record<string, { Style: { Color: string } }>)[laptop.mac]!
  assert.equal(Style.Color, 'teal')
  assert.equal(await button(deviceTexts.colours.teal).getAttribute('aria-pressed'), 'true')
  for (const path of ['/admin/devices', '/admin/map']) {
    await visit(path)
    await page.locator('main [data-colour="teal"]').first().waitFor()
  }
})
