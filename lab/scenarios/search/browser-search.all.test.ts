import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firewallTexts } from '../../../web/texts/firewall/firewall.ts'
import { searchTexts } from '../../../web/texts/home/search.ts'
import { ownAlertTexts } from '../../../web/texts/messages/alerts/own.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { macOf } from '../../guests/device.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'

/** What the search over the whole app finds, and keyboard shortcuts. Its main story: browser-home.test.ts. */
const { story, page, enter, visit, field, choice, button, heading } = await openAppStories({
  desk: { wired: true, unknown: true },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'], DeviceTags: ['cast'] },
})
const box = choice(searchTexts.field)
/** Also while it is closed and not yet removed: then Ctrl+K does not open it. */
const dialog = page.getByRole('dialog', { name: searchTexts.title, exact: true, includeHidden: true })
const option = (words: string) => dialog.getByRole('option').filter({ hasText: words })
/** The pages of the documentation among the results. */
const help = dialog.getByRole('group', { name: searchTexts.kinds.help })
const isBuilt = existsSync(join(ROOT, 'site/dist/served.json'))
const path = () => new URL(page.url()).pathname

/** Opens the search with the keyboard and types. */
async function search(words: string): Promise<void> {
  // The keys of the one before would be lost: its dialog takes them until it is removed.
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await box.fill(words)
}

async function leave(): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** The text of the option that the combobox names as the active one. */
const active = () =>
  page.evaluate<string | undefined>(`document.getElementById(
    document.activeElement.getAttribute('aria-activedescendant'))?.textContent`)
const isActive = (words: string) => until(`${words} is active`, async () => (await active())?.includes(words) ?? false)

const look = (): Promise<void> => inspect(page)

story('the owner signs in at a home with a forward and a custom name', async ({ router, phone }) => {
  await router.api('/firewall/forward', {
    RuleName: 'game console',
    Protocol: 'tcp',
    SrcIP: '0.0.0.0/0',
    SrcPort: '3074',
    DstIP: (await phone.address()) ?? '',
    DstPort: '3074',
  })
  await router.api('/dns/hostnames/nas.lan', { IPAddress: '192.168.2.77' })
  await enter('/', texts.shell.start)
})

story('a device is found by its address, and by its MAC address in another notation', async ({ phone }) => {
  for (const words of [
    (await phone.address()) ?? '',
    macOf('phone').replaceAll(':', '-'),
    macOf('phone').replaceAll(':', ''),
  ]) {
    await search(words)
    await isActive('phone')
    await leave()
  }
})

story('a section is found by another word for it, and arrow keys choose another result', async () => {
  await search('ad blocking')
  await isActive('DNS and block lists')
  await box.fill('schedule')
  await isActive('Schedules')
  await page.keyboard.press('ArrowDown')
  await isActive('Add schedule')
  await leave()
})

story('the chosen result stays chosen when further results arrive', async () => {
  const late = Promise.withResolvers<void>()
  await page.route('**/1/indexes/**', async (route) => {
    await late.promise
    await route.continue()
  })
  await search('schedule')
  await isActive('Schedules')
  await page.keyboard.press('ArrowUp')
  const last = (await dialog.getByRole('option').last().textContent()) ?? ''
  await isActive(last)
  late.resolve()
  if (isBuilt) await help.getByRole('option').first().waitFor()
  assert.equal(await active(), last)
  await page.unrouteAll()
  await leave()
})

story('groups, tags and firewall rules are found', async () => {
  await search('family')
  await option('family').filter({ hasText: searchTexts.group }).click()
  await heading(texts.devices.title).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('group'), 'family')
  await search('cast')
  await option('cast').filter({ hasText: searchTexts.tag }).waitFor()
  await box.fill('game con')
  await isActive('game console')
  await page.keyboard.press('Enter')
  await until('the form with the port', async () => (await field('External port').inputValue()) === '3074')
  assert.equal(path(), '/admin/firewall/forward')
})

story('own names, lists, ports and rules of alerts are found by what is in them', async () => {
  await search('192.168.2.77')
  await option('nas.lan').filter({ hasText: searchTexts.details.localName }).waitFor()
  await box.fill('lan0')
  await option(searchTexts.details.port).first().waitFor()
  // A default rule has the name that the app gives it.
  const name = ownAlertTexts['alert.forged']
  await box.fill(name)
  await option(name).filter({ hasText: searchTexts.details.alertRule }).first().waitFor()
  await box.fill('refused connections')
  await isActive('Refused connections')
  await page.keyboard.press('Enter')
  await until('the page', () => path() === '/admin/firewall/refused')
})

story(
  'queries of the DNS log are found, and a query is continued in the log, the events and the logs',
  async ({ router, phone }) => {
    await phone.resolves('www.test')
    const stored = async () => (await router.api('/plugins/dns/log/queries?search=www.test')) as { Queries: object[] }
    await until('the query in the log', async () => (await stored()).Queries.length > 0)
    await search('www.te')
    await option('www.test').filter({ hasText: 'phone' }).click()
    await until('the log', () => path() === '/admin/dns/log')
    assert.equal(new URL(page.url()).searchParams.get('words'), 'www.test')
    await search('phone')
    await option(searchTexts.more.events('phone')).click()
    await until('the events', () => path() === '/admin/alerts/events')
    assert.equal(new URL(page.url()).searchParams.get('q'), 'phone')
    await search('dhcp')
    await option(searchTexts.more.logs('dhcp')).click()
    await until('the logs', () => path() === '/admin/logs')
    await until('the text', async () => (await page.getByRole('searchbox').first().inputValue()) === 'dhcp')
  },
)

story('without a result, the dialog says so', async () => {
  await search('xyzzy')
  await page.getByText(searchTexts.noMatch('xyzzy')).waitFor()
  await option(searchTexts.more.events('xyzzy')).waitFor()
  await leave()
})

story('the search is a button on a phone, accessible in all looks', async () => {
  await put(page, LOOKS[0])
  await button(texts.shell.search).click()
  await option(texts.shell.devices).first().waitFor()
  await look()
  await box.fill('phone')
  await option('phone').first().waitFor()
  await look()
  await put(page, LOOKS[2])
  await leave()
})

story('keys open sections and the list of shortcuts, except while somebody types, or where turned off', async () => {
  const list = page.getByRole('dialog', { name: searchTexts.shortcuts.title, includeHidden: true })
  await visit('/admin/devices')
  await heading(texts.devices.title).waitFor()
  await page.keyboard.type('gf')
  await heading(firewallTexts.title).waitFor()
  await page.keyboard.type('gd')
  await heading(texts.devices.title).waitFor()
  await page.getByRole('searchbox').or(field(texts.devices.search)).first().fill('')
  await page.keyboard.type('gf?')
  assert.equal(path(), '/admin/devices')
  assert.equal(await list.count(), 0)
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.type('?')
  await list.getByText(texts.shell.firewall).waitFor()
  await look()
  await list.getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.type('?gf')
  await search('keys still open the search')
  await leave()
  assert.equal(path(), '/admin/devices')
  assert.equal(await list.count(), 0)
})

if (isBuilt)
  story('pages of the documentation are found, and open in a new tab', async () => {
    await search('port forward')
    await help.getByRole('option').first().waitFor()
    const opened = page.waitForEvent('popup')
    await help.getByRole('option').first().click()
    const docs = await opened
    assert.match(new URL(docs.url()).pathname, /^\/pages\//)
    await docs.close()
  })
