import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after } from 'node:test'
import { formatSiteText } from '../../../router/features/vpn/sites/text.ts'
import { addTexts } from '../../../web/texts/home/devices/add.ts'
import { mapTexts } from '../../../web/texts/home/map.ts'
import { siteTexts as homes } from '../../../web/texts/vpn/sites.ts'
import { tunnelTexts as outgoing } from '../../../web/texts/vpn/tunnels.ts'
import { vpnTexts as texts } from '../../../web/texts/vpn/wireguard.ts'
import { openAppStories } from '../../browser/app.ts'
import { inspect } from '../../browser/inspect.ts'
import { keyboardOn } from '../../browser/keyboard.ts'
import { WEB } from '../../guests/addresses.ts'
import { openRoadWarrior, parsePeerFile, type RoadWarrior } from '../../guests/roadwarrior.ts'
import { until } from '../../process/until.ts'

/** VPN in the app: the server, tunnels to providers, and other homes. */
const { story, page, enter, visit, field, button, link, heading, row, words, saved } = await openAppStories({
  desk: { wired: true, Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: [], Groups: ['office'], listens: [9100] },
  camera: { wired: true, Policies: [], listens: [9100] },
})
const { press, to } = keyboardOn(page)
const PHONE = 'Mum’s phone'
let road: RoadWarrior
after(() => road?.[Symbol.asyncDispose]())

const look = (): Promise<void> => inspect(page)

/** Fills in the form that is open, and returns the file that the next page offers. */
async function submitted(name: string): Promise<string> {
  await field(addTexts.name).fill(name)
  await button(texts.new.submit).click()
  await words(texts.new.waiting(name)).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button(texts.new.download).click()])
  return readFileSync(await download.path(), 'utf8')
}

story('the pages of a phone have no accessibility faults, and the map shows it', async ({ internet, dir }) => {
  road = await openRoadWarrior(internet, dir)
  await enter('/')
  await link(texts.title).click()
  await link(texts.add).first().click()
  const file = await submitted(PHONE)
  await page.getByRole('img', { name: texts.new.qrLabel(PHONE) }).waitFor()
  await look()
  await road.connect(parsePeerFile(file))
  await words(texts.new.connected(PHONE)).waitFor()
  await link(texts.title).first().click()
  await row(PHONE).getByRole('link').click()
  await page.getByText(texts.device.only).waitFor()
  await look()
  await visit('/admin/map?by=link')
  await page.getByRole('complementary').getByText(PHONE).first().waitFor()
})

story('the server is turned off after a confirmation, and on again', async ({ router }) => {
  await visit('/admin/vpn')
  const power = page.getByRole('switch', { name: texts.server.on })
  await to(power)
  await press('Space')
  await heading(texts.server.offTitle).waitFor()
  await page.getByText(texts.server.offText(1)).waitFor()
  await saved(() => button(texts.server.offConfirm).click())
  await page.getByText(texts.server.offHint).waitFor()
  assert.deepEqual(await router.api('/plugins/wireguard/status'), {})
  assert.ok(!(await road.reaches(WEB, 80)))
  await saved(() => to(power).then(() => press('Space')))
  await page.getByText(texts.server.onHint(51280)).waitFor()
  await until('the tunnel', () => road.reaches(WEB, 80))
})

story(
  'a public address is saved with the port of the server, and new devices connect to it',
  async ({ router }) => {
    const address = await router.uplinkAddress()
    await field(texts.server.endpoints).fill('no host!')
    await button(addTexts.list.save).click()
    await page.getByText(/must be a host, or a host and a port/).waitFor()
    await field(texts.server.endpoints).fill('vpn.example.org')
    await saved(() => button(addTexts.list.save).click())
    await page.getByText(texts.reach.connects('vpn.example.org:51280')).waitFor()
    assert.deepEqual(await router.api('/plugins/wireguard/endpoints'), ['vpn.example.org'])
    await link(texts.add).first().click()
    await page.getByText(texts.new.traffics.home.name).click()
    const file = await submitted('laptop')
    await router.api('/plugins/wireguard/down', {})
    await page.reload()
    await submitted('tablet')
    await page.getByText(texts.new.serverOff).waitFor()
    await router.api('/plugins/wireguard/up', {})
    assert.match(file, /^Endpoint = vpn\.example\.org:51280$/m)
    assert.match(file, /^AllowedIPs = 192\.168\.2\.0\/24$/m)
    await router.api('/plugins/wireguard/endpoints', [`${address}:51280`])
  },
  [/^PUT \/plugins\/wireguard\/endpoints 400$/],
)

