import { SERVICES } from '../../router/model/machine/services/service.ts'
import { addTexts } from '../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../web/texts/home/devices/device.ts'
import { devicesTexts } from '../../web/texts/home/devices/list.ts'
import { eventTexts } from '../../web/texts/messages/events.ts'
import { trafficTexts } from '../../web/texts/traffic/flows.ts'
import { texts } from '../../web/texts.ts'
import { RESOLVER } from '../guests/addresses.ts'
import type { Walk } from './stage.ts'

/** The list of devices, a device's page tab by tab, and adding one. */
export const walkDevices: Walk = async (page, home, origin, shoot) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
  const alert = page.getByRole('alert').first()
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const visit = (part: string) => page.goto(`${origin}/admin/${part}`)

  const UpstreamProviders = [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }]
  await home.router.api('/dnsSettings', { UpstreamProviders })
  const long = 'The very old tablet that hangs on the wall beside the kitchen door'
  const away = await home.addDevice('tablet', { Name: long, Policies: ['wan', 'dns', 'lan', 'dns:family', 'noapi'] })
  const off = await home.addDevice('playbox', { Name: 'game console', Policies: ['wan', 'dns'] })
  await home.configure(off, { DeviceDisabled: true })
  const phone = home.devices.get('phone')
  if (!phone) throw new Error('the household has no phone')

  await visit('devices')
  await row('game console').getByText(texts.devices.disabled).waitFor()
  await shoot(page, 'devices')
  await page.setViewportSize({ width: 390, height: 844 })
  await button(devicesTexts.filtersOpen(0)).click()
  await choice(devicesTexts.group).selectOption('family')
  await shoot(page, 'devices-filtered')
  await page.getByRole('searchbox').fill('nobody')
  await button(texts.devices.clearSearch).first().waitFor()
  await shoot(page, 'devices-no-match')
  await visit('devices')
  await button(devicesTexts.select).click()
  for (const name of ['phone', 'tv']) await page.getByRole('checkbox', { name: devicesTexts.selectOne(name) }).check()
  await shoot(page, 'devices-select')
  await choice(devicesTexts.bulk.kind).selectOption('policy')
  await shoot(page, 'devices-bulk-policy')
  await button(devicesTexts.bulk.delete).click()
  await heading(devicesTexts.bulk.deleteTitle(2)).waitFor()
  await shoot(page, 'devices-bulk-delete')
  await page.keyboard.press('Escape')

  for (const [screen, device] of [
    ['device', phone],
    ['device-away', away],
    ['device-off', off],
    ['device-unnamed', home.devices.get('desk')],
  ] as const) {
    await visit(`devices/${device?.mac}`)
    await heading(deviceTexts.about).waitFor()
    await shoot(page, screen)
  }

  await visit(`devices/${phone.mac}/reach`)
  await heading(deviceTexts.reach.title).waitFor()
  await shoot(page, 'device-reach')
  await choice(deviceTexts.reach.other).fill('printer')
  await page.keyboard.press('Escape')
  await choice(deviceTexts.reach.what).selectOption('printing')
  await button(deviceTexts.reach.ask).click()
  await page.getByText(`${deviceTexts.reach.refused}.`).waitFor()
  await shoot(page, 'device-reach-no')
  await button(deviceTexts.reach.endpoint('printer', SERVICES.printing.title)).click()
  await page.getByText(`${deviceTexts.reach.passes}.`).waitFor()
  await shoot(page, 'device-reach-yes')
  await button(deviceTexts.reach.lift).click()
  await page.getByText(`${deviceTexts.reach.refused}.`).waitFor()

  await visit(`devices/${away.mac}/names`)
  await page.getByText(deviceTexts.noAddress).or(page.getByText(deviceTexts.log.empty)).waitFor()
  await shoot(page, 'device-names-first')
  await visit(`devices/${phone.mac}/names`)
  await heading(deviceTexts.filter.title).waitFor()
  await home.router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'tracker.ads.test' })
  for (const name of ['www.test', 'tracker.ads.test', 'nowhere.test', 'mail.test']) await phone.resolves(name)
  await page.getByText('tracker.ads.test').first().waitFor()
  await page.getByRole('button', { name: /^Block for .*: mail\.test$/ }).click()
  await button(deviceTexts.rules.liftOf('mail.test')).waitFor()
  await button(deviceTexts.filter.pauseFor(deviceTexts.filter.minutes[10])).click()
  await button(deviceTexts.filter.resume).waitFor()
  await shoot(page, 'device-names')
  await button(deviceTexts.filter.resume).click()
  await button(deviceTexts.filter.resume).waitFor({ state: 'detached' })

  await visit(`devices/${away.mac}/traffic`)
  await page.getByText(deviceTexts.noAddress).or(page.getByText(trafficTexts.destinations.title)).waitFor()
  await shoot(page, 'device-traffic-first')
  await visit(`devices/${phone.mac}/traffic`)
  await phone.fetch('http://www.test/')
  await page.getByRole('rowheader').filter({ hasText: 'www.test' }).waitFor({ timeout: 90_000 })
  await shoot(page, 'device-traffic')

  await visit(`devices/${phone.mac}/history`)
  await heading(deviceTexts.changes).waitFor()
  await page.getByText(texts.shell.live).waitFor()
  await phone.resolves('tracker.ads.test')
  await page.getByText(eventTexts.said.blocked('phone', 'tracker.ads.test')).first().waitFor()
  await shoot(page, 'device-history')

  await visit(`devices/${home.devices.get('laptop')?.mac}`)
  const groups = page.getByRole('combobox', { name: deviceTexts.groups })
  await groups.fill('wan')
  await groups.press('Enter')
  await alert.waitFor()
  await shoot(page, 'device-complaint')
  await groups.fill('fam')
  await shoot(page, 'device-typing')
  await page.keyboard.press('Escape')
  await groups.fill('')
  await page.getByRole('switch', { name: texts.policies.lan.title }).check()
  await page.getByText(deviceTexts.saved).waitFor()
  await shoot(page, 'device-saved')
  await button(deviceTexts.secret.show).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'device-secret-code')
  await page.keyboard.press('Escape')
  await button(deviceTexts.remove).click()
  await heading(deviceTexts.removeTitle('laptop')).waitFor()
  await shoot(page, 'device-delete')
  await button(deviceTexts.removeConfirm).click()
  await page.getByText(deviceTexts.removed('laptop')).waitFor()
  await shoot(page, 'device-deleted')
  // It goes by itself.
  await page.getByText(deviceTexts.removed('laptop')).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: texts.devices.add }).click()
  await heading(addTexts.title).waitFor()
  await shoot(page, 'add')
  await field(addTexts.name).fill('Mum’s phone')
  await button(addTexts.submit).click()
  await heading(addTexts.waiting('Mum’s phone')).waitFor()
  await shoot(page, 'add-passphrase')
  await field(addTexts.network).fill('home')
  await shoot(page, 'add-code')
  await (await home.addDevice('newcomer', { unknown: true })).join()
  await heading(addTexts.joined('Mum’s phone')).waitFor()
  await shoot(page, 'add-joined')
  for (const name of ['Tablet', 'A watch with a name that is as long as a name can be saved']) {
    await button(addTexts.another).click()
    await field(addTexts.name).fill(name)
    await button(addTexts.submit).click()
    await heading(addTexts.waiting(name)).waitFor()
  }
  await shoot(page, 'add-several')
  await button(addTexts.another).click()
  await heading(addTexts.title).waitFor()
  await shoot(page, 'add-another')

  await visit('devices/02:00:00:00:00:99')
  await heading(deviceTexts.missing).waitFor()
  await shoot(page, 'device-missing')
}
