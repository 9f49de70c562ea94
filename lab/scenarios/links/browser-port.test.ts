import assert from 'node:assert/strict'
import { confirmTexts as bar } from '../../../web/texts/access/confirm.ts'
import { linkTexts } from '../../../web/texts/internet/links.ts'
import { texts as shared } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { SECOND_PROVIDER } from '../../guests/addresses.ts'
import { addressOf } from '../../guests/router.ts'
import { until } from '../../process/until.ts'

/** The page of a port: changes of it that could lock out their author are confirmed or reverted. */
const { story, page, enter, visit, field, button, heading, words } = await openAppStories(
  { desk: { wired: true, Policies: ['wan', 'dns'] } },
  { secondUplink: true },
)
/** The browser's messages for a connection without any response. */
const CUT_OFF = /net::ERR_|WebSocket connection to/

const section = (name: string) => page.getByRole('region', { name, exact: true })
const waiting = () => section(bar.region)

/** Opens the page of a port. */
async function open(name: string): Promise<void> {
  await visit('/admin/links')
  await section(linkTexts.ports.title).getByText(name, { exact: true }).click()
  await heading(name).waitFor()
}

story('the owner signs in on the ports page', async ({ router }) => {
  await router.uplinkAddress('wan1')
  await enter('/admin/links', linkTexts.title)
})

story(
  'a static address takes effect immediately, and is reverted with one click',
  async ({ router }) => {
    const address = SECOND_PROVIDER.gateway.replace(/1$/, '77')
    await open('wan1')
    await page.getByRole('radio', { name: linkTexts.uplink.ways.fixed }).check()
    await field(linkTexts.uplink.ip).fill(address)
    await field(linkTexts.uplink.router).fill(SECOND_PROVIDER.gateway)
    await button(linkTexts.save).click()
    await page.getByText(/must be a host’s address and prefix length/).waitFor()
    await field(linkTexts.uplink.ip).fill(`${address}/${SECOND_PROVIDER.prefix}`)
    await button(linkTexts.save).click()
    await waiting()
      .getByText(bar.title(bar.what.uplink('wan1')))
      .waitFor()
    assert.equal(await addressOf(router.namespace, 'wan1'), address)
    await button(bar.putBack).click()
    await page.getByText(bar.wasPutBack).waitFor()
    await until('a lease', async () => {
      const leased = await addressOf(router.namespace, 'wan1')
      return leased !== undefined && leased !== address
    })
    assert.equal(await waiting().count(), 0)
    await page.getByRole('radio', { name: linkTexts.uplink.ways.dhcp, checked: true }).waitFor()
  },
  [/^PUT \/uplink\/ip 400$/, /^GET \/uplink\/ppp(\/status)? 404$/],
)

story('an additional router address works, and stays when confirmed', async ({ desk, router }) => {
  await open('lan0')
  await field(linkTexts.downlink.addresses).fill('10.5.0.1/24')
  await button(linkTexts.save).click()
  await button(bar.keep).click()
  await page.getByText(bar.kept).waitFor()
  assert.deepEqual(await router.api('/confirm'), { Pending: [] })
  assert.ok(await desk.reaches('10.5.0.1', 80))
})

story(
  'disabling one’s own port is reverted automatically',
  async ({ desk, router }) => {
    await open('lan0')
    // The deadline of this change also applies to the next one.
    await router.api('/link/ip?confirm=6', { Name: 'lan0', AdditionalIPs: [] })
    await waiting().waitFor()
    // By keyboard: the pending change has just moved the page.
    await page.getByRole('switch', { name: linkTexts.link.enabled }).press('Space')
    await page.getByRole('switch', { name: linkTexts.link.enabled, checked: false }).waitFor()
    await until('the desk to be cut off', async () => !(await desk.reaches('192.168.2.1', 80)), 10_000)
    await until('the desk to be let in', () => desk.reaches('192.168.2.1', 80), 30_000)
    await page.getByText(bar.ranOut).waitFor({ timeout: 40_000 })
    await words(shared.shell.live).waitFor({ timeout: 40_000 })
    await page.getByRole('switch', { name: linkTexts.link.enabled, checked: true }).waitFor({ timeout: 20_000 })
  },
  [CUT_OFF],
)