story(
  'a tunnel is added from a file, whose commands are not run',
  async ({ router }) => {
    const keyPair = async () =>
      (await router.api('/plugins/wireguard/genkey')) as { PrivateKey: string; PublicKey: string }
    const file = [
      '[Interface]',
      `PrivateKey = ${(await keyPair()).PrivateKey}`,
      'Address = 10.64.0.2/32',
      'DNS = 10.64.0.1',
      'PostUp = touch /tmp/run-by-postup',
      '[Peer]',
      `PublicKey = ${(await keyPair()).PublicKey}`,
      'AllowedIPs = 0.0.0.0/0',
      `Endpoint = ${WEB}:51820`,
    ]
    await visit('/admin/vpn')
    await link(outgoing.add).click()
    await field(outgoing.one.config).fill('PrivateKey')
    await field(outgoing.one.name).fill('oslo')
    await button(outgoing.one.submit).click()
    await page.getByRole('textbox', { name: outgoing.one.config }).and(page.locator('[aria-invalid=true]')).waitFor()
    await page
      .getByLabel(outgoing.one.choose)
      .and(page.locator('input'))
      .setInputFiles({ name: 'provider.conf', mimeType: 'text/plain', buffer: Buffer.from(`${file.join('\n')}\n`) })
    await button(outgoing.one.submit).click()
    await page.getByText(/^Line 5, PostUp: /).waitFor()
    await link(outgoing.one.show).click()
    await heading('oslo').waitFor()
    await page.getByText(`${WEB}:51820`).first().waitFor()
    await visit('/admin/vpn')
    await row('oslo').getByText('Waiting for the first handshake').waitFor()
    await look()
  },
  [/^PUT \/vpn\/tunnels\/oslo 400$/],
)

story(
  'devices and groups use it, and the page of a device shows that',
  async ({ router, camera }) => {
    await row('oslo').first().getByRole('link').click()
    await page.getByText(outgoing.one.noUsers).waitFor()
    await link(outgoing.exits.add).click()
    await field(outgoing.exit.name).fill('TV abroad')
    await field(outgoing.exit.devices).fill('camera')
    await page.getByRole('option', { name: 'camera' }).click()
    await field(outgoing.exit.groups).fill('office')
    await field(outgoing.exit.groups).press('Enter')
    await saved(() => button(outgoing.exit.save).click())
    const [exit] = (await router.api('/vpn/exits')) as { Devices: string[]; Groups: string[]; Tunnels: string[] }[]
    assert.deepEqual([exit?.Devices, exit?.Groups, exit?.Tunnels], [[camera.mac], ['office'], ['oslo']])
    await heading('oslo').waitFor()
    await row('TV abroad').getByText('camera and office').waitFor()
    await look()
    await visit(`/admin/devices/${camera.mac}`)
    await page
      .getByRole('region', { name: outgoing.device.title })
      .getByText(/^Closed: oslo/)
      .waitFor()
    await link(outgoing.device.via('TV abroad')).click()
    await page.getByText(outgoing.exit.traffics.listed.name).click()
    await field(outgoing.exit.networks).fill('192.168.2.0/24')
    await button(outgoing.exit.save).click()
    await page
      .getByText(/overlap|home/)
      .last()
      .waitFor()
    await field(outgoing.exit.networks).fill('10.8.0.0/24')
    await field(outgoing.exit.domains).fill('www.test')
    await saved(() => button(outgoing.exit.save).click())
    await row('TV abroad').getByText(new RegExp(outgoing.exits.traffics.listed)).waitFor()
  },
  [/^PUT \/vpn\/exits\/TV%20abroad 400$/],
)

