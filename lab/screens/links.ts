import type { Page } from 'playwright-core'
import { confirmTexts as bar } from '../../web/texts/access/confirm.ts'
import { linkTexts } from '../../web/texts/internet/links.ts'
import { logTexts as logs } from '../../web/texts/machine/logs.ts'
import type { Home } from '../home/home.ts'

type Shoot = (page: Page, screen: string) => Promise<void>

/** Ports, the internet connection with and without an outage, a pending change, the logs. Needs a session. */
export async function walkLinks(page: Page, home: Home, origin: string, shoot: Shoot): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const visit = (part: string) => page.goto(`${origin}/admin/${part}`)

  await home.router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await visit('links')
  await page.getByRole('article').getByText(linkTexts.uplinks.up, { exact: true }).waitFor()
  await page.getByText(linkTexts.uplinks.latency, { exact: true }).waitFor()
  await shoot(page, 'links')
  await home.internet.fail()
  await page.getByRole('article').getByText(linkTexts.uplinks.down, { exact: true }).waitFor()
  await page.getByText(linkTexts.outages.lasts).waitFor()
  await shoot(page, 'links-away')
  await home.internet.recover()
  await page.getByRole('article').getByText(linkTexts.uplinks.up, { exact: true }).waitFor()
  await field(linkTexts.nets.ranges).fill('192.168.2.0/30')
  await button(linkTexts.save).click()
  await page.getByText(/must have a prefix length/).waitFor()
  await shoot(page, 'links-complaint')

  await visit('links/wan0')
  await page.getByRole('radio', { name: linkTexts.uplink.ways.fixed }).check()
  await shoot(page, 'port-uplink')
  await visit('links/lan0')
  await page.getByRole('switch', { name: linkTexts.downlink.vlanTerm }).check()
  await button(bar.putBack).waitFor()
  await shoot(page, 'port-waits')
  await button(bar.putBack).click()
  await page.getByText(bar.wasPutBack).waitFor()
  await shoot(page, 'port-put-back')
  await visit('links/nowhere')
  await heading(linkTexts.link.missing).waitFor()
  await shoot(page, 'port-missing')

  await visit('logs')
  await page.getByText(/sallyport: answering/).waitFor()
  await shoot(page, 'logs')
  await page.getByRole('switch', { name: logs.line.calls }).check()
  await page
    .getByText(/GET \/logs/)
    .first()
    .waitFor()
  await shoot(page, 'logs-calls')
  await page.getByRole('searchbox', { name: logs.line.search }).fill('nothing like this')
  await page.getByText(logs.line.noMatch).waitFor()
  await shoot(page, 'logs-no-match')
  await visit('logs?view=changes')
  await page
    .getByText(/^Port lan0/)
    .first()
    .waitFor()
  await shoot(page, 'changes')
}
