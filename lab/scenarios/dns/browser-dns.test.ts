import assert from 'node:assert/strict'
import type { DnsBlockConfig } from '../../../router/model/dns/blocklists/contract.ts'
import { dialogTexts } from '../../../web/texts/dialog.ts'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

const { story, page, enter, visit, field, button, heading, row, words, saved, undoOf } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'], DeviceTags: ['kids'] },
})

const ADS = 'http://lists.test/ads.txt'

const tab = (name: string) =>
  page.getByRole('navigation', { name: dnsTexts.tabs }).getByRole('link', { name, exact: true })
const said = (words: string | RegExp) => page.getByText(words).first()

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(field(label)).first().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

story(
  'a list is added by its URL, and the page shows when it is in effect',
  async (home) => {
    await enter('/admin/dns')
    await said(dnsTexts.list.empty).waitFor()

    assert.deepEqual(await home.laptop.resolves('tracker.ads.test'), [WEB])
    await field(dnsTexts.list.address).fill('not an address')
    await button(dnsTexts.add).last().click()
    await page.getByRole('alert').first().waitFor()
    await field(dnsTexts.list.address).fill(ADS)
    await saved(() => button(dnsTexts.add).last().click())
    await row(ADS).getByText('2 domains').waitFor()
    assert.deepEqual(await home.laptop.resolves('tracker.ads.test'), [])
  },
  [/^PUT \/plugins\/dns\/block\/blocklists 400$/],
)

story('Escape closes an open list, and a dialog with changes only after a confirmation', async ({ router }) => {
  const { edit, editTitle, forTags } = dnsTexts.list
  const dialog = page.getByRole('dialog')
  await button(edit('ads.txt (lists.test)')).click()
  await heading(editTitle).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await button(edit('ads.txt (lists.test)')).click()
  await page.getByRole('radio', { name: forTags }).check()
  await page.getByRole('combobox', { name: forTags }).or(field(forTags)).first().click()
  const option = page.getByRole('option', { name: 'kids', exact: true })
  await option.waitFor()
  await page.keyboard.press('Escape')
  await option.waitFor({ state: 'hidden' })
  await heading(editTitle).waitFor()
  // A field with a list opens it when it has the focus again.
  await page.getByRole('radio', { name: forTags }).focus()
  await page.keyboard.press('Escape')
  await heading(dialogTexts.discardTitle).waitFor()
  // The question is the topmost layer now.
  await page.keyboard.press('Escape')
  await heading(editTitle).waitFor()
  assert.ok(await page.getByRole('radio', { name: forTags }).isChecked())
  await page.keyboard.press('Escape')
  await button(dialogTexts.discard).click()
  await dialog.waitFor({ state: 'hidden' })
  const { BlockLists } = (await router.api('/plugins/dns/block/config')) as DnsBlockConfig
  assert.deepEqual(BlockLists[0]?.Tags, [])
})

story('queries appear live, and a click allows a blocked domain', async ({ laptop, phone }) => {
  await tab(dnsTexts.log).click()
  assert.deepEqual(await laptop.resolves('tracker.ads.test'), [])
  const blocked = row('tracker.ads.test').filter({ hasText: 'laptop' }).first()
  await blocked.getByText(dnsTexts.line.outcomes.blocked).waitFor()
  await blocked.getByText(dnsTexts.line.reasons.list('ads.txt (lists.test)')).waitFor()
  const { about, allowFor } = dnsTexts.line
  const allow = about(allowFor(dnsTexts.everyoneWithin), 'tracker.ads.test')
  await saved(() => blocked.getByRole('button', { name: allow, exact: true }).click())
  assert.deepEqual(await laptop.resolves('tracker.ads.test'), [WEB])
  const allowed = dnsTexts.line.allowed('tracker.ads.test', dnsTexts.everyoneWithin)
  await saved(() => undoOf(allowed).click())
  assert.deepEqual(await phone.resolves('tracker.ads.test'), [])
})

story('on a phone, the bar at the bottom covers nothing that is focused', async () => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 640 })
  // Without the messages about earlier changes.
  await page.reload()
  const main = page.getByRole('main')
  const covered = () =>
    main.getByRole('button').evaluateAll((all) =>
      all.flatMap((one) => {
        one.focus()
        const { x, y, width, height } = one.getBoundingClientRect()
        const top = one.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
        return one.contains(top) ? [] : [one.textContent]
      }),
    )
  await page.getByText(dnsTexts.line.outcomes.blocked).first().waitFor()
  assert.deepEqual(await covered(), [])
  if (before) await page.setViewportSize(before)
})

