import { trafficTexts } from '../../web/texts/traffic/flows.ts'
import { WEB } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Walk } from './stage.ts'

/** So many bits a second from the internet, evenly. One device at a time: the other end serves one after the other. */
export const download = (device: HouseholdDevice | undefined, rate: string, seconds: number) =>
  device?.try('iperf3', '--client', WEB, '--reverse', '--bitrate', rate, '--time', String(seconds))

/** A little, for half a minute. */
export const trickle = (device: HouseholdDevice | undefined) =>
  device?.try('curl', '-s', '-m', '30', '-o', '/dev/null', 'http://www.test/slow')

/** Traffic of all devices and of one, live and over a day. */
export const walkTraffic: Walk = async (page, home, origin, shoot) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const drawn = () => page.locator('canvas').waitFor()

  await page.goto(`${origin}/admin/traffic?area=lan`)
  await page.getByText(trafficTexts.devices.empty).waitFor()
  await drawn()
  await shoot(page, 'traffic-empty')
  const [laptop, tv] = ['laptop', 'tv'].map((name) => home.devices.get(name))
  const downloads = [download(tv, '6M', 45), trickle(laptop)]
  await page.goto(`${origin}/admin/traffic`)
  await page.getByRole('link', { name: 'tv' }).waitFor()
  await page.waitForTimeout(20_000)
  await shoot(page, 'traffic-live')
  await button(trafficTexts.zoom.in).click()
  await shoot(page, 'traffic-zoomed')
  await page.goto(`${origin}/admin/traffic?range=hour`)
  await page.getByRole('link', { name: 'tv' }).waitFor()
  await drawn()
  await shoot(page, 'traffic-hour')
  await page.goto(`${origin}/admin/traffic/${home.devices.get('tv')?.mac}`)
  await heading(trafficTexts.destinations.title).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await shoot(page, 'traffic-device')
  await Promise.all(downloads)
}
