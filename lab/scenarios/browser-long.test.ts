import assert from 'node:assert/strict'
import { mapTexts } from '../../web/texts/map.ts'
import { texts } from '../../web/texts.ts'
import { openAppStories } from '../app.ts'
import { until } from '../until.ts'

/** A household of hundreds: only the lines near the window are drawn, and nobody is to notice. */
const MANY = 300
const nameOf = (index: number): string => `sensor ${String(index).padStart(3, '0')}`
const { story, page, visit, signIn, field, heading, row } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns', 'lan', 'api'] },
})

/** The line that has the focus. */
const focused = page.locator?.('li:has(:focus)')
const drawn = () => page.getByRole('main').getByRole('listitem').count()

story('of a list of hundreds a part is drawn, and each line says which of how many it is', async ({ router }) => {
  for (let index = 0; index < MANY; index++) {
    const mac = `02:11:00:00:${(index >> 8).toString(16).padStart(2, '0')}:${(index & 255).toString(16).padStart(2, '0')}`
    await router.api(`/device?identity=${mac}`, { Name: nameOf(index), Policies: ['dns'] })
  }
  await visit('/admin/devices')
  await signIn()
  await heading(texts.devices.title).waitFor()
  await row(nameOf(0)).waitFor()
  await until('a part of the list', async () => (await drawn()) < MANY / 3)
  assert.equal(await row(nameOf(0)).getAttribute('aria-setsize'), String(MANY + 1))
})

story('it ends with the last one, and has room for all of them', async () => {
  await page.keyboard.press('End')
  await row(nameOf(MANY - 1)).waitFor()
  assert.equal(await row(nameOf(MANY - 1)).getAttribute('aria-posinset'), String(MANY + 1))
  const [first, last] = await Promise.all([MANY - 2, MANY - 1].map((index) => row(nameOf(index)).boundingBox()))
  assert.ok(first && last && Math.abs(first.y + first.height - last.y) <= 1, 'the lines leave no gap')
  await page.keyboard.press('Home')
  await row(nameOf(0)).waitFor()
})

story('the Tab key goes from one to the next, and a line keeps the focus that is scrolled away', async () => {
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

story('a word finds the one that is far away', async () => {
  await field(texts.devices.search).or(page.getByRole('searchbox')).fill(nameOf(217))
  await row(nameOf(217)).waitFor()
  assert.equal(await drawn(), 1)
})

story('on the map they are marks from afar; who is clicked becomes a card, and from near they all are', async () => {
  const cards = page.locator('.react-flow__node-card')
  const box = page.locator('.react-flow__node-box')
  await visit('/admin/map')
  await box.waitFor()
  assert.equal(await cards.count(), 0)
  const { x, y, width, height } = (await box.boundingBox()) ?? assert.fail('the box is to be seen')
  const scale = width / (await page.evaluate<number>(`document.querySelector('.react-flow__node-box').offsetWidth`))
  // The last of the first column: a card is 48 high, and stands in 12 from the edges.
  const mark = { x: x + 100 * scale, y: y + height - 36 * scale }
  await page.mouse.click(mark.x, mark.y)
  await cards.waitFor()
  const there = (await cards.boundingBox()) ?? assert.fail('the card is to be seen')
  assert.ok(Math.abs(there.x + there.width / 2 - mark.x) < 10 && Math.abs(there.y + there.height / 2 - mark.y) < 5)
  const name = await cards.innerText()
  await page.getByRole('complementary').getByRole('heading', { name, exact: true }).waitFor()
  const closer = page.getByRole('button', { name: mapTexts.closer })
  await until('cards', async () => {
    await closer.click()
    return (await cards.count()) > 1
  })
  assert.ok((await cards.count()) < MANY)
})
