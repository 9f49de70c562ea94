import assert from 'node:assert/strict'
import { dialogTexts } from '../../../web/texts/dialog.ts'
import { refusedTexts } from '../../../web/texts/firewall/refused.ts'
import { homeTexts as home } from '../../../web/texts/home/dashboard.ts'
import { scheduleTexts as texts } from '../../../web/texts/home/schedules.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { tunnelTexts } from '../../../web/texts/vpn/tunnels.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

/** Variants of `browser-schedules.test.ts`, and the accessibility of its screens. */
const { story, page, enter, visit, field, button, link, heading, words, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
})

const look = (name: string): Promise<void> => inspect(page, name)

story('the time zone of the router is set in System, and shown with the schedules', async ({ router }) => {
  await put(page, LOOKS[0])
  await enter('/', 'Home')
  await visit('/admin/system')
  await saved(() => field(systemTexts.time.zone).selectOption('Asia/Tokyo'))
  assert.partialDeepStrictEqual(await router.api('/time/zone'), { TimeZone: 'Asia/Tokyo' })
  const clock = page.locator('time').filter({ hasText: /\d+:\d{2}:\d{2}/ })
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Tokyo' })
  await until('the clock of the zone', async () => (await clock.textContent())?.startsWith(format.format(Date.now())))
  await look('system-zone')
  await visit('/admin/schedules')
  await page.getByText(texts.zone('Asia/Tokyo')).waitFor()
  await page.getByText(texts.zoneOfDevice('UTC')).waitFor()
  await link(texts.changeZone).click()
  await saved(() => field(systemTexts.time.zone).selectOption('UTC'))
})

story('a schedule that is added from a device leads back to the device', async ({ tablet }) => {
  await visit(`/admin/devices/${tablet.mac}`)
  await link(texts.add).click()
  await heading(texts.form.new).waitFor()
  await look('schedule-of-device')
  await link('tablet').click()
  await heading('tablet').waitFor()
  await words(texts.pause.none('tablet')).waitFor()
  await words(texts.pause.none('kids')).waitFor()
})

story('a schedule with changes is left after a confirmation only', async () => {
  await visit('/admin/schedules/edit')
  const back = page.getByRole('main').getByRole('link', { name: texts.form.back })
  await field(texts.form.name).fill('Night')
  await back.click()
  await heading(dialogTexts.discardTitle).waitFor()
  await look('schedule-unsaved')
  await button(dialogTexts.goOn).click()
  assert.equal(await field(texts.form.name).inputValue(), 'Night')
  await back.click()
  await button(dialogTexts.discard).click()
  await words(texts.empty).waitFor()
})

story('the list of schedules and the form have no accessibility faults', async ({ router }) => {
  await visit('/admin/schedules')
  await words(texts.empty).waitFor()
  await look('schedules-empty')
  // Only one, below the text of the empty list.
  await link(texts.add).click()
  await field(texts.form.name).fill('Bedtime')
  await field(tunnelTexts.exit.tags).fill('kids')
  await page.keyboard.press('Enter')
  for (const day of ['Fri', 'Sat']) await page.getByRole('checkbox', { name: day }).check()
  await look('schedule-edit')
  const When = { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }] }
  const { Id } = (await router.api('/plugins/pfw/rules', { Name: 'Bedtime', When, Do: { Kind: 'block' } })) as {
    Id: string
  }
  await visit('/admin/schedules')
  await words(texts.state.holds('')).waitFor()
  await look('schedules')
  await visit('/admin/devices')
  await page.getByRole('link').filter({ hasText: 'tablet' }).getByText(texts.state.holds('')).waitFor()
  await look('devices-without-internet')
  await visit('/')
  await page.getByRole('link', { name: home.withoutInternet.all('tablet'), exact: true }).waitFor()
  await look('home-without-internet')
  await router.ask({ method: 'DELETE', path: `/plugins/pfw/rules/${Id}` })
})

