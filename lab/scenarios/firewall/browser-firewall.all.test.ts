import assert from 'node:assert/strict'
import { dialogTexts } from '../../../web/texts/dialog.ts'
import { firewallTexts } from '../../../web/texts/firewall/firewall.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'
import { anybody } from './firewall.fixture.ts'

const { story, page, enter, field, button, link, heading, row, saved, undoOf } = await openAppStories({
  desk: { wired: true, unknown: true },
  phone: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: [], listens: [80] },
})
const { form, kinds, preview } = firewallTexts
const status = (words: string) => page.getByRole('status').getByText(words)

/** Saves, and waits for the list. */
async function save(name: string = form.add): Promise<void> {
  await button(name).click()
  await heading(firewallTexts.title).waitFor()
}

story('the owner opens the firewall screen, on which a port is forwarded', async ({ router, printer }) => {
  const to = { DstIP: await printer.address(), DstPort: '80' }
  await router.api('/firewall/forward', { Protocol: 'tcp', SrcIP: anybody, SrcPort: '8080', ...to })
  await enter('/')
  await link(texts.shell.firewall).click()
  await row('TCP port 8080 is forwarded').waitFor()
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
    await page.getByText(`Device ${firewallTexts.unknownName}.`).waitFor()
    await page.getByRole('link', { name: firewallTexts.back }).click()
    await page.getByRole('button', { name: dialogTexts.discard }).click()

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

    await saved(() => undoOf(form.removed).click())
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

story('an opened port of the router is reverted unless confirmed', async ({ router, phone }) => {
  await phone.run('true')
  await page.getByRole('link', { name: kinds.service_port.one }).click()
  await field('Port').fill('8443')
  await page.getByRole('switch', { name: form.confirm }).check()
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
