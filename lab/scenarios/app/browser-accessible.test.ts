import assert from 'node:assert/strict'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { keyboardOn } from '../../browser/keyboard.ts'
import { untilLoaded } from '../../browser/loaded.ts'
import { until } from '../../process/until.ts'

/**
 * The app with a keyboard and with a screen reader, and what axe finds on one screen of each kind, in one look each. Every screen in
 * every look: browser-axe.all.test.ts and browser-keyboard.all.test.ts.
 */
const { story, page, visit, field, button, link, heading } = await openAppStories({
  desk: { wired: true, unknown: true },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
})
const { press, to, stops } = keyboardOn(page)

const has = (wanted: ReturnType<typeof button>) =>
  until(`the focus at ${wanted}`, () => wanted.evaluate((one) => one === one.ownerDocument.activeElement))

story('keyboard: signing in', async () => {
  await visit('/')
  await heading(texts.login.title).waitFor()
  await inspect(page, undefined, ['phone-light'])
  await to(field(texts.login.password))
  await page.keyboard.type('open sesame')
  await press('Enter')
  await heading(homeTexts.title).waitFor()
})

story('keyboard: the first stop is the skip link', async () => {
  await visit('/admin/devices')
  await heading(texts.devices.title).waitFor()
  await press('Tab')
  await has(link(texts.shell.skip))
  await press('Enter')
  await press('Tab')
  const inside = await page.evaluate<boolean>('document.querySelector("#content").contains(document.activeElement)')
  assert.ok(inside)
})

story('every screen announces its own title', async () => {
  await to(link(texts.shell.dns))
  await press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: `${dnsTexts.lists} · ${dnsTexts.title} · ${texts.product}` })
    .waitFor()
  await to(link(dnsTexts.settings))
  await press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: `${dnsTexts.settings} · ${dnsTexts.title}` })
    .waitFor()
})

story('a dialog traps the focus and restores it', async ({ phone }) => {
  await visit(`/admin/devices/${phone.mac}`)
  const remove = button(deviceTexts.remove)
  await remove.focus()
  await press('Enter')
  await heading(deviceTexts.removeTitle('phone')).waitFor()
  const isInside = () => page.evaluate<boolean>('!!document.activeElement.closest("dialog, body:focus")')
  for (let stop = 0; stop < 8; stop++) {
    const where = await page.evaluate<string>('document.activeElement === document.body ? "" : "page"')
    assert.ok(where === '' || (await isInside()), 'the focus left the question')
    await press('Tab')
  }
  await inspect(page, undefined, ['phone-light'])
  await press('Escape')
  await has(remove)
})

story('a menu is navigated by arrow keys, and restores the focus', async ({ router }) => {
  const URI = 'http://lists.test/ads.txt'
  await router.api('/plugins/dns/block/blocklists', { URI, Enabled: true })
  await visit('/admin/dns')
  await button(dnsTexts.pause.button).focus()
  await press('Enter')
  const items = page.getByRole('menuitem')
  await has(items.nth(0))
  await press('ArrowDown')
  await has(items.nth(1))
  await press('End')
  await has(items.last())
  await inspect(page, undefined, ['desktop-light'])
  await press('Escape')
  await has(button(dnsTexts.pause.button))
})

/** One screen of each kind. */
const KINDS = {
  Home: ['/admin', 'phone-dark'],
  'a list': ['/admin/devices', 'desktop-dark'],
  'a form': ['/admin/firewall/forward', 'phone-light'],
  'a map': ['/admin/map', 'desktop-light'],
  settings: ['/admin/system/access', 'phone-light'],
} as const

for (const [kind, [address, look]] of Object.entries(KINDS))
  story(`axe finds nothing on ${kind}`, async () => {
    await visit(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilLoaded(page)
    await inspect(page, undefined, [look])
  })

story('the focus is visible at every stop of a page', async () => {
  const { names, unseen } = await stops()
  assert.ok(names.length > 5, names.join(', '))
  assert.deepEqual(unseen, [])
})