story('a tunnel that is used cannot be deleted; without devices it can', async ({ router }) => {
  await row('oslo').first().getByRole('link').click()
  await page.getByText(outgoing.one.inUse(['TV abroad'])).waitFor()
  await visit('/admin/vpn/exit?name=TV%20abroad')
  await button(outgoing.exit.delete).click()
  await saved(() => page.getByRole('dialog').getByRole('button', { name: outgoing.exit.delete, exact: true }).click())
  await visit('/admin/vpn/tunnel?name=oslo')
  await saved(() => page.getByRole('switch', { name: outgoing.one.enabled }).click())
  await page.getByText('Off', { exact: true }).waitFor()
  await button(outgoing.one.remove).click()
  await saved(() => button(outgoing.one.removeConfirm).click())
  await page.getByText(outgoing.empty).waitFor()
  assert.deepEqual(await router.api('/vpn/tunnels'), [])
})

story(
  'another home is connected by exchanging one text each, and deleted',
  async ({ router }) => {
    const keyPair = (await router.api('/plugins/wireguard/genkey')) as { PrivateKey: string; PublicKey: string }
    const other = formatSiteText({
      PublicKey: keyPair.PublicKey,
      Secret: keyPair.PrivateKey,
      Endpoint: `${WEB}:51281`,
      Networks: ['192.168.3.0/24'],
    })
    await visit('/admin/vpn')
    await link(homes.add).click()
    await field(homes.new.name).fill('cabin')
    await button(homes.new.submit).click()
    await heading('cabin').waitFor()
    await page.getByText('Waiting for the text of the other home').waitFor()
    await saved(() => button(homes.text.show).click())
    assert.match(await field(homes.text.label).inputValue(), /^sallyport-site-1:/)
    await field(homes.other.label).fill(other.slice(0, -3))
    await button(homes.other.submit).click()
    await page.getByText(/is incomplete or altered/).waitFor()
    await field(homes.other.label).fill(other)
    await saved(() => button(homes.other.submit).click())
    await page.getByText('192.168.3.0/24').waitFor()
    await look()
    const users = page.getByRole('region', { name: homes.users.title })
    await users
      .getByRole('textbox', { name: 'Groups' })
      .or(users.getByRole('combobox', { name: 'Groups' }))
      .fill('office')
    await page.keyboard.press('Enter')
    await saved(() => users.getByRole('button', { name: addTexts.list.save, exact: true }).click())
    const [site] = (await router.api('/vpn/sites')) as { Users: { Groups: string[] }; Peer: { Networks: string[] } }[]
    assert.deepEqual([site?.Users.Groups, site?.Peer.Networks], [['office'], ['192.168.3.0/24']])

    await visit('/admin/map')
    const onMap = page.getByRole('region', { name: 'cabin', exact: true })
    await onMap.getByText(`${mapTexts.site.states.waiting} · 192.168.3.0/24`).waitFor()
    await onMap.getByText(mapTexts.site.users('printer')).waitFor()
    await onMap.getByText(mapTexts.site.shared('')).waitFor()
    // The picture is hidden from screen readers; its elements are found by their ids.
    await page.locator('.react-flow__node[data-id="site cabin"]').getByText('192.168.3.0/24').waitFor()
    await until('one line', async () => (await page.locator('.react-flow__edge.away:not(.trunk)').count()) === 1)
    await look()
    await page.locator('.react-flow__node[data-id="site cabin"]').click()
    await heading('cabin').waitFor()
    await link(homes.back).first().click()
    await row('cabin').getByText('192.168.3.0/24').waitFor()
    await page.getByText(outgoing.empty).waitFor()
    await row('cabin').getByRole('link').click()
    await button(homes.remove).click()
    await saved(() => button(homes.removeConfirm).click())
    await page.getByText(homes.empty).waitFor()
  },
  [/^PUT \/vpn\/sites\/cabin 400$/],
)
