import assert from 'node:assert/strict'
import { dialogTexts } from '../../../web/texts/dialog.ts'
import { firewallTexts } from '../../../web/texts/firewall/firewall.ts'
import { packetTexts } from '../../../web/texts/firewall/refused/packets.ts'
import { formTexts } from '../../../web/texts/form.ts'
import { eventTexts } from '../../../web/texts/messages/events.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'

const { story, page, enter, field, button, link, heading, row, flip, saved } = await openAppStories({
  desk: { wired: true, unknown: true },
  phone: { Policies: ['wan', 'dns'] },
  tv: { Policies: [], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [80, 9100] },
})
const { form, kinds, preview } = firewallTexts
const hasFocus = (one: ReturnType<typeof field>) =>
  until('the focus', () => one.evaluate((element) => element === element.ownerDocument.activeElement))
const status = (words: string) => page.getByRole('status').getByText(words)

/** Saves, and waits for the list. */
async function save(name: string = form.add): Promise<void> {
  await button(name).click()
  await heading(firewallTexts.title).waitFor()
}

story('the owner signs in and sees the default rules', async () => {
  await enter('/')
  await link(texts.shell.firewall).click()
  await heading(firewallTexts.title).waitFor()
  await row('Devices at home may reach the router at TCP port 80.').waitFor()
  await page.getByText(kinds.forward.none).waitFor()
})

story(
  'a failed save moves the focus to the first error, and names the fields beside the button',
  async ({ printer }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    await page.getByRole('link', { name: kinds.forward.one }).click()
    await button(form.add).click()
    await hasFocus(field('External port'))
    await page.getByText(formTexts.faults('External port and Device')).waitFor()
    await field('External port').fill('8080')
    await field('Device').fill('unknown')
    await field('Device').press('Escape')
    await button(form.add).click()
    await hasFocus(field('Device'))
    await page.getByText(`Device ${firewallTexts.unknownName}.`).waitFor()
    assert.ok(await field('Device').evaluate((one) => one.getBoundingClientRect().top > 60), 'not below the bar')
    await field('Device').fill(`${printer.name}.lan`)
    await page.getByText(`Device ${firewallTexts.unknownName}.`).waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('link', { name: firewallTexts.back }).click()
    await button(dialogTexts.discard).click()
  },
)

story('a port forward works as previewed, is disabled, and enabled', async ({ router, internet, printer }) => {
  const uplink = await router.uplinkAddress()
  await page.getByRole('link', { name: kinds.forward.one }).click()
  await field('External port').fill('8080')
  await field('Device').fill('printer')
  await field('Port on the device').fill('80')
  assert.equal(await field('Device').inputValue(), await printer.address())
  await status(preview.opened(['The internet', 'phone'], 'printer', ' at TCP port 80, external port 8080')).waitFor()
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)), 'nothing is open before it is saved')
  await save()
  const rule = row('From the internet, TCP port 8080 is forwarded to printer, port 80.')
  await rule.waitFor()
  assert.ok(await internet.neighbour.connects(uplink, 8080))

  await saved(() => flip(rule.getByRole('switch')))
  await rule.getByText(firewallTexts.off, { exact: true }).waitFor()
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))

  await rule.getByRole('link').click()
  await page.getByRole('switch', { name: form.on }).check()
  await save(form.save)
  assert.ok(await internet.neighbour.connects(uplink, 8080))
})

story('an endpoint lets the TV reach only the printer’s port', async ({ tv, printer }) => {
  assert.ok(!(await tv.reaches(printer, 9100)))
  await page.getByRole('link', { name: kinds.endpoint.one }).click()
  await field('Name').fill('printing')
  await page.getByRole('combobox', { name: 'Tags' }).fill('cast')
  await page.keyboard.press('Enter')
  await field('Address').fill('printer')
  await field('Port').fill('9100')
  await status(preview.opened(['tv'], 'printer', ' at TCP port 9100')).waitFor()
  await save()
  assert.ok(await tv.reaches(printer, 9100))
  assert.ok(!(await tv.reaches(printer, 80)))
})

story('a block closes connections, and a rule that matches nothing is marked', async ({ phone }) => {
  assert.ok(await phone.fetch('http://www.test/'))
  await page.getByRole('link', { name: kinds.block_forward.one }).click()
  await field('From').fill('phone')
  await field('To').fill('0.0.0.0/0')
  await field('Port').fill('80')
  await status(preview.closed(['phone'], 'The internet', ' at TCP port 80')).waitFor()
  await save()
  assert.equal(await phone.fetch('http://www.test/'), undefined)

  await page.getByRole('link', { name: kinds.block.one }).click()
  await field('From').fill('192.168.2.250')
  await field('To').fill('0.0.0.0/0')
  await status(preview.nothing).waitFor()
  await save()
  await row('192.168.2.250').getByText(firewallTexts.idle.noDevice('192.168.2.250')).first().waitFor()
})

story(
  'a dropped packet is listed by its sender with what can be done, and the log is turned off',
  async ({ router, phone, printer }) => {
    assert.ok(!(await phone.reaches(printer, 9100)))
    await link(packetTexts.tab).click()
    const sentence = eventTexts.said.refused('phone', 'printer', 'TCP', '9100')
    const sender = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'phone', exact: true }) })
    await sender.getByText(sentence).waitFor()
    await page.getByRole('rowheader', { name: packetTexts.counts.reasons['nft:drop:forward'] ?? '' }).waitFor()
    await sender.getByRole('button', { name: eventTexts.actions(sentence) }).click()
    await page.getByRole('menuitem', { name: eventTexts.acts.reach }).click()
    await page.waitForURL(/\/devices\/[^/]+\/reach$/)
    await page.goBack()
    const [label] = packetTexts.log.switches.Dropped
    await saved(() => page.getByRole('switch', { name: label }).uncheck())
    assert.partialDeepStrictEqual(await router.api('/firewall/logging'), { Dropped: false, WanOut: false })
    await saved(() => page.getByRole('switch', { name: label }).check())
  },
)
