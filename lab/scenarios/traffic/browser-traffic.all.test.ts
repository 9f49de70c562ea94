import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { trafficTexts } from '../../../web/texts/traffic/flows.ts'
import { historyTexts } from '../../../web/texts/traffic/usage.ts'
import { openAppStories } from '../../browser/app.ts'
import { violationsOn } from '../../browser/axe.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

const { devices, zoom, ranges, areas } = trafficTexts

// A minute of the history lasts a second, so that there is a history.
const { story, page, enter, visit, button, link, saved } = await openAppStories(
  {
    desk: { wired: true, Policies: ['wan', 'dns'] },
    laptop: { Policies: ['wan', 'dns'], Groups: ['family'] },
    tv: { Policies: ['wan', 'dns'], Groups: ['family'], listens: [8009] },
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

story('the owner signs in, and the TV has downloaded something', async ({ tv }) => {
  assert.equal((await tv.try('iperf3', '--client', WEB, '--reverse', '--bitrate', '40M', '--time', '1')).code, 0)
  await enter('/admin/traffic', trafficTexts.title)
})

story('traffic between devices at home is listed separately', async ({ laptop, tv }) => {
  await choose(areas.lan)
  await page.getByText(devices.empty).waitFor()
  await using talk = await laptop.stream((await tv.address()) ?? '', 8009)
  await until(
    'numbers',
    async () => {
      await talk.flows()
      return (
        (await page
          .getByRole('row')
          .filter({ has: link('laptop') })
          .count()) === 1
      )
    },
    15_000,
  )
  assert.match(page.url(), /area=lan/)
  await choose(areas.wan)
})

story('the traffic chart zooms by mouse and button', async () => {
  await choose(ranges.hour)
  // The page reads the history once a minute, and minutes are shorter here.
  await page.reload()
  await page
    .getByRole('row')
    .filter({ has: link('tv') })
    .waitFor()
  const all = await received('tv')
  await chart().waitFor()
  const place = await page.locator('.u-over').boundingBox()
  assert.ok(place)
  await page.mouse.move(place.x + 10, place.y + 40)
  await page.mouse.down()
  await page.mouse.move(place.x + 80, place.y + 40, { steps: 5 })
  await page.mouse.up()
  await page.getByText(devices.empty).waitFor()
  await button(zoom.whole).click()
  await page
    .getByRole('row')
    .filter({ has: link('tv') })
    .waitFor()
  assert.equal(await received('tv'), all)
  await button(zoom.in).click()
  assert.ok(await button(zoom.whole).isEnabled())
  await button(zoom.out).click()
  assert.ok(await button(zoom.whole).isDisabled())
})

story('the history of a device with a limit has no accessibility faults', async ({ tv, router }) => {
  await router.api('/traffic_limits', [{ Device: tv.mac, Group: '', Bytes: 1_000_000 }])
  await visit(`/admin/traffic/history?scale=hour&device=${encodeURIComponent(tv.mac)}`)
  await page.getByText(/of 1 MB used this month/).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  assert.equal(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), true)
  assert.deepEqual(await violationsOn(page), [])
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.deepEqual(await violationsOn(page), [])
})

story('earlier periods are shown and exported, and the URL keeps them', async ({ tv }) => {
  const { span, insights } = historyTexts
  await visit('/admin/traffic/history?scale=day')
  await page.getByRole('row').filter({ hasText: 'tv' }).first().waitFor()
  assert.ok(await button(span.later).isDisabled())
  const shown = page.getByRole('group', { name: span.label })
  const latest = await shown.textContent()
  await button(span.earlier).click()
  await page.getByText(historyTexts.chart.empty).waitFor()
  assert.match(page.url(), /to=/)
  const earlier = await shown.textContent()
  assert.notEqual(earlier, latest)
  await page.reload()
  await page.getByText(historyTexts.chart.empty).waitFor()
  assert.equal(await shown.textContent(), earlier)
  const download = page.waitForEvent('download')
  await button(historyTexts.export.json).click()
  const file = JSON.parse(readFileSync((await (await download).path()) ?? '', 'utf8'))
  assert.equal(file.Until, new URL(page.url()).searchParams.get('to')?.replaceAll('"', ''))
  await button(span.later).click()
  await page.getByRole('row').filter({ hasText: 'tv' }).first().waitFor()
  assert.equal(await shown.textContent(), latest)
  await saved(() => page.getByRole('switch', { name: insights.enabled }).click())
  await page.getByRole('switch', { name: insights.enabled, checked: false }).waitFor()
  await visit(`/admin/traffic/history?device=${encodeURIComponent(tv.mac)}`)
  await page.getByRole('switch', { name: insights.enabled, checked: false }).waitFor()
})
