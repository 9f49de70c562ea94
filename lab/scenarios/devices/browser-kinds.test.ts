import assert from 'node:assert/strict'
import packet from 'dns-packet'
import type { Device } from '../../../router/features/devices/device.ts'
import { homeTexts } from '../../../web/texts/home.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { say } from '../../probes/group-listener.ts'
import { until } from '../../process/until.ts'

const { story, page, visit, signIn, choice, button, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'api'] },
})
let printer: HouseholdDevice
let intruder: HouseholdDevice

const look = (name: string): Promise<void> => inspect(page, `kind-${name}`)

story('a new printer is recognised with the reasons', async (home) => {
  printer = await home.addDevice('printer', { wired: true, unknown: true })
  await printer.connect()
  await printer.lease(20_000, '-V', 'Hewlett-Packard JetDirect')
  const type = '_pdl-datastream._tcp'
  const answers: packet.Answer[] = [
    { type: 'SRV', name: `x.${type}.local`, ttl: 120, data: { port: 9100, target: 'x.local' } },
    { type: 'TXT', name: `x.${type}.local`, ttl: 4500, data: ['ty=HP LaserJet <b>M404</b>'] },
  ]
  await say(printer, '224.0.0.251:5353', packet.encode({ type: 'response', answers }))
  await visit('/')
  await signIn()
  // Leaving the page earlier ends the sign-in.
  await heading('Home').waitFor()
  await visit(`/admin/devices/${printer.mac}`)
  await heading('New device').waitFor()
  await words('Printer (very likely)').waitFor()
  await words('HP LaserJet <b>M404</b>').waitFor()
  await words('It announces _pdl-datastream._tcp.').waitFor()
  await words('Its DHCP vendor class is “Hewlett-Packard JetDirect”.').waitFor()
  const known = (await home.router.api('/devices')) as Record<string, Device>
  const port = known[printer.mac]?.DHCPFirstInterface ?? ''
  assert.notEqual(port, '')
  await page.getByText(port, { exact: true }).first().waitFor()
  await look('new')
})

story('the new printer is named and gets the internet in one step', async () => {
  assert.equal(await printer.fetch('http://www.test/'), undefined)
  await button('Name it and allow internet').click()
  assert.equal(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue(), 'HP Printer')
  await page.getByRole('dialog').getByText('It was first seen on ').waitFor()
  await look('dialog')
  await button('Let in').click()
  await heading('HP Printer').waitFor()
  await until('the internet', async () => (await printer.fetch('http://www.test/')) !== undefined)
})

story('the kind of the printer is corrected, and the correction is removed', async () => {
  await choice('Correct the kind').selectOption('Camera')
  await words('Camera (set by you)').waitFor()
  await choice('Correct the kind').selectOption('Estimate automatically')
  await words('Printer (very likely)').waitFor()
  await look('known')
})

story('another new device is blocked', async (home) => {
  intruder = await home.addDevice('intruder', { wired: true, unknown: true })
  await intruder.join()
  await visit(`/admin/devices/${intruder.mac}`)
  await button('Block device').click()
  await until('the device to be disabled', async () => {
    const all = (await home.router.api('/devices')) as Record<string, { DeviceDisabled: boolean }>
    return all[intruder.mac]?.DeviceDisabled
  })
  assert.equal(await intruder.fetch('http://www.test/'), undefined)
})

story('Home links to the devices of an unknown kind', async ({ router }) => {
  const kinds = (await router.api('/plugins/lookup/classifications')) as { MAC: string; Category: string }[]
  const unknown = kinds.filter(({ Category }) => Category === '')
  assert.ok(unknown.some(({ MAC }) => MAC === intruder.mac))
  await visit('/admin')
  await heading('Home').waitFor()
  const all = page.getByRole('link', { name: homeTexts.unclassified(unknown.length) })
  await all.waitFor()
  await look('home')
  await all.click()
  await page.locator(`a[href*="${encodeURIComponent(intruder.mac)}"], a[href*="${intruder.mac}"]`).waitFor()
  assert.equal(await page.locator('li strong').count(), unknown.length)
  assert.equal(await page.getByText('HP Printer', { exact: true }).count(), 0)
})
