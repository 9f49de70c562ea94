import assert from 'node:assert/strict'
import type { Fingerprint } from '../../../router/model/home/kinds/fingerprint.ts'
import { kindTexts } from '../../../web/texts/home/devices/kind.ts'
import { kindRuleTexts as texts } from '../../../web/texts/home/kinds.ts'
import { placeTexts } from '../../../web/texts/home/search/places.ts'
import { searchTexts } from '../../../web/texts/home/search.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { LOOKS, put } from '../../browser/looks.ts'
import type { Home } from '../../home/home.ts'
import { until } from '../../process/until.ts'

/** Own rules for kinds of devices, in the app. */
const { form } = texts
const { story, page, enter, visit, field, choice, button, link, heading, words, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  kettle: { wired: true, Policies: ['dns'] },
})

const look = (name: string): Promise<void> => inspect(page, `kind-rules-${name}`)
const stored = async ({ router }: Pick<Home, 'router'>) =>
  (await router.api('/plugins/lookup/fingerprints/custom')) as Fingerprint[]
const matching = page.getByRole('region', { name: form.trial })

story('a rule is made from what a device has sent, and tested before it is saved', async (home) => {
  await put(page, LOOKS[0])
  await home.kettle.lease(20_000, '-V', 'acme kettle 7')
  await enter('/', 'Home')
  await visit(`/admin/devices/${home.kettle.mac}`)
  await link(texts.addFor).click()
  await heading(form.new).waitFor()
  await matching.getByText(form.patternEmpty).waitFor()
  await button(form.select(texts.condition(texts.signals.vendor_class, 'acme kettle 7'))).click()
  await field(form.pattern).fill('Acme kettle*')
  await choice(form.kind).selectOption(form.other)
  await field(form.ownKind).fill('Kettle')
  await matching.getByText(form.matching(1)).waitFor()
  await matching.getByText(form.becomes(texts.unknown, 'Kettle')).waitFor()
  await look('new')
  assert.deepEqual(await stored(home), [])
  await saved(() => button(form.save).click())
  await link(`${texts.condition(texts.signals.vendor_class, 'Acme kettle*')} Kettle · 80%`).waitFor()
  await look('list')
  await visit(`/admin/devices/${home.kettle.mac}`)
  await words(kindTexts.likely('Kettle', kindTexts.sure.High)).waitFor()
})

story('the search finds the rules, and one without pattern or result is not sent', async (home) => {
  await page.keyboard.press('Control+k')
  await choice(searchTexts.field).fill('fingerprint')
  await page.getByRole('option').filter({ hasText: placeTexts.kindRules.title }).click()
  await heading(texts.title).waitFor()
  await link(texts.add).click()
  await choice(form.kind).selectOption(form.noKind)
  await button(form.save).click()
  await page.getByText(form.patternEmpty).nth(1).waitFor()
  await page.getByRole('alert').filter({ hasText: form.resultEmpty }).waitFor()
  await look('invalid')
  assert.equal((await stored(home)).length, 1)
})

story('an edit of a rule changes that rule, also when another client has added one', async (home) => {
  await visit('/admin/devices/kinds')
  await page.getByRole('link').filter({ hasText: 'Acme kettle*' }).click()
  await field(form.ownKind).fill('Teapot')
  await matching.getByText(form.becomes('Kettle', 'Teapot')).waitFor()
  const [rule] = await stored(home)
  const other: Fingerprint = { ...rule!, SignalType: 'hostname', Pattern: 'lamp-*', Category: 'Smart home' }
  await home.router.api('/plugins/lookup/fingerprints/custom', [other, rule])
  await saved(() => button(form.save).click())
  await heading(texts.title).waitFor()
  assert.deepEqual(await stored(home), [other, { ...rule, Category: 'Teapot' }])
})

story('a rule is deleted after a confirmation, and undo restores it', async (home) => {
  const before = await stored(home)
  // The message about the edit has a button with the same name.
  await visit('/admin/devices/kinds')
  await page.getByRole('link').filter({ hasText: 'lamp-*' }).click()
  await button(form.delete).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(form.deleteHint).waitFor()
  await saved(() => dialog.getByRole('button', { name: form.delete }).click())
  await heading(texts.title).waitFor()
  await until('the rule to be deleted', async () => (await stored(home)).length === 1)
  await button(shared.shell.undo).click()
  await page.getByRole('link').filter({ hasText: 'lamp-*' }).waitFor()
  assert.deepEqual(await stored(home), before)
})

story('a rule that another client has deleted is not added again', async (home) => {
  await page.getByRole('link').filter({ hasText: 'lamp-*' }).click()
  await heading(texts.condition(texts.signals.hostname, 'lamp-*')).waitFor()
  await home.router.api('/plugins/lookup/fingerprints/custom', [])
  await button(form.save).click()
  await page.getByRole('alert').filter({ hasText: form.changed }).waitFor()
  assert.deepEqual(await stored(home), [])
  await visit('/admin/devices/kinds')
  await words(texts.empty).waitFor()
  await look('empty')
})
