import assert from 'node:assert/strict'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { alertTexts } from '../../../web/texts/messages/alerts.ts'
import { eventTexts } from '../../../web/texts/messages/events.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'

/** Alert rules of the owner, lists of alerts and events, and hostile texts in them. */
const { story, page, enter, visit, field, choice, button, link, heading, row, words, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
  laptop: { Policies: ['wan', 'dns'] },
})

const TRACKER = 'tracker.ads.test'
const UNKNOWN = 'Unknown device'

const tab = (name: string) => page.getByRole('navigation', { name: alertTexts.tabs.label }).getByRole('link', { name })
const menu = (name: string) => page.getByRole('menuitem', { name, exact: true })
/** The notification in the app about an alert. */
const notice = (title: string) => page.locator('.mantine-Notification-root').filter({ hasText: title })
const alert = (title: string) => page.getByRole('article', { name: title }).first()

story('an alert about an unknown device is shown in the app', async (home) => {
  await home.router.api('/alerts/ready/unknown-device', { Enabled: true })
  await enter('/admin/alerts')
  await page.getByText(texts.shell.live).waitFor()
  const stranger = await home.addDevice('stranger', { wired: true, unknown: true })
  await stranger.join()
  await alert(UNKNOWN).getByText(stranger.mac).waitFor()
})

story(
  'an alert is made from an event in two steps, with the number of times that it would have been sent',
  async (home) => {
    const { laptop, router } = home
    await router.api('/plugins/dns/block/override', { Type: 'block', Domain: TRACKER })
    for (let count = 0; count < 3; count++) await laptop.resolves(TRACKER)
    const sentence = eventTexts.said.blocked('laptop', TRACKER)
    await visit('/admin/alerts/events?kind=dns')
    await page.getByText(sentence).first().waitFor()
    await page
      .getByRole('button', { name: eventTexts.actions(sentence) })
      .first()
      .click()
    await menu(eventTexts.make).click()

    await heading(alertTexts.rule.create).waitFor()
    await words(alertTexts.rule.step(2, 2)).waitFor()
    await page.getByRole('checkbox', { name: new RegExp(`^Name ${TRACKER}`) }).check()
    await field(alertTexts.rule.name).fill('Tracker requested for')
    await page.getByText(/^It would have been sent (once|\d+ times)\.$/).waitFor()
    await button(alertTexts.rule.save).click()
    await words(alertTexts.rule.saved('Tracker requested for')).waitFor()
    await row('Tracker requested for').getByText('dns:block:event').waitFor()

    await laptop.resolves(TRACKER)
    await notice('Tracker requested for').getByText(sentence).waitFor()
    await tab(alertTexts.tabs.alerts).click()
    await alert('Tracker requested for').getByText(sentence).waitFor()
  },
)

story('a blocked domain is allowed from its alert, and the rule is muted for a day for one device', async (home) => {
  const { laptop, router } = home
  await saved(() =>
    alert('Tracker requested for')
      .getByRole('button', { name: alertTexts.actions('Tracker requested for') })
      .click()
      .then(() => menu(alertTexts.muteFor('laptop')).click()),
  )
  const [mute] = (await router.api('/alerts/mutes')) as { Device: string; Until: number }[]
  assert.equal(mute?.Device, laptop.mac)
  await alert('Tracker requested for')
    .getByRole('button', { name: eventTexts.acts.short.permit(TRACKER) })
    .click()
  await until('a name that is back', async () => (await laptop.resolves(TRACKER)).length > 0)
})

