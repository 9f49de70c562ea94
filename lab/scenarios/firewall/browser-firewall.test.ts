import assert from 'node:assert/strict'
import { eventTexts } from '../../../web/texts/events.ts'
import { firewallTexts } from '../../../web/texts/firewall.ts'
import { packetTexts } from '../../../web/texts/packets.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'

const { story, page, visit, signIn, field, button, link, heading, row, saved } = await openAppStories({
  desk: { wired: true, unknown: true },
  phone: { Policies: ['wan', 'dns'] },
  tv: { Policies: [], DeviceTags: ['cast'] },
  printer: { wired: true, Policies: [], listens: [80, 9100] },
})
const { form, kinds, preview } = firewallTexts
const status = (words: string) => page.getByRole('status').getByText(words)

/** Saves, and waits for the list. */
async function save(name: string = form.add): Promise<void> {
  await button(name).click()
  await heading(firewallTexts.title).waitFor()
}

story('the owner signs in and sees the default rules', async () => {
  await visit('/')
  await signIn()
  await link(texts.shell.firewall).click()
  await heading(firewallTexts.title).waitFor()
  await row('Devices at home may reach the router at TCP port 80.').waitFor()
  await page.getByText(kinds.forward.none).waitFor()
})

story('a rule of another client appears when the tab is shown again', async ({ router }) => {
  const show = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  const rule = { RuleName: 'elsewhere', Protocol: 'tcp', SrcIP: '192.168.2.250', DstIP: '9.9.9.9' }
  await router.api('/firewall/block', rule)
  await show()
  await row('192.168.2.250').waitFor()
  await router.api('/firewall/block', rule, 'DELETE')
  await show()
  await row('192.168.2.250').waitFor({ state: 'detached' })
})

story('a port forward works as previewed, is disabled, and deleted', async ({ router, internet, printer }) => {
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

  await saved(() => rule.getByRole('switch').uncheck({ force: true }))
  await rule.getByText(firewallTexts.off, { exact: true }).waitFor()
  assert.ok(!(await internet.neighbour.connects(uplink, 8080)))

  await rule.getByRole('link').click()
  await page.getByRole('switch', { name: form.on }).check({ force: true })
  await save(form.save)
  assert.ok(await internet.neighbour.connects(uplink, 8080))
})

story(
  'invalid input is shown at its field before saving, and the ports of a rule can be changed',
  async ({ router, internet, phone }) => {
    const uplink = await router.uplinkAddress()
    await page.getByRole('link', { name: kinds.forward.one }).click()
    await field('External port').fill('8000-8100')
    await field('Device').fill((await phone.address()) ?? '')
    await page.getByText('External port is forwarded already').waitFor()
    await field('Device').fill('not an address')
    await field('External port').focus()
    await page.getByText('Device must be an IPv4 address').waitFor()
    await page.getByRole('link', { name: firewallTexts.back }).click()

    await row('TCP port 8080 is forwarded').getByRole('link').click()
    const reply = Promise.withResolvers<void>()
    await page.route('**/firewall/preview', (route) => reply.promise.then(() => route.continue()), { times: 1 })
    await field('External port').fill('8081')
    // Until the router replies, a preview belongs to the form before.
    await page.getByRole('status').and(page.locator('[aria-busy="true"]')).waitFor()
    await page.getByText(preview.looking).waitFor()
    reply.resolve()
    await page.getByRole('status').and(page.locator('[aria-busy="false"]')).waitFor()
    await status(preview.closed(['The internet', 'phone'], 'printer', ' at TCP port 80, external port 8080')).waitFor()
    await save(form.save)
    assert.ok(await internet.neighbour.connects(uplink, 8081))
    assert.ok(!(await internet.neighbour.connects(uplink, 8080)))

    await row('TCP port 8081 is forwarded').getByRole('link').click()
    await button(form.remove).click()
    await status(preview.closed(['The internet', 'phone'], 'printer', ' at TCP port 80, external port 8081')).waitFor()
    await button(form.removeConfirm).click()
    await page.getByText(kinds.forward.none).waitFor()
    assert.ok(!(await internet.neighbour.connects(uplink, 8081)))

    await saved(() => button(texts.shell.undo).click())
    await row('TCP port 8081 is forwarded').waitFor()
    assert.ok(await internet.neighbour.connects(uplink, 8081))
    await row('TCP port 8081 is forwarded').getByRole('link').click()
    await button(form.remove).click()
    await button(form.removeConfirm).click()
    await page.getByText(kinds.forward.none).waitFor()
    assert.ok(!(await internet.neighbour.connects(uplink, 8081)))
  },
  [/^PUT \/firewall\/preview 400$/],
)

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

story('an opened port of the router is reverted unless confirmed', async ({ router, phone }) => {
  await phone.run('true')
  await page.getByRole('link', { name: kinds.service_port.one }).click()
  await field('Port').fill('8443')
  await page.getByRole('switch', { name: form.confirm }).check({ force: true })
  await save()
  await row('TCP port 8443').waitFor()
  const { Pending } = (await router.api('/confirm')) as { Pending: { What: string }[] }
  assert.match(Pending[0]?.What ?? '', /service_port 8443/)
  await router.api('/confirm', {}, 'DELETE')
  await row('TCP port 8443').waitFor({ state: 'detached' })
})

story(
  'ports of the router, and its own connections',
  async ({ router, phone }) => {
    assert.ok(await phone.pings('192.168.2.1'))
    const lan = page.getByRole('switch', { name: firewallTexts.router.pingLan })
    // By keyboard: the switch moves when the bar about the reverted port disappears.
    await lan.press('Space')
    await until('no reply', async () => !(await phone.pings('192.168.2.1')))
    await field(firewallTexts.router.dns).fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await field(firewallTexts.router.dns).fill('9.9.9.9')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
    const { SystemDNSOverride } = (await router.api('/firewall/config')) as { SystemDNSOverride: string }
    assert.equal(SystemDNSOverride, '9.9.9.9')

    // A refused text stays in the field until it is corrected, and its error no longer than the text.
    await field(firewallTexts.router.dns).fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
    assert.equal(await field(firewallTexts.router.dns).inputValue(), 'nobody')
    await field(firewallTexts.router.dns).fill('9.9.9.9')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor({ state: 'detached' })
  },
  [/^PUT \/firewall\/systemDnsOverride 400$/],
)

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
    await saved(() => page.getByRole('switch', { name: label }).uncheck({ force: true }))
    assert.partialDeepStrictEqual(await router.api('/firewall/logging'), { Dropped: false, WanOut: false })
    await saved(() => page.getByRole('switch', { name: label }).check({ force: true }))
  },
)
