import assert from 'node:assert/strict'
import { mapTexts } from '../../../web/texts/home/map.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { until } from '../../process/until.ts'

/** A home with hundreds of devices: only rows near the viewport are rendered. */
const MANY = 300
const nameOf = (index: number): string => `sensor ${String(index).padStart(3, '0')}`
const { story, page, enter, visit, field, row } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
})

/** The row that has the focus. */
const focused = page.locator?.('li:has(:focus)')
const drawn = () => page.getByRole('main').getByRole('listitem').count()

story('a list of hundreds renders only visible rows, each with its position for screen readers', async ({ router }) => {
  for (let index = 0; index < MANY; index++) {
    const mac = `02:11:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`
    await router.api(`/device?identity=${mac}`, { Name: nameOf(index), Policies: ['dns'] })
  }
  // The first rows are rendered before the list's code has been downloaded.
  const download = Promise.withResolvers<void>()
  await page.route(/\/LongList-[^/]*\.js$/, async (route) => {
    await download.promise
    await route.continue()
  })
  await enter('/admin/devices', texts.devices.title)
  await row(nameOf(0)).waitFor()
  assert.ok((await drawn()) < MANY / 3)
  assert.equal(await row(nameOf(0)).getAttribute('aria-setsize'), String(MANY + 1))
  download.resolve()
  await row(nameOf(0)).and(page.locator('[data-index]')).waitFor()
  assert.ok((await drawn()) < MANY / 3)
  assert.equal(await row(nameOf(0)).getAttribute('aria-setsize'), String(MANY + 1))
})

story('the list scrolls to its last row', async () => {
  await page.keyboard.press('End')
  await row(nameOf(MANY - 1)).waitFor()
  assert.equal(await row(nameOf(MANY - 1)).getAttribute('aria-posinset'), String(MANY + 1))
  const [first, last] = await Promise.all([MANY - 2, MANY - 1].map((index) => row(nameOf(index)).boundingBox()))
  assert.ok(first && last && Math.abs(first.y + first.height - last.y) <= 1, 'the lines leave no gap')
  await page.keyboard.press('Home')
  await row(nameOf(0)).waitFor()
})

story('the Tab key reaches all rows, and a row keeps the focus when scrolled away', async () => {
  await row('desk').getByRole('link').focus()
  for (let index = 0; index < 80; index++) await page.keyboard.press('Tab')
  await focused.filter({ hasText: nameOf(79) }).waitFor()
  await until('a part of the list', async () => (await drawn()) < MANY / 3)
  await page.keyboard.press('Control+Home')
  await page.mouse.wheel(0, -20_000)
  await row(nameOf(0)).waitFor()
  assert.equal(await focused.count(), 1)
  await page.keyboard.press('Tab')
  await focused.filter({ hasText: nameOf(80) }).waitFor()
})

story('a filter finds a row that is not rendered', async () => {
  await field(texts.devices.search).or(page.getByRole('searchbox')).fill(nameOf(217))
  await row(nameOf(217)).waitFor()
  assert.equal(await drawn(), 1)
})

story('the map shows clusters, which open and close with a click', async () => {
  const cards = page.locator('.react-flow__node-card')
  const clusters = page.locator('.react-flow__node-cluster')
  await visit('/admin/map')
  await clusters.first().waitFor()
  const parts = Math.ceil(MANY / 24)
  assert.equal(await clusters.count(), parts)
  await clusters
    .first()
    .getByText(mapTexts.cluster(mapTexts.kinds.other, Math.ceil(MANY / parts)))
    .waitFor()
  const before = await cards.count()
  await clusters.first().click()
  await until('the devices of the cluster', async () => (await cards.count()) === before + Math.ceil(MANY / parts))
  await clusters.first().click()
  await until('a closed cluster', async () => (await cards.count()) === before)
  const beside = page.getByRole('complementary', { name: mapTexts.beside })
  await beside.getByRole('button', { name: new RegExp(`^${nameOf(7)}`) }).click()
  await cards.filter({ hasText: nameOf(7) }).waitFor()
})
