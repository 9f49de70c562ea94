import assert from 'node:assert/strict'
import { dnsTexts } from '../../../web/texts/dns/dns.ts'
import { homeTexts } from '../../../web/texts/home/dashboard.ts'
import { radioTexts } from '../../../web/texts/wifi/radios.ts'
import { wifiTexts } from '../../../web/texts/wifi/wifi.ts'
import { texts } from '../../../web/texts.ts'
import { openAppStories } from '../../browser/app.ts'
import { WEB } from '../../guests/addresses.ts'
import { until } from '../../process/until.ts'

/** Further stories of Home: browser-home.test.ts has the first ones. */
const { story, page, enter, heading, button, link, words, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
})

const { internet, attention, figures, now } = homeTexts
const block = '/plugins/dns/block'

/** A figure by its label. */
const figure = (name: string) => page.getByRole('link').filter({ has: heading(name) })

story('the owner signs in at home', async ({ laptop, router }) => {
  await router.api('/wan/config', { IntervalSeconds: 1, FailThreshold: 2, RecoverThreshold: 2 })
  // The first value of a counter has no rate.
  assert.ok(await laptop.fetch('http://www.test/'))
  await enter('/admin')
  await words(internet.up).waitFor()
})

story('without a radio, the Wifi screen names the command for a home with simulated radios', async () => {
  await link(wifiTexts.title).click()
  await words(radioTexts.none.title).waitFor()
  await words('npm start -- --vm').waitFor()
  await link(texts.shell.start).click()
})

story('traffic is shown live', async ({ laptop }) => {
  const legend = page.getByRole('figure').getByText(now.down)
  await legend.waitFor()
  const before = await figure(figures.today).textContent()
  // Each value is the mean of the minute before it: 12 s of 10 Mbit/s are at least 2 Mbit/s.
  const download = laptop.try('iperf3', '--client', WEB, '--reverse', '--bitrate', '10M', '--time', '12')
  await legend.filter({ hasText: /\d Mbit\/s/ }).waitFor()
  assert.equal((await download).code, 0)
  assert.notEqual(await figure(figures.today).textContent(), before)
})

story(
  'problems are listed on the first screen with a link to their solution, and disappear when solved',
  async (home) => {
    const { router } = home
    const needs = page.getByRole('region', { name: attention.title })
    assert.equal(await needs.count(), 0)
    await router.api(`${block}/blocklists`, { Enabled: true, URI: 'http://lists.test/nothing' })
    await needs.getByText(attention.list).waitFor()
    await router.namespace.run(['ip', 'link', 'add', 'usb0', 'type', 'veth', 'peer', 'usb0-far'])
    const body = { Name: 'usb0', Type: 'Downlink', Enabled: true }
    await until('usb0', async () => (await router.ask({ method: 'PUT', path: '/link/config', body })).status === 200)
    await router.api('/link/ip', { Name: 'usb0', AdditionalIPs: [{ IP: '10.9.0.1/24' }] })
    await router.namespace.run(['ip', 'link', 'del', 'usb0'])
    await needs.getByText(attention.port('usb0', 'no such device').title).waitFor()
    await (await home.addDevice('visitor', { wired: true, unknown: true })).join()
    await needs.getByText(attention.newDevices(1)).waitFor()

    await needs.getByRole('link', { name: attention.newDevices(1) }).click()
    await heading(texts.devices.unnamed).waitFor()
    await page.goBack()
    await router.api('/link/ip', { Name: 'usb0', AdditionalIPs: [] })
    await router.api('/link/config', { ...body, Type: 'Other', Enabled: false })
    const visitor = home.devices.get('visitor')
    await router.api(`/device?identity=${visitor?.mac}`, undefined, 'DELETE')
    await needs.getByRole('link', { name: attention.list }).click()
    await button(dnsTexts.list.remove('nothing (lists.test)')).click()
    await saved(() => button(dnsTexts.remove).click())
    await link(texts.shell.start).click()
    await words(internet.up).waitFor()
    await needs.waitFor({ state: 'detached' })
  },
)
