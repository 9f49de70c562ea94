import assert from 'node:assert/strict'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { devicesTexts } from '../../../web/texts/home/devices/list.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'
import { household } from './browser-devices.fixture.ts'

const { story, page, enter, visit, field, choice, button, heading, row, words, saved } = await openAppStories(household)

/** The names in the list, as soon as there are this many. */
const listed = (count: number): Promise<string[]> =>
  until(`${count} devices in the list`, async () => {
    const names = await page.locator('li strong').allTextContents()
    return names.length === count && names.sort()
  })

story('the list is filtered by text, group, policy and status, and keeps filters on going back', async () => {
  await enter('/admin/devices', texts.devices.title)
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

story('several devices wait, each with its own passphrase, and can be renamed and deleted', async (home) => {
  const list = page.getByRole('region', { name: addTexts.list.title, exact: true })
  const waiting = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  const passphrases = new Set<string>()
  const add = async (name: string) => {
    await field(addTexts.name).fill(name)
    await button(addTexts.submit).click()
    await heading(addTexts.waiting(name)).waitFor()
    passphrases.add((await page.locator('output').textContent()) ?? '')
  }
  await visit('/admin/add-device')
  await add('Mum’s phone')
  for (const name of ['Tablet', 'Watch']) {
    await button(addTexts.another).click()
    await add(name)
  }
  assert.equal(passphrases.size, 3)
  assert.equal(await list.getByRole('listitem').count(), 3)
  await waiting('Mum’s phone').getByRole('button', { name: addTexts.list.show }).click()
  await heading(addTexts.waiting('Mum’s phone')).waitFor()
  assert.ok(passphrases.has((await page.locator('output').textContent()) ?? ''))

  await button(addTexts.list.rename('Watch')).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Old watch')
  await saved(() => page.getByRole('dialog').getByRole('button', { name: addTexts.list.save }).click())
  await waiting('Old watch').waitFor()
  for (const name of ['Old watch', 'Mum’s phone']) {
    await button(addTexts.list.remove(name)).click()
    await button(deviceTexts.removeConfirm).click()
    await waiting(name).waitFor({ state: 'detached' })
  }
  await heading(addTexts.title).waitFor()
  const pending = Object.keys((await home.router.api('/devices')) as object).filter((one) => one.startsWith('pending'))
  assert.equal(pending.length, 1)

  const tablet = await home.addDevice('tablet', { unknown: true })
  await tablet.join()
  await waiting('Tablet').getByText(addTexts.list.states.joined, { exact: true }).waitFor()
  await waiting('Tablet').getByRole('link', { name: addTexts.open }).waitFor()
  await home.removeDevice(tablet)
  await home.router.api(`/device?identity=${tablet.mac}`, {}, 'DELETE')
})

story('a device that was added elsewhere is listed as waiting, and has a page', async ({ router }) => {
  await router.api('/device?identity=pending', { Name: 'Speaker', PSKEntry: { Type: 'sae', Psk: '' } })
  await visit('/admin/add-device')
  const list = page.getByRole('region', { name: addTexts.list.title, exact: true })
  await list.getByText('Speaker', { exact: true }).waitFor()
  await visit('/admin/devices/pending')
  await heading('Speaker').waitFor()
  await router.api('/device?identity=pending', {}, 'DELETE')
})

story('on a phone, content scrolls below the header, and a new step starts at the top', async ({ router }) => {
  const whole = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 640 })
  await visit('/admin/add-device')
  await field(addTexts.name).fill('Watch')
  const below = await page.evaluate<string>(`(() => {
    const pill = document.querySelector('.mantine-SegmentedControl-root')
    window.scrollBy(0, pill.getBoundingClientRect().top - 8)
    const { x, y, width } = pill.getBoundingClientRect()
    return document.elementFromPoint(x + width / 4, y + 16).closest('header') ? 'the header' : 'the choice'
  })()`)
  assert.equal(below, 'the header')
  await button(addTexts.submit).click()
  await heading(addTexts.waiting('Watch')).waitFor()
  assert.equal(await page.evaluate('window.scrollY'), 0)
  const [waiting = ''] = Object.keys((await router.api('/devices')) as object).filter((one) =>
    one.startsWith('pending:'),
  )
  await router.api(`/device?identity=${waiting}`, {}, 'DELETE')
  await heading(addTexts.gone('Watch')).waitFor()
  if (whole) await page.setViewportSize(whole)
})

story('deleting a wired device warns that it reappears as a new device', async (home) => {
  await visit(`/admin/devices/${home.printer.mac}`)
  await button(deviceTexts.remove).click()
  await words(deviceTexts.removeHints.wired).waitFor()
  await button(deviceTexts.cancel).click()
  await visit(`/admin/devices/${home.tv.mac}`)
  await button(deviceTexts.remove).click()
  await words(deviceTexts.removeHints.wifi).waitFor()
  await button(deviceTexts.cancel).click()
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