story('a rule is unmuted, disabled, edited and deleted', async ({ router }) => {
  const rule = () => row('Tracker')
  await tab(alertTexts.tabs.rules).click()
  await saved(() => rule().getByRole('button', { name: alertTexts.rules.unmute }).click())
  assert.deepEqual(await router.api('/alerts/mutes'), [])
  await saved(() => rule().getByRole('switch').uncheck())
  await link(alertTexts.rules.edit('Tracker requested for')).click()
  await heading(alertTexts.rule.edit).waitFor()
  await field(alertTexts.rule.name).fill('Tracker')
  await page.getByRole('checkbox', { name: new RegExp(`^Name ${TRACKER}`) }).waitFor()
  await button(alertTexts.rule.save).click()
  await words(alertTexts.rule.saved('Tracker')).waitFor()
  const stored = ((await router.api('/alerts')) as { Name: string; Disabled: boolean }[]).find(
    ({ Name }) => Name === 'Tracker',
  )
  assert.equal(stored?.Disabled, true)
  await button(alertTexts.rules.remove('Tracker')).click()
  await saved(() => button(alertTexts.rules.removeConfirm).click())
  await words(alertTexts.rules.removed('Tracker')).waitFor()
})

story('texts of an alert are shown as text, whatever a device calls itself', async ({ router, laptop }) => {
  const markup = '<img src=x onerror=alert(1)>'
  await router.api('/alerts', {
    TopicPrefix: 'dns:block:event',
    Name: markup,
    Actions: [{ SendNotification: true, StoreAlert: true, MessageTitle: `${markup} {{Name}}`, GrabEvent: true }],
  })
  await router.api('/plugins/dns/block/override', { Type: 'block', Domain: 'other.ads.test' })
  await visit('/admin/alerts')
  await page.getByText(texts.shell.live).waitFor()
  await laptop.resolves('other.ads.test')
  await alert('onerror').waitFor()
  assert.equal(await page.locator('img[src="x"]').count(), 0)
})

story('events are filtered by device and search, and the filters are in the URL', async ({ laptop }) => {
  await visit(`/admin/alerts/events?device=${encodeURIComponent(laptop.mac)}`)
  await page.getByText(eventTexts.said.blocked('laptop', 'other.ads.test')).first().waitFor()
  assert.equal(await page.getByText('stranger').count(), 0)
  await page.getByRole('searchbox', { name: eventTexts.search }).fill('no such event')
  await heading(eventTexts.noMatch).waitFor()
  assert.match(page.url(), /q=no/)
  await button(eventTexts.clear).click()
  await page.getByRole('img', { name: /events from/ }).waitFor()
  await choice(eventTexts.area).selectOption('login')
  assert.match(page.url(), /kind=login/)
  await choice(eventTexts.area).selectOption('')
  await page.getByText(eventTexts.raw).first().click()
  await page
    .getByText(/"\w+": /)
    .first()
    .waitFor()
})

story('the page of a device has its events, also after a reload', async ({ laptop }) => {
  await visit(`/admin/devices/${laptop.mac}/history`)
  await heading(deviceTexts.happening.title).waitFor()
  await page.getByText(eventTexts.said.blocked('laptop', 'other.ads.test')).first().waitFor()
  await page.reload()
  await page.getByText(eventTexts.said.blocked('laptop', 'other.ads.test')).first().waitFor()
  await link(deviceTexts.happening.all).click()
  await heading(alertTexts.title).waitFor()
  assert.match(page.url(), /device=/)
})

story('all alerts are marked as read, and then resolved', async ({ router }) => {
  await visit('/admin/alerts')
  await alert(UNKNOWN).waitFor()
  const unread = page.getByRole('img', { name: alertTexts.isUnread })
  await unread.first().waitFor()
  await button(alertTexts.readAll).click()
  await until('no unread alert', async () => (await unread.count()) === 0)
  await button(alertTexts.resolveAll).click()
  await page.getByRole('dialog').getByRole('button', { name: alertTexts.resolveAll }).click()
  await heading(alertTexts.allDone).waitFor()
  await until('resolved alerts', async () => {
    const alerts = (await router.api('/events?topic=alert:')) as { Event: { State: string } }[]
    return alerts.length > 0 && alerts.every(({ Event }) => Event.State === 'Resolved')
  })
})
