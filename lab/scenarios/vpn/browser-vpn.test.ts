import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../../web/texts/home/devices/device.ts'
import { vpnTexts as texts } from '../../../web/texts/vpn/wireguard.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { addPeer } from '../../guests/peer.ts'
import { openRoadWarrior, parsePeerFile, type RoadWarrior } from '../../guests/roadwarrior.ts'

/** VPN in the app: a phone is added, connects with the file that the page shows, and is deleted. */
const { story, page, enter, field, button, link, row, words } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: [], Groups: ['office'], listens: [9100] },
  camera: { wired: true, Policies: [], listens: [9100] },
})
const PHONE = 'Mum’s phone'
const TABLET = 'Dad’s tablet'
let road: RoadWarrior
after(() => road?.[Symbol.asyncDispose]())

/** Fills in the form that is open, and returns the file that the next page offers. */
async function submitted(name: string): Promise<string> {
  await field(addTexts.name).fill(name)
  await button(texts.new.submit).click()
  await words(texts.new.waiting(name)).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(texts.new.download).click()])
  return readFileSync(await download.path(), 'utf8')
}

story(
  'a phone is added in one step, and the page shows when it has connected',
  async ({ router, internet, dir, printer, camera }) => {
    road = await openRoadWarrior(internet, dir)
    await enter('/')
    await link(texts.title).click()
    await words(texts.peers.empty).waitFor()
    await link(texts.add).first().click()
    await field(addTexts.groups).fill('office')
    await field(addTexts.groups).press('Enter')
    const file = await submitted(PHONE)
    await page.getByRole('img', { name: texts.new.qrLabel(PHONE) }).waitFor()
    assert.match(file, /^AllowedIPs = 0\.0\.0\.0\/0, ::\/0$/m)
    assert.match(file, new RegExp(`^Endpoint = ${await router.uplinkAddress()}:51280$`, 'm'))
    await road.connect(parsePeerFile(file))
    assert.ok(await road.reaches(WEB, 80))
    await words(texts.new.connected(PHONE)).waitFor()
    // A notification may have it, too.
    await page.getByText(road.address).first().waitFor()
    assert.equal(
      await page.getByRole('img', { name: texts.new.qrLabel(PHONE) }).count(),
      0,
      'the key is not shown again',
    )
    assert.ok(await road.reaches((await printer.address()) ?? '', 9100), 'its group')
    assert.ok(!(await road.reaches((await camera.address()) ?? '', 9100)), 'no group in common')
  },
)

story('the VPN screen and the page of the device show that it is connected', async () => {
  await link(texts.title).first().click()
  await row(PHONE)
    .getByText(new RegExp(`^${texts.states.online} · `))
    .waitFor()
  await row(PHONE).getByText(road.address).waitFor()
  await row(PHONE).getByRole('link').click()
  await page.getByText(texts.device.only).waitFor()
  const facts = page.getByRole('region', { name: texts.device.title, exact: true })
  await facts.getByText(texts.states.online, { exact: true }).waitFor()
  await facts.getByText(road.address).waitFor()
})

story('a deleted device loses its connection and is not listed, others remain', async ({ router }) => {
  await addPeer(router, TABLET, {})
  await button(deviceTexts.remove).click()
  await button(deviceTexts.removeConfirm).click()
  await words(deviceTexts.removed(PHONE)).first().waitFor()
  assert.ok(!(await road.reaches(WEB, 80)))
  await link(texts.title).first().click()
  await row(TABLET).waitFor()
  assert.equal(await row(PHONE).count(), 0)
})
