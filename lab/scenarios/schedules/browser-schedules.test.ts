import assert from 'node:assert/strict'
import { formTexts } from '../../../web/texts/form.ts'
import { homeTexts as home } from '../../../web/texts/home/dashboard.ts'
import { audienceTexts, scheduleTexts as texts } from '../../../web/texts/home/schedules.ts'
import { tunnelTexts } from '../../../web/texts/vpn/tunnels.ts'
import { openAppStories } from '../../browser/app.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'

/** Schedules in the app: a bedtime, one more hour, and a pause. */
const { story, page, enter, visit, field, button, link, heading, words, flip, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
})

story('a bedtime that holds now ends the internet of the tablet', async ({ tablet }) => {
  await put(page, LOOKS[0])
  await enter('/admin/schedules')
  await page.getByText(texts.zone('UTC')).waitFor()
  await words(texts.empty).waitFor()
  // Only one, below the text of the empty list.
  await link(texts.add).click()
  await button(texts.form.save).click()
  await words(audienceTexts.missing).waitFor()
  await words(formTexts.faults(tunnelTexts.exit.devices)).waitFor()
  await field(texts.form.name).fill('Bedtime')
  await field(tunnelTexts.exit.tags).fill('kids')
  await page.keyboard.press('Enter')
  for (const day of ['Fri', 'Sat']) await page.getByRole('checkbox', { name: day }).check()
  // A whole day.
  await page.getByLabel(texts.form.start, { exact: true }).fill('12:00')
  await page.getByLabel(texts.form.end, { exact: true }).fill('12:00')
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await saved(() => button(texts.form.save).click())
  await heading('Bedtime').waitFor()
  await words(texts.state.holds('')).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await page.getByRole('img', { name: 'Times of Bedtime: Every day 12:00–12:00' }).waitFor()
  await visit('/admin/devices')
  await page.getByRole('link').filter({ hasText: 'tablet' }).getByText(texts.state.holds('')).waitFor()
  await visit('/')
  const onHome = page.getByRole('link', { name: home.withoutInternet.all('tablet'), exact: true })
  await onHome.waitFor()
  await onHome.click()
  await heading('Bedtime').waitFor()
})

story('an extra hour permits the internet, and ending it blocks it again', async ({ tablet }) => {
  await saved(() => button(texts.hour).click())
  await words(/^Postponed until/).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await saved(() => button(texts.endExtra).click())
  await words(/^No internet/).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
})

story('an extra hour from the page of the device is the same on all screens', async ({ tablet }) => {
  await visit(`/admin/devices/${tablet.mac}`)
  await saved(() => button(texts.device.hour).click())
  await words(/^Until .*, the schedule Bedtime does not apply/).waitFor()
  await visit('/admin/schedules')
  await words(/^Postponed until/).waitFor()
  assert.equal(await words(/^No internet/).count(), 0)
  await visit(`/admin/devices/${tablet.mac}`)
  await saved(() => button(texts.device.end).click())
  await visit('/admin/schedules')
  await words(/^No internet/).waitFor()
})

story('a schedule can be switched off, changed and deleted', async ({ tablet }) => {
  await saved(() => flip(page.getByRole('switch', { name: texts.on('Bedtime') })))
  await words(texts.state.off).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await link(texts.edit).click()
  await field(texts.form.name).fill('Night')
  await saved(() => button(texts.form.save).click())
  await heading('Night').waitFor()
  // On a phone, the message about what was saved covers the buttons below the form.
  await page.reload()
  await link(texts.edit).click()
  await button(texts.form.delete).click()
  await saved(() => page.getByRole('dialog').getByRole('button', { name: texts.form.delete }).click())
  await words(texts.empty).waitFor()
})

story('the page of the device pauses it, and shows what remains', async ({ tablet }) => {
  await visit(`/admin/devices/${tablet.mac}`)
  await button(texts.pause.nameOf('tablet', texts.pause.hour)).click()
  await words(/^No internet until .* \(1 hr left\)$/).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await saved(() => button(texts.pause.resumeOf('tablet')).click())
  await button(texts.pause.nameOf('tablet', texts.pause.half)).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
})

story('a group is paused on its page until the morning, and one of its devices resumed', async ({ tablet, router }) => {
  await router.api('/groups', { Name: 'family' })
  await router.api(`/device?identity=${tablet.mac}`, { Groups: ['family'] })
  await visit('/admin/groups')
  await saved(() => button(texts.pause.nameOf('family', texts.pause.morning)).click())
  await words(/^No internet until 07:00 \(/).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await visit(`/admin/devices/${tablet.mac}`)
  await words(texts.device.blocked(texts.device.pauseOf('family'), '07:00')).waitFor()
  await saved(() => button(texts.device.resume).click())
  await words(/^Until 07:00, the pause of family does not apply/).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await visit('/admin/groups')
  await saved(() => button(texts.pause.resumeOf('family')).click())
  await button(texts.pause.nameOf('family', texts.pause.half)).waitFor()
})
