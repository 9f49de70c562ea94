import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { phrase, sentenceIn } from '../../../router/phrases/phrase.ts'
import { chartTexts } from '../../../web/texts/de/chart.ts'
import { dnsTexts } from '../../../web/texts/de/dns/dns.ts'
import { dnsOverTimeTexts } from '../../../web/texts/de/dns/querylog.ts'
import { uplinkFaults } from '../../../web/texts/de/internet/uplinks/faults.ts'
import { remoteTexts } from '../../../web/texts/de/machine/backup/remote.ts'
import { remoteFaults } from '../../../web/texts/de/machine/backup/remoteFaults.ts'
import { diagnosisTexts } from '../../../web/texts/de/machine/diagnostics.ts'
import { texts as german } from '../../../web/texts/de/texts.ts'
import { tunnelTexts } from '../../../web/texts/de/vpn/tunnels.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { languageTexts } from '../../../web/texts/language.ts'
import { texts as english } from '../../../web/texts.ts'
import { openAppStories, ROUTER } from '../../browser/app.ts'
import { watch } from '../../browser/browser.ts'
import { inspect } from '../../browser/inspect.ts'
import { openScreen, untilLoaded } from '../../browser/loaded.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { macOf } from '../../guests/device.ts'
import { until } from '../../process/until.ts'

/** The app in German: selected by the browser's languages, and by the choice in the app. */
const { story, page, visit, button, heading, signIn } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [9100] },
})
const context = await page.context().browser()!.newContext({ locale: 'de-DE' })
const other = await context.newPage()
other.setDefaultTimeout(20_000)
const complaints = watch(other, ROUTER)
after(() => context.close())

const langOf = (of: Page): Promise<string> => of.evaluate<string>('document.documentElement.lang')
const byName = (role: 'button' | 'heading' | 'textbox', name: string) => other.getByRole(role, { name, exact: true })

/** Fails if a page is wider than the screen, axe finds something in any look, or a control is too small for a finger. */
async function look(name: string): Promise<void> {
  await other.getByRole('heading', { level: 1 }).waitFor()
  await untilLoaded(other)
  await inspect(other, `german-${name}`)
  await put(other, LOOKS[0])
}

story('a German browser gets the sign-in page in German', async () => {
  await other.goto(ROUTER)
  await byName('heading', german.login.title).waitFor()
  assert.equal(await langOf(other), 'de')
  assert.equal(
    await other.evaluate<string>('document.querySelector("link[rel=manifest]").href'),
    `${ROUTER}/manifest.de.webmanifest`,
  )
  await look('sign-in')
  await byName('textbox', german.login.password).fill('open sesame')
  await byName('button', german.login.submit).click()
  await byName('heading', german.shell.start).waitFor()
})

const SCREENS = {
  home: '/admin',
  devices: '/admin/devices',
  device: `/admin/devices/${macOf('phone')}`,
  add: '/admin/add-device',
  dns: '/admin/dns',
  'dns-rules': '/admin/dns/rules',
  firewall: '/admin/firewall',
  forward: '/admin/firewall/forward',
  schedules: '/admin/schedules',
  schedule: '/admin/schedules/edit',
  alerts: '/admin/alerts/rules',
  links: '/admin/links',
  system: '/admin/system',
}
for (const [name, path] of Object.entries(SCREENS))
  story(`in German, ${path} fits a phone`, async () => {
    await openScreen(other, path)
    await look(name)
    const words = await other.evaluate<string>('document.body.innerText')
    assert.doesNotMatch(words, /\b(Add|Save|Delete|Cancel|Search|Devices|Loading|could not)\b/)
  })

const TUNNEL = [
  '[Interface]',
  'PrivateKey = 6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4=',
  'Address = 10.64.0.2/32, fd00::2/128',
  'PostUp = touch /tmp/x',
  'Table = off',
  '[Peer]',
  'PublicKey = HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=',
  'AllowedIPs = 0.0.0.0/0',
  'Endpoint = 203.0.113.99:51820',
].join('\n')

