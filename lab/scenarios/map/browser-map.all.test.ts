import assert from 'node:assert/strict'
import { mapTexts } from '../../../web/texts/home/map.ts'
import { openAppStories } from '../../browser/app.ts'
import { contrastsIn } from '../../browser/contrast.ts'
import { until } from '../../process/until.ts'

const { story, page, enter, visit, heading, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'], Groups: ['family'] },
  tv: { Policies: ['wan', 'dns'], Groups: ['family'], DeviceTags: ['cast'] },
  camera: { Policies: ['dns'], listens: [554] },
})

const beside = () => page.getByRole('complementary', { name: mapTexts.beside })
const listed = (name: string) => beside().getByRole('button', { name: new RegExp(`^${name}`) })
const chosen = (name: string) => beside().getByRole('heading', { name, exact: true })
/** The text of each connection of the chosen device, by the device at the other end. */
const way = (title: string, other: string) =>
  beside()
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('listitem')
    .filter({ hasText: other })
/** The picture is hidden from screen readers; its elements are found by their ids. */
const drawn = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const lines = (kind: string) => page.locator(`.react-flow__edge.${kind}`)

story('the list next to the map changes groups by keyboard', async ({ phone, camera }) => {
  await enter('/admin/map')
  await listed('camera').focus()
  await page.keyboard.press('Enter')
  await chosen('camera').waitFor()
  await until('the groups', async () => {
    await page.keyboard.press('Tab')
    return (await page.evaluate<string>('document.activeElement.getAttribute("role") ?? ""')) === 'combobox'
  })
  await page.keyboard.type('family')
  await saved(() => page.keyboard.press('Enter'))
  assert.ok(await phone.pings(camera))
  await page.getByText(mapTexts.moved('camera', ['family'])).waitFor()
  await saved(() => page.keyboard.press('Backspace'))
  assert.ok(!(await phone.pings(camera)))
})

story('the map draws the connections that the router permits now', async ({ router, tv, phone, camera }) => {
  const watch = { RuleName: 'watch', Protocol: 'tcp', IP: await camera.address(), Port: '554', Tags: ['cast'] }
  await router.api('/firewall/endpoint', watch)
  await visit(`/admin/map?device=${tv.mac}`)
  await chosen('tv').waitFor()
  const toCamera = way(mapTexts.reaches('tv'), 'camera')
  await toCamera.getByText(mapTexts.reason({ by: 'endpoint', name: 'watch' })).waitFor()
  await way(mapTexts.reaches('tv'), mapTexts.internet).waitFor()
  await way(mapTexts.reachedBy('tv'), 'phone').waitFor()
  await until('the lines', async () => (await lines('open').count()) === 3)
  assert.ok(await tv.reaches(camera, 554))

  const block = { Protocol: 'tcp', SrcIP: await tv.address(), DstIP: await camera.address(), DstPort: '554' }
  await router.api('/firewall/block_forward', block)
  await page.reload()
  await toCamera.getByText(/block/i).waitFor()
  await lines('shut').waitFor()
  assert.ok(!(await tv.reaches(camera, 554)))
  await router.api('/firewall/block_forward', block, 'DELETE')

  await phone.leave()
  await way(mapTexts.reaches('tv'), 'phone').getByText(mapTexts.away).waitFor()
  await phone.join()
  await way(mapTexts.reaches('tv'), 'phone').getByText(mapTexts.away).waitFor({ state: 'detached' })
})

story('cards without a connection to the chosen device keep a contrast of 3:1 in both themes', async ({ camera }) => {
  await visit(`/admin/map?device=${camera.mac}`)
  await chosen('camera').waitFor()
  // Cards lie above the boxes, but not inside of them.
  const box = '.react-flow__node-box > div'
  const dimmed = '.react-flow__node-card [data-look="dim"]'
  await page.locator(dimmed).filter({ hasText: 'desk' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await contrastsIn(page, dimmed, box)
    assert.deepEqual(
      ['desk', 'phone'].filter((name) => !found.some(({ what }) => what === name)),
      [],
      'measured',
    )
    assert.deepEqual(
      found.filter(({ contrast }) => contrast < 3),
      [],
      colorScheme,
    )
  }
})

story('the view by link groups devices by their link, without dragging', async ({ camera }) => {
  await visit('/admin/map')
  await page.getByText(mapTexts.orders.link, { exact: true }).click()
  await drawn('link wlan0').waitFor()
  await drawn('link lan0').waitFor()
  assert.equal(await page.locator('.react-flow__node.draggable').count(), 0)
  await drawn(camera.mac).click()
  await chosen('camera').waitFor()
  await beside().getByRole('link', { name: mapTexts.page }).click()
  await heading('camera').waitFor()
})
