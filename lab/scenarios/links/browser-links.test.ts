import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { linkTexts } from '../../../web/texts/internet/links.ts'
import { logTexts as logs } from '../../../web/texts/machine/logs.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

const { story, page, enter, visit, button, link, heading } = await openAppStories(
  { desk: { wired: true, Policies: ['wan', 'dns'] } },
  { secondUplink: true },
)
const section = (name: string) => page.getByRole('region', { name, exact: true })
const uplink = (name: string) => page.getByRole('article').filter({ has: heading(name) })

story('the ports page shows two uplinks and their state', async ({ router }) => {
  await router.uplinkAddress('wan1')
  await enter('/admin/links', linkTexts.title)
  for (const name of ['wan0', 'wan1']) await uplink(name).getByText(linkTexts.uplinks.up, { exact: true }).waitFor()
})

story('an outage is shown within seconds, and so is its end', async ({ internet, desk }) => {
  const watching = section(linkTexts.watch.title)
  await watching.getByText(linkTexts.watch.precisely).click()
  for (const [label, value] of [
    [linkTexts.watch.interval, '1'],
    [linkTexts.watch.fail, '2'],
    [linkTexts.watch.recover, '2'],
  ] as const)
    await watching.getByLabel(label).fill(value)
  await button(linkTexts.save).click()
  await watching.getByText(deviceTexts.saved).waitFor()
  await until(
    'an answer over wan0',
    async () => (await uplink('wan0').getByText(linkTexts.uplinks.latency).count()) > 0,
  )
  await internet.fail()
  await uplink('wan0').getByText(linkTexts.uplinks.down, { exact: true }).waitFor()
  await section(linkTexts.outages.title).getByText(linkTexts.outages.lasts).waitFor()
  assert.equal(await desk.fetch(`http://${WEB}/whoami`).then((text) => text?.startsWith('81.2.71.')), true)
  await internet.recover()
  await uplink('wan0').getByText(linkTexts.uplinks.up, { exact: true }).waitFor()
})

story('changes are listed with user, old and new value', async () => {
  await visit('/admin/logs')
  await page
    .getByText(/GET \/logs/)
    .first()
    .waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: logs.line.calls }).check()
  await page
    .getByText(/GET \/logs/)
    .first()
    .waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button(logs.line.save).click()])
  assert.match(readFileSync(await file.path(), 'utf8'), /^\d{4}-.+Z info .*sallyport: /m)
  await link(logs.changes).click()
  await page.getByRole('searchbox', { name: logs.change.search }).fill('watch')
  // The list is replaced when the search has been answered.
  await page.getByRole('row', { name: `${logs.change.fields.IntervalSeconds} 10 1`, exact: true }).waitFor()
})