story('states and reasons of the router are in German', async ({ internet, router }) => {
  const shows = (words: string | RegExp) => other.getByText(words).first().waitFor()
  await router.api('/wan/config', { Enabled: true, IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await until('a measurement', async () => {
    const [status] = (await router.api('/wan/status')) as unknown as { LatencyMs: number }[]
    return (status?.LatencyMs ?? 0) > 0
  })
  await internet.fail()
  await other.goto(`${ROUTER}/admin/links`)
  await shows(uplinkFaults.of.beyond_provider)
  await look('outage')
  await other.goto(`${ROUTER}/admin`)
  await shows(uplinkFaults.of.beyond_provider)
  await look('home-outage')
  await internet.recover()

  await other.goto(`${ROUTER}/admin/vpn/tunnel`)
  await byName('textbox', tunnelTexts.one.name).fill('oslo')
  await byName('textbox', tunnelTexts.one.config).fill(TUNNEL)
  await byName('button', tunnelTexts.one.submit).click()
  await shows(tunnelTexts.one.ignoredLine(4, 'PostUp', tunnelTexts.one.ignoredBecause.command))
  await look('tunnel-ignored')

  await other.goto(`${ROUTER}/admin/vpn/tunnel`)
  await byName('textbox', tunnelTexts.one.name).fill('bergen')
  await byName('textbox', tunnelTexts.one.config).fill(TUNNEL)
  await byName('button', tunnelTexts.one.submit).click()
  await shows('der Tunnel oslo hat dieselbe Gegenstelle')
  await look('tunnel-refused')

  await other.goto(`${ROUTER}/admin/dns/log?period=range&from=2026-03-01T08:00&to=2026-03-01T07:00`)
  await byName('heading', dnsTexts.line.reversed).waitFor()
  await look('dns-reversed')
  await other.goto(`${ROUTER}/admin/dns/log`)
  await other.getByText(dnsOverTimeTexts.title).click()
  await other.getByText(chartTexts.table, { exact: true }).click()
  await other.getByRole('columnheader', { name: dnsOverTimeTexts.passed, exact: true }).waitFor()
  await look('dns-chart')

  await other.goto(`${ROUTER}/admin/system/backup`)
  await other.getByRole('switch', { name: remoteTexts.enabled }).check()
  await byName('textbox', remoteTexts.host).fill('nowhere.test')
  await byName('textbox', remoteTexts.user).fill('ada')
  await byName('button', german.test.send).click()
  await shows(sentenceIn(remoteFaults, phrase('remoteFault.unknown_name', 'nowhere.test')).slice(1))
  await look('backup-test')
})

story('the reasons of the router are in German', async () => {
  await other.goto(`${ROUTER}/admin/system/diagnosis`)
  const { from, to, submit } = diagnosisTexts.explain
  const shows = async (target: string, words: string) => {
    await other.getByLabel(from).fill('phone')
    await other.getByLabel(to, { exact: true }).fill(target)
    await byName('button', submit).click()
    await other.getByText(words).waitFor()
  }
  await shows('internet', 'phone zu Internet: erlaubt. Grund: die Richtlinie „Internet nutzen“ (wan) erlaubt es.')
  const whole = '„Alle Geräte zu Hause erreichen“ (lan)'
  const reason = `die Richtlinie ${whole} fehlt, und beide haben keine Gruppe, kein Etikett und keine Regel gemeinsam`
  await shows('printer', `phone zu printer: abgelehnt. Grund: ${reason}.`)
  await look('diagnosis')
})

story('dates and numbers are German', async () => {
  await other.goto(`${ROUTER}/admin/system`)
  await other.getByText(/^\d{1,2}\.\d{1,2}\.\d{4}, \d\d:\d\d:\d\d$/).waitFor()
})

story('the choice of a language in the app stays on the page, and is kept', async () => {
  await other.goto(`${ROUTER}/admin/schedules?from=test`)
  await byName('heading', german.shell.schedules).waitFor()
  await byName('button', 'Sprache').click()
  await byName('button', 'English').waitFor()
  await look('language')
  await byName('button', 'English').click()
  await byName('heading', scheduleTexts.title).waitFor()
  assert.match(other.url(), /\/admin\/schedules\b/)
  assert.equal(await langOf(other), 'en')

  const another = await context.newPage()
  await another.goto(`${ROUTER}/admin/devices`)
  await another.getByRole('heading', { name: english.devices.title, exact: true }).waitFor()
  await another.close()

  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'language')
  assert.deepEqual([cookie?.value, cookie?.sameSite, cookie?.path], ['en', 'Lax', '/'])
  await context.addCookies([{ name: 'language', value: 'xx', url: ROUTER }])
  await other.reload()
  await byName('heading', german.shell.schedules).waitFor()
  const expected = ['GET /setup 400', 'PUT /vpn/tunnels/bergen 400']
  assert.deepEqual(
    complaints.splice(0).filter((complaint) => !expected.includes(complaint)),
    [],
  )
})

story('an English browser gets English, and the sign-in page offers German', async () => {
  await visit('/')
  await heading(english.login.title).waitFor()
  assert.equal(await langOf(page), 'en')
  await page.getByRole('group', { name: languageTexts.choose }).getByRole('button', { name: 'Deutsch' }).click()
  await heading(german.login.title).waitFor()
  await button('English').click()
  await heading(english.login.title).waitFor()
  await signIn()
  await heading(english.shell.start).waitFor()
})