story('on a phone, tabs fade at an end by what is hidden there, and the first one never', async () => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 640 })
  const tabs = page.getByRole('navigation', { name: dnsTexts.tabs })
  const fadeAt = (left: number) =>
    tabs.evaluate((one, to) => {
      one.scrollLeft = to
      const style = one.ownerDocument.defaultView!.getComputedStyle(one)
      return [
        Number.parseFloat(style.getPropertyValue('--fade-start')),
        Number.parseFloat(style.getPropertyValue('--fade-end')),
      ]
    }, left)
  // Animations follow the scroll position in the next frame.
  for (const [left, start, end] of [
    [0, 0, 32],
    [8, 8, 32],
    [9999, 32, 0],
  ] as const)
    await until(`the fade at ${left}`, async () => {
      const fades = await fadeAt(left)
      return Math.abs(fades[0]! - start) < 1 && Math.abs(fades[1]! - end) < 1
    })
  if (before) await page.setViewportSize(before)
})

story(
  'in the log of a device, a click blocks a domain for it, and another undoes that',
  async ({ laptop, phone, router }) => {
    await visit(`/admin/dns/log?client=${await laptop.address()}`)
    assert.deepEqual(await laptop.resolves('www.test'), [WEB])
    const { about, allowFor, blockFor, blocked, unblocked, now } = dnsTexts.line
    const block = button(about(blockFor('laptop'), 'www.test')).first()
    await saved(() => block.click())
    await said(blocked('www.test', 'laptop')).waitFor()
    await row('www.test').first().getByText(now.block('laptop')).waitFor()
    assert.deepEqual(await laptop.resolves('www.test'), [])
    assert.deepEqual(await phone.resolves('www.test'), [WEB])

    await button(about(allowFor('laptop'), 'www.test'))
      .first()
      .click()
    await said(unblocked('www.test', 'laptop')).waitFor()
    assert.deepEqual(await laptop.resolves('www.test'), [WEB])
    const { PermitDomains, BlockDomains } = (await router.api('/plugins/dns/block/config')) as DnsBlockConfig
    assert.deepEqual([PermitDomains, BlockDomains], [[], []], 'a block is taken back, and nothing put in its place')
    await undoOf(unblocked('www.test', 'laptop')).click()
    await until('the block to be back', async () => (await laptop.resolves('www.test')).length === 0)
  },
)

story('an own rule redirects a domain for one device, and can be deleted', async ({ laptop, phone }) => {
  await tab(dnsTexts.rules).click()
  await row('www.test is blocked for laptop').waitFor()
  await words(dnsTexts.rule.kinds.lead).click()
  await field(dnsTexts.rule.domain).fill('nas.example')
  await field(dnsTexts.rule.target).fill('192.168.2.77')
  await button(dnsTexts.rule.submit.lead).click()
  await words(dnsTexts.rule.whoMissing).waitFor()
  await choose(dnsTexts.rule.who, 'phone')
  await saved(() => button(dnsTexts.rule.submit.lead).click())
  const sentence = 'nas.example is redirected to 192.168.2.77 for phone'
  await row(sentence).waitFor()
  assert.deepEqual(await phone.resolves('nas.example'), ['192.168.2.77'])
  assert.deepEqual(await laptop.resolves('nas.example'), [])
  await saved(() => button(dnsTexts.rule.remove(sentence)).click())
  assert.deepEqual(await phone.resolves('nas.example'), [])
})

story('a local name resolves to its address', async ({ laptop, phone }) => {
  await tab(dnsTexts.names).click()
  await heading(dnsTexts.host.add).waitFor()
  const ip = (await phone.address()) ?? ''
  await field(dnsTexts.host.name).fill('nas')
  await field(dnsTexts.host.address)
    .or(page.getByRole('combobox', { name: dnsTexts.host.address }))
    .first()
    .fill('phone')
  await page.getByRole('option', { name: `phone (${ip})` }).click()
  await saved(() => button(dnsTexts.add).click())
  await row('nas.lan').getByText(ip).waitFor()
  assert.deepEqual(await laptop.resolves('nas.lan'), [ip])
  await saved(() => button(dnsTexts.host.remove('nas.lan')).click())
  assert.deepEqual(await laptop.resolves('nas.lan'), [])
})
