import assert from 'node:assert/strict'
import packet from 'dns-packet'
import type { Device } from '../../../router/model/home/devices/device.ts'
import { undoTexts } from '../../../web/texts/access/undo.ts'
import { groupTexts } from '../../../web/texts/home/groups.ts'
import { mapTexts } from '../../../web/texts/home/map.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { say } from '../../probes/group-listener.ts'
import { until } from '../../process/until.ts'

/** New devices, the map and the groups, in the app. */
const { story, page, enter, visit, heading, button, words, link, undoOf, flip, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
  tv: { Policies: ['wan', 'dns'], Groups: ['family'] },
  camera: { Policies: ['dns'] },
})
const [PHONE, , DESKTOP] = LOOKS
let printer: HouseholdDevice

story('on a phone, a new printer is recognised with the reasons', async (home) => {
  printer = await home.addDevice('printer', { wired: true, unknown: true })
  await printer.connect()
  await printer.lease(20_000, '-V', 'Hewlett-Packard JetDirect')
  const type = '_pdl-datastream._tcp'
  const answers: packet.Answer[] = [
    { type: 'SRV', name: `x.${type}.local`, ttl: 120, data: { port: 9100, target: 'x.local' } },
    { type: 'TXT', name: `x.${type}.local`, ttl: 4500, data: ['ty=HP LaserJet <b>M404</b>'] },
  ]
  await say(printer, '224.0.0.251:5353', packet.encode({ type: 'response', answers }))
  await put(page, PHONE)
  await enter(`/admin/devices/${printer.mac}`, 'New device')
  await words('Printer (very likely)').waitFor()
  await words('HP LaserJet <b>M404</b>').waitFor()
  await words('It announces _pdl-datastream._tcp.').waitFor()
  await words('Its DHCP vendor class is “Hewlett-Packard JetDirect”.').waitFor()
  const known = (await home.router.api('/devices')) as Record<string, Device>
  const port = known[printer.mac]?.DHCPFirstInterface ?? ''
  assert.notEqual(port, '')
  await page.getByText(port, { exact: true }).first().waitFor()
})

story('on a phone, the new printer is named and gets the internet in one step', async () => {
  assert.equal(await printer.fetch('http://www.test/'), undefined)
  await button('Name it and allow internet').click()
  assert.equal(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue(), 'HP Printer')
  await page.getByRole('dialog').getByText('It was first seen on ').waitFor()
  await button('Let in').click()
  await heading('HP Printer').waitFor()
  await until('the internet', async () => (await printer.fetch('http://www.test/')) !== undefined)
})

story('on a phone, another new device is blocked', async (home) => {
  const intruder = await home.addDevice('intruder', { wired: true, unknown: true })
  await intruder.join()
  await visit(`/admin/devices/${intruder.mac}`)
  await button('Block device').click()
  await until('the device to be disabled', async () => {
    const all = (await home.router.api('/devices')) as Record<string, { DeviceDisabled: boolean }>
    return all[intruder.mac]?.DeviceDisabled
  })
  assert.equal(await intruder.fetch('http://www.test/'), undefined)
  await put(page, DESKTOP)
})

/** The picture is hidden from screen readers; its elements are found by their ids. */
const drawn = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

/** Drags an element to the center of another one. */
async function drag(id: string, into: string): Promise<void> {
  const [from, to] = [await drawn(id).boundingBox(), await drawn(into).boundingBox()]
  assert.ok(from && to)
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2 - 30, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 10, { steps: 8 })
  await page.mouse.up()
}

story('a device dragged into a group reaches its members, until it is dragged out', async (home) => {
  const { phone, camera } = home
  await visit('/admin/map')
  await drawn(camera.mac).waitFor()
  assert.ok(!(await phone.pings(camera)))
  await saved(() => drag(camera.mac, 'group family'))
  await page.getByText(mapTexts.moved('camera', ['family'])).waitFor()
  assert.ok(await phone.pings(camera))
  assert.ok(await camera.pings(phone))
  await saved(() => undoOf(mapTexts.moved('camera', ['family'])).click())
  assert.ok(!(await phone.pings(camera)))
  await page.getByText(undoTexts.undone).waitFor()
})

story('groups are created, filled, disabled, enabled, renamed and deleted, with immediate effect', async (home) => {
  const { phone, camera } = home
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const add = async (device: string, group: string) => {
    await page.getByRole('combobox', { name: groupTexts.addTo(group) }).click()
    await saved(() => page.getByRole('option', { name: device, exact: true }).click())
  }
  await link(texts.shell.groups).click()
  await page.getByRole('textbox', { name: groupTexts.newName }).fill('wan')
  await press(groupTexts.make)
  await page
    .getByRole('alert')
    .getByText(/policy/)
    .waitFor()
  await page.getByRole('textbox', { name: groupTexts.newName }).fill('Garden')
  await saved(() => press(groupTexts.make))
  await card('garden').waitFor()
  for (const device of ['camera', 'phone']) await add(device, 'garden')
  await card('garden')
    .getByText(groupTexts.meaning(['camera', 'phone'], false))
    .waitFor()
  assert.ok(await phone.pings(camera))
  const toggle = card('garden').getByRole('switch')
  await saved(() => flip(toggle))
  await card('garden').getByText(groupTexts.meaning([], true)).waitFor()
  assert.ok(!(await phone.pings(camera)))
  await saved(() => flip(toggle))
  assert.ok(await phone.pings(camera))

  await card('garden').getByRole('button', { name: groupTexts.rename }).click()
  await page.getByRole('textbox', { name: groupTexts.newNameOf }).fill('yard')
  await page.keyboard.press('Enter')
  await card('yard')
    .getByText(groupTexts.meaning(['camera', 'phone'], false))
    .waitFor()
  assert.ok(await phone.pings(camera))
  await saved(() => press(groupTexts.take('camera', 'yard')))
  assert.ok(!(await phone.pings(camera)))
  await add('camera', 'yard')
  assert.ok(await phone.pings(camera))

  // Two removals of one device in quick succession: each sends all of its groups.
  await add('tv', 'yard')
  const reply = Promise.withResolvers<void>()
  const isDevice = ({ pathname }: URL) => pathname === '/device'
  await page.route(isDevice, (route) => reply.promise.then(() => route.continue()))
  await press(groupTexts.take('tv', 'family'))
  await press(groupTexts.take('tv', 'yard'))
  reply.resolve()
  for (const group of ['family', 'yard'])
    await page.getByRole('button', { name: groupTexts.take('tv', group), exact: true }).waitFor({ state: 'detached' })
  await page.unroute(isDevice)

  await card('yard').getByRole('button', { name: groupTexts.remove }).click()
  const question = page.getByRole('dialog', { name: groupTexts.removeTitle('yard') })
  await saved(() => question.getByRole('button', { name: groupTexts.removeConfirm }).click())
  await card('yard').waitFor({ state: 'detached' })
  assert.ok(!(await phone.pings(camera)))
})