story('a pause for a device ends when it is resumed', async ({ tablet }) => {
  await visit('/admin/schedules')
  await button(texts.pause.start).click()
  await words(texts.pause.choose).waitFor()
  await field(tunnelTexts.exit.devices).fill('tablet')
  await page.getByRole('option', { name: 'tablet' }).click()
  await page.keyboard.press('Escape')
  await saved(() => button(texts.pause.start).click())
  await button(texts.pause.resume).waitFor()
  await until('the pause', async () => !(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await look('schedules-pause')
  await saved(() => button(texts.pause.resume).click())
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
})

story('the pages of a device and a group that are paused have no accessibility faults', async ({ tablet, router }) => {
  await router.api('/groups', { Name: 'family' })
  await router.api(`/device?identity=${tablet.mac}`, { Groups: ['family'] })
  const pause = async (of: object) =>
    (await router.api('/plugins/pfw/pause', { ...of, Until: '07:00' })) as unknown as { Id: string }
  const remove = ({ Id }: { Id: string }) => router.ask({ method: 'DELETE', path: `/plugins/pfw/rules/${Id}` })
  const ofGroup = await pause({ Groups: ['family'] })
  await visit('/admin/groups')
  await button(texts.pause.resumeOf('family')).waitFor()
  await look('group-pause')
  await remove(ofGroup)
  const ofDevice = await pause({ Devices: [tablet.mac] })
  await visit(`/admin/devices/${tablet.mac}`)
  await button(texts.pause.resumeOf('tablet')).waitFor()
  await look('device-pause')
  await remove(ofDevice)
})

story('the page of the device pauses all devices with its tag', async ({ tablet }) => {
  await visit(`/admin/devices/${tablet.mac}`)
  await words(texts.device.tagged('kids')).waitFor()
  await saved(() => button(texts.pause.nameOf('kids', texts.pause.half)).click())
  await button(texts.pause.resumeOf('kids')).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await look('device-tag-pause')
  await saved(() => button(texts.pause.resumeOf('kids')).click())
  await button(texts.pause.nameOf('kids', texts.pause.half)).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
})

story('the page of the device names its bedtime, and grants it an hour', async ({ tablet, router }) => {
  const When = { Tags: ['kids'], Times: [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '12:00', End: '12:00' }] }
  await router.api('/plugins/pfw/rules', { Name: 'Bedtime', When, Do: { Kind: 'block' } })
  await visit(`/admin/devices/${tablet.mac}`)
  await words(texts.device.blocked(texts.device.schedule('Bedtime'), '')).waitFor()
  await page.getByRole('img', { name: `${texts.device.week}: Every day 12:00–12:00` }).waitFor()
  await saved(() => button(texts.hour).click())
  await words(/^Until .*, the schedule Bedtime does not apply/).waitFor()
  await look('device-bedtime')
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await saved(() => button(texts.endExtra).click())
  await words(texts.device.blocked(texts.device.schedule('Bedtime'), '')).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
})

story('before a bedtime begins, the page of the device says when, and postpones it', async ({ tablet, router }) => {
  for (const { Id } of (await router.api('/plugins/pfw/rules')) as unknown as { Id: string }[])
    await router.ask({ method: 'DELETE', path: `/plugins/pfw/rules/${Id}` })
  const inHours = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 13)}:00`
  const [Start, later, End] = [inHours(3), inHours(4), inHours(6)]
  const Times = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start, End }]
  await router.api('/plugins/pfw/rules', { Name: 'Bedtime', When: { Tags: ['kids'], Times }, Do: { Kind: 'block' } })
  await visit(`/admin/devices/${tablet.mac}`)
  await words(texts.device.next(texts.device.schedule('Bedtime'), Start)).waitFor()
  await look('device-next-bedtime')
  await saved(() => button(texts.device.hour).click())
  await words(texts.device.resumed(texts.device.schedule('Bedtime'), later)).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
})

story('on the page of the device: a bedtime, an extra hour, and refused connections', async ({ tablet, router }) => {
  for (const { Id } of (await router.api('/plugins/pfw/rules')) as unknown as { Id: string }[])
    await router.ask({ method: 'DELETE', path: `/plugins/pfw/rules/${Id}` })
  await visit(`/admin/devices/${tablet.mac}`)
  await link(texts.add).click()
  await page.locator('form').getByText('tablet', { exact: true }).waitFor()
  for (const day of ['Fri', 'Sat']) await page.getByRole('checkbox', { name: day }).check()
  await page.getByLabel(texts.form.start, { exact: true }).fill('12:00')
  await page.getByLabel(texts.form.end, { exact: true }).fill('12:00')
  await saved(() => button(texts.form.save).click())
  await heading('tablet').waitFor()
  await words(texts.device.blocked(texts.device.schedule('Bedtime'), '')).waitFor()
  const [rule] = (await router.api('/plugins/pfw/rules')) as unknown as { When: { Devices: string[] } }[]
  assert.deepEqual(rule?.When.Devices, [tablet.mac])
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await look('device-schedule')
  await saved(() => button(texts.device.hour).click())
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await saved(() => button(texts.device.end).click())
  // By keyboard: the message about what was saved may cover it.
  await link(refusedTexts.tab).press('Enter')
  await heading(refusedTexts.rule.schedule('Bedtime')).waitFor()
  const echo = refusedTexts.at(HOSTS[0]!, refusedTexts.port('tcp', ECHO_PORT))
  // Earlier pauses and rules have refused the same connection.
  const list = page.getByRole('list', { name: refusedTexts.rule.schedule('Bedtime') })
  await list.getByRole('button', { name: refusedTexts.about(refusedTexts.hour, echo), exact: true }).click()
  await saved(() => page.getByRole('dialog').getByRole('button', { name: refusedTexts.hour, exact: true }).click())
  await list.getByText(/^Allowed until /).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
})
