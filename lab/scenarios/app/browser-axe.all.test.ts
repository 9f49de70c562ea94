import assert from 'node:assert/strict'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { untilLoaded } from '../../browser/loaded.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { everywhere } from '../../contract/everywhere.ts'
import { RESOLVER } from '../../guests/addresses.ts'
import { macOf } from '../../guests/device.ts'
import { until } from '../../process/until.ts'

/** Runs axe on every screen of the app: on phone and desktop, in light and dark mode. */
const { story, page, visit, open, signIn, field, button, heading } = await openAppStories({
  desk: { wired: true, unknown: true },
  laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
  phone: { Policies: ['wan', 'dns', 'lan'], Groups: ['family'], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [9100] },
})

const phone = macOf('phone')

/** The violations that axe finds on the page, in every look. */
async function look(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await untilLoaded(page)
  await inspect(page)
}

const onPhone = () => put(page, LOOKS[0])

story('axe: the sign-in page, also with a wrong password', async () => {
  await visit('/')
  await heading(texts.login.title).waitFor()
  await look()
  await signIn('not the password')
  await page.getByText(texts.login.wrong).waitFor()
  await look()
  await signIn()
  await heading(texts.shell.start).waitFor()
}, [/^PUT \/session\/cookie 401$/])

story('the home gets devices, rules and lists', async ({ router, laptop, phone, printer }) => {
  const UpstreamProviders = [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }]
  await router.api('/dnsSettings', { UpstreamProviders })
  const block = '/plugins/dns/block'
  await router.api(`${block}/blocklists`, { URI: 'http://lists.test/ads.txt', Enabled: true, Category: 'ads' })
  await router.api(`${block}/blocklists`, { URI: 'http://lists.test/nothing', Enabled: true })
  await router.api(`${block}/override`, { Type: 'block', Domain: 'games.example', Tags: ['cast'] })
  await router.api(`${block}/overrideList/Homework`, { Enabled: false, Tags: ['kids'] })
  await router.api(`${block}/override/Homework`, { Type: 'block', Domain: '.' })
  const address = await printer.address()
  await router.api('/dns/hostnames/nas', { IPAddress: address })
  const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8080', DstIP: address, DstPort: '9100' }
  await router.api('/firewall/forward', forward)
  await router.api('/firewall/block', { Protocol: 'tcp', SrcIP: '192.168.2.250', DstIP: '0.0.0.0/0' })
  await router.api('/firewall/endpoint', {
    RuleName: 'print',
    Protocol: 'tcp',
    IP: address,
    Port: '9100',
    Tags: ['cast'],
  })
  await router.api('/groups', { Name: 'homework', Disabled: true })
  await until('the list', async () => (await laptop.resolves('tracker.ads.test')).length === 0)
  for (const name of ['www.test', 'tracker.ads.test', 'nowhere.test']) await phone.resolves(name)
  assert.ok(await phone.fetch('http://www.test/'))
})

for (const [path, addresses] of everywhere(phone))
  story(`axe: ${path}`, async () => {
    for (const address of addresses) {
      await open(address)
      await inspect(page)
    }
  }, [/ 404$/])

story('axe: the menu on a phone', async () => {
  await onPhone()
  await visit('/admin')
  await button(texts.shell.more).click()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  await look()
})

story('axe: a confirmation dialog', async () => {
  await visit(`/admin/devices/${phone}`)
  await button(deviceTexts.remove).click()
  await heading(deviceTexts.removeTitle('phone')).waitFor()
  await look()
  await page.keyboard.press('Escape')
})

story('axe: a menu', async () => {
  await visit('/admin/dns')
  await button(dnsTexts.pause.button).click()
  await page.getByRole('menuitem').first().waitFor()
  await look()
})

story('axe: suggestions of a field', async () => {
  await visit(`/admin/devices/${phone}`)
  await field(deviceTexts.groups).fill('home')
  // Those of native lists, such as of kinds, are hidden.
  await page.getByRole('option').filter({ visible: true }).first().waitFor()
  await look()
})

story('axe: a form with errors', async () => {
  await visit('/admin/firewall/forward')
  await field('External port').fill('8009-9000')
  await field('Device').fill('nobody at all')
  await field('External port').focus()
  await page.getByText(/^Device is not the name/).waitFor()
  await look()
}, [/ 400$/])

story('axe: empty states', async () => {
  await visit('/admin/nowhere')
  await heading(texts.shell.notFound).waitFor()
  await look()
})
