import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readyTexts } from '../../../web/texts/messages/alerts/ready.ts'
import { trafficTexts } from '../../../web/texts/traffic/flows.ts'
import { historyTexts } from '../../../web/texts/traffic/usage.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

const { destinations, one, ranges } = trafficTexts

// A minute of the history lasts a second, so that there is a history.
const { story, page, enter, visit, heading, button, link, saved } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
    laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
    tv: { Policies: ['wan', 'dns'], Groups: ['family'] },
  },
  { minuteMs: 1000 },
)

const choose = (name: string) => page.getByText(name, { exact: true }).click()
/** The bytes that a device received, by its row. */
const received = async (name: string): Promise<string | null> =>
  (await page
    .getByRole('row')
    .filter({ has: link(name) })
    .getByRole('cell')
    .first()
    .textContent()) ?? null
const chart = () => page.locator('canvas')

story('live traffic is listed by device, largest first', async ({ laptop, tv }) => {
  // The first value of a counter has no rate.
  for (const device of [laptop, tv]) assert.ok(await device.fetch('http://www.test/'))
  await enter('/admin/traffic', trafficTexts.title)
  await chart().waitFor()
  const trickle = laptop.try('curl', '-s', '-m', '3', '-o', '/dev/null', 'http://www.test/slow')
  const download = tv.try('iperf3', '--client', WEB, '--reverse', '--bitrate', '16M', '--time', '3')
  await page
    .getByRole('row')
    .nth(1)
    .filter({ has: link('tv') })
    .waitFor()
  await page
    .getByRole('row')
    .nth(2)
    .filter({ has: link('laptop') })
    .waitFor()
  await until('megabytes', async () => /[3-7](\.\d+)? MB/.test((await received('tv')) ?? ''), 10_000)
  assert.equal((await download).code, 0)
  await trickle
})

story('a device has its own history and list of destinations', async () => {
  await choose(ranges.hour)
  // The page reads the history once a minute, and minutes are shorter here.
  await page.reload()
  await link('tv').click()
  await heading('tv').waitFor()
  assert.match(page.url(), /range=hour/)
  await page.getByRole('row').filter({ hasText: WEB }).getByRole('cell').first().getByText(/MB/).waitFor()
  await page.getByText(destinations.groupings.country, { exact: true }).click()
  await page.getByRole('row').nth(1).getByRole('cell').first().getByText(/MB/).waitFor()
  await page.getByText('Show as table').click()
  await page
    .getByRole('table')
    .first()
    .getByText(/bit\/s/)
    .first()
    .waitFor()
  await link(one.back).click()
  await heading(trafficTexts.title).waitFor()
  assert.match(page.url(), /range=hour/)
})

story('hours of a device are listed with destination networks, and it gets a monthly limit', async ({ tv }) => {
  await link(trafficTexts.history).click()
  await heading(historyTexts.title).waitFor()
  await page.getByText(historyTexts.scales.hour, { exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'tv' }).getByRole('cell').first().getByText(/MB/).waitFor()
  const byNetwork = page.getByRole('region', { name: historyTexts.networks.title })
  await byNetwork.getByRole('row').nth(1).getByRole('cell').first().getByText(/MB/).waitFor()
  await visit(`/admin/traffic/history?scale=hour&device=${encodeURIComponent(tv.mac)}`)
  await page.getByLabel(historyTexts.limit.field).fill('0.001')
  await saved(() => button(historyTexts.limit.save).click())
  await page.getByText(/[3-9](\.\d+)? MB of 1 MB used this month/).waitFor()
  const download = page.waitForEvent('download')
  await button(historyTexts.export.csv).click()
  const path = await (await download).path()
  const lines = readFileSync(path, 'utf8').split('\r\n')
  assert.equal(lines[0], 'Start,Device,Identity,LanIn,LanOut,WanIn,WanOut')
  assert.ok(lines.slice(1, -1).every((line) => line.includes(tv.mac)) && lines.length > 2)
  const alert = page.getByRole('switch', { name: readyTexts['traffic-limit'].name })
  assert.equal(await alert.isChecked(), false)
  await saved(() => alert.click())
  await page.getByRole('switch', { name: readyTexts['traffic-limit'].name, checked: true }).waitFor()
  await saved(() => button(historyTexts.limit.remove).click())
  await page.getByText(/used this month/).waitFor({ state: 'detached' })
})
