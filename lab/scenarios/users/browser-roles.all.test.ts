import assert from 'node:assert/strict'
import { confirmTexts } from '../../../web/texts/access/confirm.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { usersTexts as words } from '../../../web/texts/access/users.ts'
import { groupTexts } from '../../../web/texts/home/groups.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { everywhere } from '../../contract/everywhere.ts'
import { RESOLVER } from '../../guests/addresses.ts'
import { macOf } from '../../guests/device.ts'
import { until } from '../../process/until.ts'

/** What each role is offered on every page of the app: nothing that the router would refuse. */
const { story, page, visit, open, signIn, field, button, link, heading } = await openAppStories({
  desk: { wired: true, unknown: true },
  laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
  phone: { Policies: ['wan', 'dns', 'lan'], Groups: ['family'], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [9100] },
})
const PASSWORD = 'a long password'
const phone = macOf('phone')
const ALWAYS = { Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }

/** What a viewer may press or choose, by its accessible name: everything that shows something else. */
const VIEWING: readonly RegExp[] = [
  // Searches and filters.
  /^Search /,
  /^(Status|Group|Policy|Tag|Sort by|Device|Device or group|Kind|Period|Queries|For)$/,
  /^(All|Blocked|Connections|Domains|Name|Network|Country|By group|By connection|Open|Unread|Zoom (in|out)|Fit to screen)$/,
  /^(Live|\d+ hours?|Internet|At home|Hours|Days|Months|Last hour|Last \d+ (hours|days))$/,
  // Questions to the router.
  /^(From|To) phone$/,
  /^(Other end|Service|Domain|Check)$/,
  // Lists that are paused, exported or opened, and links that look like buttons.
  /^(Pause|Export as (CSV|JSON)|Why|View|Choose alerts|How wifi works)$/,
  /^(All (devices|ports|radios|rules)|Rules for kinds of devices|VPN|Firewall|Refused connections|Log of all days|Earlier|Later)$/,
  // Devices on the map.
  /^(laptop|phone|printer|Unnamed device|desk)(Online)?$/,
  // Notices that were shown.
  /^Dismiss$/,
  // Menus, whose entries are looked at as well.
  /^(Actions: |More about )/,
  /^(Open |Only |Show |Explain$)/,
]
const isViewing = (name: string): boolean => VIEWING.some((one) => one.test(name))

