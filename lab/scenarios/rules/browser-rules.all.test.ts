import assert from 'node:assert/strict'
import { personaTexts, ruleTexts as texts } from '../../../web/texts/firewall/rules.ts'
import { scheduleTexts } from '../../../web/texts/home/schedules.ts'
import { tunnelTexts } from '../../../web/texts/vpn/tunnels.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

/** Rules with conditions in the app, and personas. */
const { story, page, enter, visit, field, button, link, heading, words, saved } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
    tablet: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
  },
  { secondUplink: true },
)

const look = (name: string): Promise<void> => inspect(page, name)

story('a rule for a domain is previewed, saved, and in force', async ({ tablet }) => {
  const VIDEO = HOSTS[8]!
  await put(page, LOOKS[0])
  await enter('/', 'Home')
  await visit('/admin/schedules')
  await link(texts.show).click()
  await words(texts.empty).waitFor()
  await link(texts.add).click()
  await button(texts.form.save).click()
  await words(texts.form.nameEmpty).waitFor()
  await field(texts.form.name).fill('No videos')
  await page.getByRole('radio', { name: texts.form.places.listed }).check()
  await field(texts.form.domains).fill('video.test')
  await field(tunnelTexts.exit.tags).fill('kids')
  await page.keyboard.press('Enter')
  await words(/tablet.*81\.2\.74\.9/)
    .first()
    .waitFor()
  await look('rule-edit')
  assert.ok(await tablet.reaches(VIDEO, ECHO_PORT))
  await saved(() => button(texts.form.save).click())
  await words(texts.does.block('video.test')).waitFor()
  await until('the rule', async () => !(await tablet.reaches(VIDEO, ECHO_PORT)))
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await look('rules')
})

story('a rule gets other actions and a condition, and is deleted', async ({ tablet }) => {
  await link(texts.edit).click()
  await page.getByRole('combobox', { name: texts.form.action }).selectOption(texts.form.actions.limit)
  await page.getByLabel(texts.form.down).fill('4')
  await page.getByRole('combobox', { name: texts.form.online }).selectOption('desk')
  await page.getByRole('combobox', { name: texts.form.is }).selectOption(texts.form.disconnected)
  await saved(() => button(texts.form.save).click())
  await words(texts.does.limit('video.test', ['4 Mbit/s down'])).waitFor()
  await words(/while desk is not connected/).waitFor()
  await words(texts.state.none).waitFor()
  assert.ok(await tablet.reaches(HOSTS[8]!, ECHO_PORT))
  await link(texts.edit).click()
  await page.getByRole('combobox', { name: texts.form.action }).selectOption(texts.form.actions.uplink)
  await page.getByLabel(texts.form.uplink).selectOption('wan1')
  await look('rule-uplink')
  await saved(() => button(texts.form.save).click())
  await words(texts.does.uplink('video.test', 'wan1')).waitFor()
  await link(texts.edit).click()
  await button(texts.form.delete).click()
  await saved(() => page.getByRole('dialog').getByRole('button', { name: texts.form.delete }).click())
  await words(texts.empty).waitFor()
})

story('a persona gets devices and a daily limit, a pause and more time', async ({ tablet }) => {
  await visit('/admin/schedules')
  await link(personaTexts.add).click()
  await field(personaTexts.form.name).fill('Ada')
  await page.getByRole('combobox', { name: personaTexts.form.devices }).fill('tablet')
  await page.getByRole('option', { name: 'tablet' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel(personaTexts.form.limitLabel).fill('120')
  await look('persona-edit')
  await saved(() => button(personaTexts.form.save).click())
  await heading('Ada').waitFor()
  await words(/of 120 minutes today/).waitFor()
  await saved(() => button(scheduleTexts.pause.nameOf('Ada', scheduleTexts.pause.half)).click())
  await words(/^No internet until .* \(30 mins left\)$/).waitFor()
  assert.ok(!(await tablet.reaches(HOSTS[0]!, ECHO_PORT)))
  await look('personas')
  await saved(() => button(personaTexts.more).click())
  await words(/^More time until/).waitFor()
  assert.ok(await tablet.reaches(HOSTS[0]!, ECHO_PORT))
  await link(personaTexts.edit).click()
  await page.getByLabel(personaTexts.form.limitLabel).fill('60')
  await saved(() => button(personaTexts.form.save).click())
  await words(/of 60 minutes today/).waitFor()
  await link(personaTexts.edit).click()
  await button(personaTexts.form.delete).click()
  await saved(() => page.getByRole('dialog').getByRole('button', { name: personaTexts.form.delete }).click())
  await words(scheduleTexts.empty).waitFor()
})
