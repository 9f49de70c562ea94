import assert from 'node:assert/strict'
import { SERVICES } from '../../../router/model/machine/services/service.ts'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { mapTexts } from '../../../web/texts/home/map.ts'
import { trafficTexts } from '../../../web/texts/traffic/flows.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { keyboardOn } from '../../browser/keyboard.ts'
import { everywhere } from '../../contract/everywhere.ts'
import { macOf } from '../../guests/device.ts'
import { until } from '../../process/until.ts'

/** The app with a keyboard: further tasks, and the focus on every screen. The first tasks: browser-accessible.test.ts. */
const { story, page, enter, visit, open, field, choice, button, link, heading, words } = await openAppStories({
  desk: { wired: true, unknown: true },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
  tv: { Policies: ['dns'], Groups: ['family'] },
  printer: { wired: true, Policies: [], listens: [9100] },
})
const { press, to, stops } = keyboardOn(page)

story('the owner signs in', async () => {
  await enter('/', homeTexts.title)
})

story('keyboard: a device is added with the chosen policies', async ({ addDevice }) => {
  await to(link(texts.shell.devices))
  await press('Enter')
  await to(link(texts.devices.add))
  await press('Enter')
  await until('the focus in the first field', () =>
    field(addTexts.name).evaluate((one) => one === one.ownerDocument.activeElement),
  )
  await page.keyboard.type('tablet')
  await to(button(addTexts.submit))
  await press('Enter')
  await words(addTexts.waiting('tablet')).waitFor()
  const isLost = await page.evaluate<boolean>('document.activeElement === document.body')
  assert.ok(!isLost, 'the focus is where the form was')
  const tablet = await addDevice('newcomer', { unknown: true })
  await tablet.join()
  await words(addTexts.joined('tablet')).waitFor()
  assert.ok(await tablet.fetch('http://www.test/'))
})

story('keyboard: explain why the TV cannot print, and allow just that', async ({ tv, printer }) => {
  assert.ok(!(await tv.reaches(printer, 9100)))
  await visit(`/admin/devices/${tv.mac}/reach`)
  await to(choice(deviceTexts.reach.other))
  await page.keyboard.type('print')
  await page.getByRole('option', { name: 'printer' }).waitFor()
  await press('ArrowDown')
  await press('Enter')
  await to(choice(deviceTexts.reach.what))
  await page.keyboard.type('Print')
  await to(button(deviceTexts.reach.ask))
  await press('Enter')
  await words(`${deviceTexts.reach.refused}.`).waitFor()
  await to(button(deviceTexts.reach.endpoint('printer', SERVICES.printing.title)))
  await press('Enter')
  await words(`${deviceTexts.reach.passes}.`).waitFor()
  assert.ok(await tv.reaches(printer, 9100))
})

story('devices of the map can be chosen in the list next to it', async () => {
  await visit('/admin/map')
  const beside = page.getByRole('complementary', { name: mapTexts.beside })
  await to(beside.getByRole('button', { name: /^phone/ }).first())
  await press('Enter')
  await beside.getByRole('heading', { name: 'phone', exact: true }).waitFor()
})

story('reduced motion disables animations', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit('/admin/devices')
  await heading(texts.devices.title).waitFor()
  await to(link(texts.shell.traffic))
  await press('Enter')
  await heading(trafficTexts.title).waitFor()
  const moving = `document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length`
  await until('stillness', async () => (await page.evaluate<number>(moving)) === 0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
})

for (const [path, [address = '']] of everywhere(macOf('phone')))
  story(`the focus is visible at ${path}`, async () => {
    await open(address)
    const { names, unseen } = await stops()
    // The page for guests has few buttons.
    assert.ok(names.length > (path === '/auth/guest' ? 1 : 5), names.join(', '))
    assert.deepEqual(unseen, [])
  }, [/ 404$/])