/** The names of enabled controls of the page, a dialog or a menu. Of links, only those that look like buttons. */
const offered = (): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main, [role=dialog], [role=menu]')]
    .flatMap((part) => [...part.querySelectorAll(
      'button, input:not([type=hidden]), select, textarea, a.mantine-Button-root, a.mantine-ActionIcon-root, [role=switch], [role=menuitem]')])
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled, [aria-disabled=true]'))
    .map((one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim())`)

async function enter(name: string): Promise<void> {
  await visit('/')
  await field(texts.login.user).fill(name)
  await field(texts.login.password).fill(PASSWORD)
  await button(texts.login.submit).click()
  await heading(texts.shell.start).waitFor()
}

story('the home gets rules, lists and users', async ({ router, laptop, phone, printer }) => {
  const UpstreamProviders = [{ IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }]
  await router.api('/dnsSettings', { UpstreamProviders })
  const block = '/plugins/dns/block'
  await router.api(`${block}/blocklists`, { URI: 'http://lists.test/ads.txt', Enabled: true, Category: 'ads' })
  await router.api(`${block}/override`, { Type: 'block', Domain: 'games.example', Tags: ['cast'] })
  await router.api(`${block}/overrideList/Homework`, { Enabled: false, Tags: ['kids'] })
  const address = await printer.address()
  await router.api('/dns/hostnames/nas', { IPAddress: address })
  await router.api('/firewall/endpoint', {
    RuleName: 'print',
    Protocol: 'tcp',
    IP: address,
    Port: '9100',
    Tags: ['cast'],
  })
  await router.api('/groups', { Name: 'homework', Disabled: true })
  const When = { Groups: ['homework'] }
  await router.api('/plugins/pfw/rules', { Name: 'Bedtime', When: { ...When, Times: [ALWAYS] }, Do: { Kind: 'block' } })
  await router.api('/plugins/pfw/rules', { Name: 'Work', When, Do: { Kind: 'block' } })
  await router.api('/plugins/pfw/pause', { Groups: ['family'], Minutes: 600 })
  await router.api('/users/alex', { Role: 'viewer', Password: PASSWORD })
  await router.api('/users/robin', { Role: 'parent', Password: PASSWORD, Groups: ['family'] })
  await until('the list', async () => (await laptop.resolves('tracker.ads.test')).length === 0)
  for (const name of ['www.test', 'tracker.ads.test']) await phone.resolves(name)
})

story('an owner is offered changes', async () => {
  await put(page, LOOKS[2])
  await visit('/')
  await signIn()
  await heading(texts.shell.start).waitFor()
  await open('/admin/groups')
  const names = await offered()
  for (const name of [groupTexts.make, groupTexts.on('family'), groupTexts.rename]) {
    assert.ok(names.includes(name), name)
    assert.ok(!isViewing(name), name)
  }
  await open('/admin/schedules')
  assert.ok((await offered()).includes(scheduleTexts.on('Bedtime')))
  await button(texts.shell.signOut).click()
}, [/ 401$/])

story('a viewer signs in', () => enter('alex'))

story('the search of a viewer lists no page that is closed to it', async () => {
  await button(texts.shell.search).click()
  const found = page.getByRole('option')
  await found.first().waitFor()
  const names = await found.allInnerTexts()
  assert.ok(names.includes(texts.shell.devices) && !names.includes(texts.shell.system), names.join())
  await page.keyboard.press('Escape')
})

story('a viewer sees a change that waits for confirmation, and has no buttons for it', async ({ router }) => {
  await router.api('/link/ip?confirm=60', { Name: 'lan0', AdditionalIPs: [{ IP: '10.5.0.1/24', Router: '' }] })
  const bar = page.getByRole('region', { name: confirmTexts.region })
  await bar.getByText(confirmTexts.title(confirmTexts.what.addresses('lan0'))).waitFor()
  assert.equal(await bar.getByRole('button').count(), 0)
  await inspect(page, 'viewer-confirm')
  await put(page, LOOKS[2])
  await router.api('/confirm', undefined, 'DELETE')
  await bar.waitFor({ state: 'detached' })
})

/** Pages that are looked at in every size and color scheme, too. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  [`/admin/devices/${phone}`]: 'device',
  [`/admin/devices/${phone}/names`]: 'device-names',
  '/admin/groups': 'groups',
  '/admin/schedules': 'schedules',
  '/admin/alerts/rules': 'alert-rules',
  '/admin/firewall': 'firewall',
  '/admin/dns': 'dns',
  '/admin/dns/settings': 'dns-settings',
  '/admin/links': 'links',
  '/admin/links/wan0': 'link',
  '/admin/vpn': 'vpn',
}

const inside = everywhere(phone).filter(([path]) => path.startsWith('/admin') && path !== '/admin/account')

for (const [path, addresses] of inside)
  story(`a viewer changes nothing: ${path}`, async () => {
    for (const address of addresses) {
      await open(address)
      if ((await heading(words.forbidden.title).count()) > 0) continue
      await page.getByRole('note').getByText(words.readOnly).waitFor()
      assert.ok(!(await page.locator('main').innerText()).includes(texts.failure.notPermitted), address)
      const menus = page.locator('main [aria-haspopup=menu]')
      if ((await menus.count()) > 0) {
        await menus.first().click()
        await page.getByRole('menuitem').first().waitFor()
      }
      assert.deepEqual(
        (await offered()).filter((name) => !isViewing(name)),
        [],
        address,
      )
      await page.keyboard.press('Escape')
      const name = LOOKED_AT[address]
      if (name) await inspect(page, `viewer-${name}`)
      await put(page, LOOKS[2])
    }
  }, [/ 404$/])

story('a viewer has a button to change their own password, and signs out', async () => {
  await open('/admin/account')
  await button(accessTexts.password.change).waitFor()
  assert.equal(await page.getByText(words.readOnly).count(), 0)
  await button(texts.shell.signOut).click()
}, [/ 401$/])

story('a parent opens Home and the account, and no other page', async () => {
  await enter('robin')
  await heading('phone').waitFor()
  assert.equal(await heading('printer').count(), 0)
  for (const [path, addresses] of inside) {
    if (path === '/admin') continue
    await open(addresses[0] ?? path)
    assert.equal(await heading(words.forbidden.title).count(), 1, path)
  }
  await link(words.forbidden.home).click()
  await heading('phone').waitFor()
})
