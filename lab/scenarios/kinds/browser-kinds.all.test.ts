import assert from 'node:assert/strict'
import packet from 'dns-packet'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { say } from '../../probes/group-listener.ts'

const { story, page, enter, visit, choice, button, heading, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'api'] },
})
let printer: HouseholdDevice

const look = (name: string): Promise<void> => inspect(page, `kind-${name}`)

story('the page of a new device has no accessibility faults', async (home) => {
  printer = await home.addDevice('printer', { wired: true, unknown: true })
  await printer.connect()
  await printer.lease(20_000, '-V', 'Hewlett-Packard JetDirect')
  const type = '_pdl-datastream._tcp'
  const answers: packet.Answer[] = [
    { type: 'SRV', name: `x.${type}.local`, ttl: 120, data: { port: 9100, target: 'x.local' } },
    { type: 'TXT', name: `x.${type}.local`, ttl: 4500, data: ['ty=HP LaserJet <b>M404</b>'] },
  ]
  await say(printer, '224.0.0.251:5353', packet.encode({ type: 'response', answers }))
  await enter(`/admin/devices/${printer.mac}`)
  await words('Printer (very likely)').waitFor()
  await words('HP LaserJet <b>M404</b>').waitFor()
  await look('new')
})

story('the dialog that lets it in has none either', async () => {
  await button('Name it and allow internet').click()
  await page.getByRole('dialog').getByText('It was first seen on ').waitFor()
  await look('dialog')
  await button('Let in').click()
  await heading('HP Printer').waitFor()
})

story('the kind of the printer is corrected, and the correction is removed', async () => {
  await choice('Correct the kind').selectOption('Camera')
  await words('Camera (set by you)').waitFor()
  await choice('Correct the kind').selectOption('Estimate automatically')
  await words('Printer (very likely)').waitFor()
  await look('known')
})

story('Home links to the devices of an unknown kind', async (home) => {
  const unclassified = await home.addDevice('thing', { wired: true, unknown: true })
  await unclassified.join()
  const kinds = (await home.router.api('/plugins/lookup/classifications')) as { MAC: string; Category: string }[]
  const unknown = kinds.filter(({ Category }) => Category === '')
  assert.ok(unknown.some(({ MAC }) => MAC === unclassified.mac))
  await visit('/admin')
  await heading('Home').waitFor()
  const all = page.getByRole('link', { name: homeTexts.unclassified(unknown.length) })
  await all.waitFor()
  await look('home')
  await all.click()
  await page.locator(`a[href*="${encodeURIComponent(unclassified.mac)}"], a[href*="${unclassified.mac}"]`).waitFor()
  assert.equal(await page.locator('li strong').count(), unknown.length)
  assert.equal(await page.getByText('HP Printer', { exact: true }).count(), 0)
})
