import { homeTexts } from '../../web/texts/home/dashboard.ts'
import { texts } from '../../web/texts.ts'
import { until } from '../process/until.ts'
import type { Walk } from './stage.ts'
import { download, trickle } from './traffic.ts'

const { internet, attention, events } = homeTexts

/** The Home screen: without problems, with many problems at the same time, and during an outage of the internet. */
export const walkHome: Walk = async (page, home, origin, shoot) => {
  const said = (words: string | RegExp) => page.getByText(words).first()
  const block = '/plugins/dns/block'

  await home.router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  await page.goto(`${origin}/admin`)
  await said(internet.up).waitFor()
  await said(homeTexts.figures.devices).waitFor()
  await shoot(page, 'home-first')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: texts.shell.more }).click()
  await page.getByRole('navigation', { name: texts.shell.more }).waitFor()
  await page.mouse.move(0, 0)
  await shoot(page, 'menu-more')
  await page.keyboard.press('Escape')

  await home.router.api(`${block}/blocklists`, { Enabled: true, URI: 'http://lists.test/ads.txt', Category: 'ads' })
  const [laptop, phone, tv] = ['laptop', 'phone', 'tv'].map((name) => home.devices.get(name))
  await until('the list', async () => (await phone?.resolves('tracker.ads.test'))?.length === 0, 20_000)
  for (const device of [laptop, phone, phone])
    for (const name of ['www.test', 'tracker.ads.test', 'ads.test']) await device?.resolves(name)
  const downloads = [download(laptop, '6M', 30), trickle(tv)]
  await page.goto(`${origin}/admin`)
  await said('tracker.ads.test').waitFor()
  await page.waitForTimeout(20_000)
  await shoot(page, 'home')
  await Promise.all(downloads)

  await home.internet.fail()
  await said(internet.down).waitFor()
  await shoot(page, 'home-down')
  await home.internet.recover()
  await said(internet.up).waitFor()
  await said(events.back('wan0')).waitFor()

  await home.router.api(`${block}/blocklists`, { Enabled: true, URI: 'http://lists.test/nothing' })
  // A port that has been given a purpose, and is pulled out.
  const { namespace } = home.router
  await namespace.run(['ip', 'link', 'add', 'usb0', 'type', 'veth', 'peer', 'usb0-far'])
  await home.router.api(`${block}/pause`, { ClientIP: '*', Minutes: 60 })
  const body = { Name: 'usb0', Type: 'Downlink', Enabled: true }
  await until('usb0', async () => (await home.router.ask({ method: 'PUT', path: '/link/config', body })).status === 200)
  await home.router.api('/link/ip', { Name: 'usb0', AdditionalIPs: [{ IP: '10.9.0.1/24' }] })
  await namespace.run(['ip', 'link', 'del', 'usb0'])
  await (await home.addDevice('visitor', { wired: true, unknown: true })).join()
  await said(attention.list).waitFor()
  await said(attention.port('usb0', 'no such device').title).waitFor()
  await said(attention.newDevices(2)).waitFor()
  await shoot(page, 'home-attention')
  await home.router.api(`${block}/pause`, { ClientIP: '*' }, 'DELETE')
  for (const list of ['ads.txt', 'nothing'])
    await home.router.api(`${block}/blocklists`, { URI: `http://lists.test/${list}` }, 'DELETE')
  // As if there were no queries yet.
  for (const device of [laptop, phone])
    await home.router.api(`/plugins/dns/log/history/${await device?.address()}`, undefined, 'DELETE')
}
