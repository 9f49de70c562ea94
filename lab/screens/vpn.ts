import { formatSiteText } from '../../router/features/vpn/sites/text.ts'
import type { ExitEntry, TunnelEntry } from '../../router/model/vpn/tunnels/contract.ts'
import { tunnelFault } from '../../router/model/vpn/tunnels/fault.ts'
import { homeTexts } from '../../web/texts/home/dashboard.ts'
import { addTexts } from '../../web/texts/home/devices/add.ts'
import { deviceTexts } from '../../web/texts/home/devices/device.ts'
import { mapTexts } from '../../web/texts/home/map.ts'
import { dyndnsTexts } from '../../web/texts/internet/dyndns.ts'
import { siteTexts } from '../../web/texts/vpn/sites.ts'
import { tunnelTexts } from '../../web/texts/vpn/tunnels.ts'
import { vpnTexts as texts } from '../../web/texts/vpn/wireguard.ts'
import { openRoadWarrior, type PeerConfig } from '../guests/roadwarrior.ts'
import { until } from '../process/until.ts'
import type { Walk } from './stage.ts'

const MINUTE = 60

/** VPN: empty, a new device until it has connected, many devices, and the advice about public addresses. */
export const walkVpn: Walk = async (page, home, origin, shoot) => {
  const { router } = home
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const said = (words: string) => page.getByText(words, { exact: true }).first()
  const visit = (part: string) => page.goto(`${origin}/admin/${part}`)
  const fulfill = (path: string, json: unknown) =>
    page.route(
      (url) => url.pathname === path,
      (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()),
    )

  /** With a tunnel that works, one that does not, and devices that use them. */
  async function walkTunnels(): Promise<void> {
    const { PublicKey } = (await router.api('/plugins/wireguard/genkey')) as { PublicKey: string }
    const entry = (Name: string, State: TunnelEntry['State'], more: Partial<TunnelEntry>): TunnelEntry => ({
      Name,
      Link: 'wg1',
      Enabled: State !== 'off',
      PublicKey,
      Addresses: ['10.64.0.2'],
      DNS: ['10.64.0.1'],
      MTU: 0,
      ListenPort: 0,
      Peer: {
        PublicKey,
        PresharedKey: '',
        Endpoint: `${Name}.vpn.example.org:51820`,
        AllowedIPs: ['0.0.0.0/0'],
        PersistentKeepalive: 25,
      },
      State,
      Message: State,
      Fault: null,
      ResolvedEndpoint: '',
      LatestHandshake: 0,
      TransferRx: 0,
      TransferTx: 0,
      UsedBy: [],
      ...more,
    })
    await visit('vpn/tunnel')
    await page.getByRole('textbox', { name: tunnelTexts.one.config }).fill('[Interface]\nPrivateKey = nonsense')
    await page.getByRole('textbox', { name: tunnelTexts.one.name, exact: true }).fill('oslo')
    await button(tunnelTexts.one.submit).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await shoot(page, 'tunnel-new')
    const seconds = Math.floor(Date.now() / 1000)
    const up = {
      ResolvedEndpoint: '1.1.1.1:51820',
      LatestHandshake: seconds - 50,
      TransferRx: 48_000_000,
      TransferTx: 3_100_000,
      UsedBy: ['TV abroad', 'work'],
    }
    await fulfill('/vpn/tunnels', [
      entry('bergen', 'down', {
        UsedBy: ['TV abroad'],
        Fault: { ...tunnelFault('no_handshake'), Since: seconds - 600 },
      }),
      entry('oslo', 'up', up),
      entry('office', 'off', {}),
    ])
    const exit = { Groups: [], Tags: [], Networks: [], Domains: [], Fault: null }
    const phone = home.devices.get('phone')?.mac
    const exits: ExitEntry[] = [
      {
        ...exit,
        Name: 'TV abroad',
        Devices: [home.devices.get('tv')?.mac ?? ''],
        Groups: ['family'],
        Tunnels: ['bergen', 'oslo'],
        Traffic: 'all',
        Active: 'oslo',
        State: 'through oslo',
      },
      {
        ...exit,
        Name: 'work',
        Devices: [phone ?? ''],
        Tunnels: ['oslo'],
        Traffic: 'listed',
        Networks: ['10.8.0.0/24'],
        Domains: ['example.org'],
        Active: 'oslo',
        State: 'through oslo',
      },
    ]
    await fulfill('/vpn/exits', exits)
    await router.api('/vpn/sites/cabin', {})
    await visit('vpn/site?name=cabin')
    await button(siteTexts.text.show).click()
    await page.getByRole('textbox', { name: siteTexts.text.label }).waitFor()
    await shoot(page, 'site-new')
    const Secret = ((await router.api('/plugins/wireguard/genkey')) as { PrivateKey: string }).PrivateKey
    const Text = formatSiteText({ PublicKey, Secret, Endpoint: '9.9.9.9:51281', Networks: ['192.168.3.0/24'] })
    await router.api('/vpn/sites/cabin', { Text, Users: { Groups: ['family'] } })
    await page.getByRole('heading', { name: siteTexts.users.title }).waitFor()
    await visit('vpn/site?name=cabin')
    await page.getByRole('heading', { name: siteTexts.users.title }).waitFor()
    await shoot(page, 'site')
    const listed = (await router.api('/vpn/sites')) as object[]
    await fulfill(
      '/vpn/sites',
      listed.map((site) => ({ ...site, State: 'up', Message: 'up' })),
    )
    await visit('map')
    await page.getByRole('region', { name: 'cabin', exact: true }).getByText(mapTexts.site.states.up).waitFor()
    await shoot(page, 'map-site')
    await visit('vpn')
    await said('TV abroad').waitFor()
    await shoot(page, 'vpn-tunnels')
    await visit('vpn/tunnel?name=oslo')
    await page.getByRole('heading', { name: 'oslo' }).waitFor()
    await shoot(page, 'tunnel')
    await visit('vpn/exit?name=TV%20abroad')
    await page.getByRole('heading', { name: 'TV abroad' }).waitFor()
    await shoot(page, 'exit')
    await visit(`devices/${phone}`)
    await page.getByRole('heading', { name: tunnelTexts.device.title }).waitFor()
    await shoot(page, 'device-leaves')
    await visit('')
    await page.getByText(homeTexts.attention.tunnel('bergen')).waitFor()
    await shoot(page, 'home-tunnel')
    await page.unrouteAll()
  }

  await visit('vpn')
  await said(texts.peers.empty).waitFor()
  await shoot(page, 'vpn-empty')

  await visit('add-device?by=vpn')
  await page.getByRole('textbox', { name: addTexts.name }).fill('Anna’s phone')
  await shoot(page, 'vpn-add')
  await button(texts.new.submit).click()
  await said(texts.new.waiting('Anna’s phone')).waitFor()
  await shoot(page, 'vpn-code')

  await using road = await openRoadWarrior(home.internet, home.dir)
  const config = (await router.api('/plugins/wireguard/peer', {})) as PeerConfig
  await road.connect(config)
  const peers = async () =>
    (await router.api('/plugins/wireguard/peers')) as { PublicKey: string; LatestHandshake: number; Online: boolean }[]
  await until('the handshake', async () => (await peers()).some(({ Online }) => Online))
  const online = (await peers()).find(({ Online }) => Online)
  await router.api(`/device?identity=${encodeURIComponent(online?.PublicKey ?? '')}`, {
    Name: 'Work laptop',
    Policies: ['wan', 'dns'],
    Groups: ['family'],
  })
  await visit('vpn')
  await said('Work laptop').waitFor()
  await shoot(page, 'vpn')
  await visit(`devices/${encodeURIComponent(online?.PublicKey ?? '')}`)
  await page.getByRole('heading', { name: texts.device.title, exact: true }).waitFor()
  await shoot(page, 'device-vpn')
  await visit('map?by=link')
  await said('Work laptop').waitFor()
  await shoot(page, 'map-vpn')

  await walkTunnels()

  // As with devices in foreign networks, behind carrier-grade NAT.
  const now = Math.floor(Date.now() / 1000)
  const seen = await peers()
  await fulfill(
    '/plugins/wireguard/peers',
    seen.map((peer, index) => ({
      ...peer,
      Endpoint: ['1.1.1.1:40000', '8.8.8.8:51820'][index] ?? '(none)',
      LatestHandshake: now - 3 * MINUTE * (index + 1),
      TransferRx: 48_000_000,
      TransferTx: 1_210_000_000,
    })),
  )
  const addresses = (await router.api('/ip/addr')) as { ifname: string; addr_info: { local?: string }[] }[]
  await fulfill(
    '/ip/addr',
    addresses.map((link) =>
      link.ifname === 'wan0'
        ? { ...link, addr_info: link.addr_info.map((info) => ({ ...info, local: '100.64.7.9' })) }
        : link,
    ),
  )
  await visit('vpn')
  await page.getByText(texts.reach.shared('100.64.7.9')).waitFor()
  await shoot(page, 'vpn-shared')
  await page.getByRole('textbox', { name: texts.server.endpoints }).fill('not an address!')
  await button(addTexts.list.save).click()
  await page.getByText(/must be a host and a port/).waitFor()
  await shoot(page, 'vpn-refused')
  await button(deviceTexts.cancel).click()
  await page.unrouteAll()

  await page.getByRole('switch', { name: texts.server.on }).click()
  await page.getByRole('heading', { name: texts.server.offTitle }).waitFor()
  await shoot(page, 'vpn-off-question')
  await button(texts.server.offConfirm).click()
  await page.getByText(texts.server.offHint).waitFor()
  await shoot(page, 'vpn-off')

  await visit('links')
  await page.getByRole('heading', { name: dyndnsTexts.title, exact: true }).waitFor()
  await shoot(page, 'dyndns-off')
  const names = [
    { Name: 'home.example.org', Address: '203.0.113.5', Since: now - 90 * MINUTE, Error: '' },
    { Name: 'vpn.example.org', Address: '', Since: 0, Error: 'the provider does not accept the password' },
    { Name: 'new.example.org', Address: '', Since: 0, Error: '' },
  ]
  const settings = (await router.api('/plugins/dyndns/config')) as object
  await fulfill('/plugins/dyndns/config', {
    ...settings,
    provider: 'Cloudflare',
    login_token: '**',
    domains: [{ domain_name: 'example.org', sub_domains: ['home', 'vpn', 'new'] }],
  })
  const status = (await router.api('/plugins/dyndns/status')) as object
  await fulfill('/plugins/dyndns/status', { ...status, State: 'failed', Names: names, NextAttempt: now + 5 * MINUTE })
  await visit('links')
  await page.getByText(/^home\.example\.org/).waitFor()
  await shoot(page, 'dyndns')
  await page.unrouteAll()
}
