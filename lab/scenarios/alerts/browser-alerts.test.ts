import assert from 'node:assert/strict'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { alertTexts } from '../../../web/texts/messages/alerts.ts'
import { eventTexts } from '../../../web/texts/messages/events.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'

/** The owner gets alerts about what happens at home, and acts on them. */
const { story, page, enter, visit, field, button, heading, words, saved, undoOf } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
})

const WEB = 'http://www.test/'
const UNKNOWN = 'Unknown device'

const tab = (name: string) => page.getByRole('navigation', { name: alertTexts.tabs.label }).getByRole('link', { name })
/** The notification in the app about an alert. */
const notice = (title: string) => page.locator('.mantine-Notification-root').filter({ hasText: title })
const alert = (title: string) => page.getByRole('article', { name: title }).first()
const badge = page.getByRole('navigation', { name: texts.shell.menu, exact: true }).getByRole('status')

const device = async (router: { api(path: string): Promise<unknown> }, mac: string) =>
  ((await router.api('/devices')) as Record<string, { Name: string; DeviceDisabled: boolean }>)[mac]

story('a ready-made alert is one switch', async ({ router }) => {
  await enter('/admin/alerts', alertTexts.title)
  await tab(alertTexts.tabs.rules).click()
  await saved(() => page.getByRole('switch', { name: new RegExp(`^${UNKNOWN}`) }).check())
  const rules = (await router.api('/alerts')) as { TopicPrefix: string; Disabled: boolean }[]
  assert.ok(rules.some(({ TopicPrefix, Disabled }) => TopicPrefix === 'device:unknown' && !Disabled))
})

story('an unknown device joins: every screen shows it, and the owner accepts it from the alert', async (home) => {
  await visit('/admin/devices')
  await page.getByText(texts.shell.live).waitFor()
  // What shows notifications is loaded after the screen.
  await page.waitForLoadState('networkidle')
  const stranger = await home.addDevice('stranger', { wired: true, unknown: true })
  await stranger.join()
  await notice(UNKNOWN).getByText(stranger.mac).waitFor()
  await badge.getByText('1', { exact: true }).first().waitFor()
  assert.equal(await stranger.fetch(WEB), undefined)

  await notice(UNKNOWN).getByRole('button', { name: alertTexts.notice.show }).click()
  await alert(UNKNOWN).getByText(stranger.mac).waitFor()
  await alert(UNKNOWN).getByRole('img', { name: alertTexts.isUnread }).waitFor()
  await alert(UNKNOWN).getByRole('button', { name: eventTexts.acts.letIn }).click()
  await heading(eventTexts.letIn.title).waitFor()
  await field(deviceTexts.name).fill('Visitor’s tablet')
  await button(eventTexts.letIn.save).click()
  await words(eventTexts.acts.isLetIn('Visitor’s tablet')).waitFor()
  assert.ok(await stranger.fetch(WEB))
  assert.equal((await device(home.router, stranger.mac))?.Name, 'Visitor’s tablet')
  await badge.waitFor({ state: 'detached' })
})

story('a device is disabled from its alert, and enabled again by undo', async (home) => {
  const { router } = home
  const [stranger] = [...home.devices.values()].filter(({ name }) => name === 'stranger')
  assert.ok(stranger)
  assert.ok(await stranger.fetch(WEB))
  await saved(() => alert(UNKNOWN).getByRole('button', { name: eventTexts.acts.short.shutOut }).click())
  assert.equal(await stranger.fetch(WEB), undefined)
  assert.equal((await device(router, stranger.mac))?.DeviceDisabled, true)
  await saved(() => undoOf(eventTexts.acts.isBlocked('Visitor’s tablet')).click())
  await until('access', async () => (await stranger.fetch(WEB)) !== undefined)
})

story('an alert is resolved, and stays under All', async () => {
  const all = page.getByRole('radio', { name: alertTexts.shown.all })
  await saved(() =>
    alert(UNKNOWN)
      .getByRole('button', { name: alertTexts.resolveFor(UNKNOWN) })
      .click(),
  )
  await alert(UNKNOWN).waitFor({ state: 'detached' })
  await page
    .locator('label')
    .filter({ has: all })
    .or(page.getByText(alertTexts.shown.all, { exact: true }))
    .first()
    .click()
  await alert(UNKNOWN).getByText(alertTexts.isResolved).waitFor()
  assert.match(page.url(), /show=all/)
  await page.reload()
  await alert(UNKNOWN).getByText(alertTexts.isResolved).waitFor()
  await saved(() => alert(UNKNOWN).getByRole('button', { name: alertTexts.reopen }).click())
})
