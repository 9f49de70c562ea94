import { linkTexts as links } from '../../web/texts/internet/links.ts'
import { uplinkTexts as texts } from '../../web/texts/internet/uplinks.ts'
import { NEIGHBOURHOOD } from '../radio/neighbourhood.ts'
import { found } from '../radio/prints.ts'
import type { Walk } from './stage.ts'

const NETWORK = { Password: '**', KeyMgmt: 'WPA-PSK WPA-PSK-SHA256', BSSID: '', Disabled: false }

/** Internet over wifi, with networks to choose from, and over PPPoE. There is no network to join, and no provider to answer. */
export const walkUplinks: Walk = async (page, home, origin, shoot) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await home.router.api('/hostapd/wlan0/disable', {})
  await page.goto(`${origin}/admin/links`)
  await page.getByRole('link', { name: texts.add.wifi('wlan0') }).waitFor()
  await shoot(page, 'uplinks')

  home.mock?.print('dev wlan0 scan dump', found('wlan0', NEIGHBOURHOOD))
  await page.getByRole('link', { name: texts.add.wifi('wlan0') }).click()
  await button(texts.wifi.scan).click()
  await page.getByRole('button', { name: /^upstairs/ }).waitFor()
  await shoot(page, 'uplink-wifi-scan')
  await page.getByRole('button', { name: /^upstairs/ }).click()
  await page.getByLabel(texts.wifi.passphrase).first().fill('a long passphrase')
  await shoot(page, 'uplink-wifi-passphrase')
  await page.route(/\/uplink\/wifi$/, (route) =>
    route.fulfill({
      json: {
        WPAs: [
          {
            Iface: 'wlan0',
            Enabled: true,
            Networks: [
              { ...NETWORK, SSID: 'upstairs', Priority: '3' },
              { ...NETWORK, SSID: 'Anna’s phone', Priority: '2', KeyMgmt: 'WPA-PSK WPA-PSK-SHA256 SAE' },
              { ...NETWORK, SSID: 'Café Größenwahn', Priority: '1', KeyMgmt: 'NONE', BSSID: '02:00:5e:00:02:05' },
            ],
            Status: {
              State: 'connected',
              Message: 'connected to upstairs',
              SSID: 'upstairs',
              BSSID: '02:00:5e:00:02:0b',
              Signal: -57,
              Frequency: 5580,
            },
          },
        ],
      },
    }),
  )
  await page.goto(`${origin}/admin/links/wlan0`)
  await page.getByText(texts.wifi.connected('upstairs')).waitFor()
  await shoot(page, 'uplink-wifi')

  await page.goto(`${origin}/admin/links/wan0`)
  await page.getByRole('textbox', { name: texts.ppp.username }).fill('user@provider.example')
  await shoot(page, 'uplink-pppoe-new')
  await button(links.cancel).click()
  await page.route(/\/uplink\/ppp$/, (route) =>
    route.fulfill({
      json: {
        PPPs: [
          {
            Iface: 'wan0',
            PPPIface: 'ppp0',
            Enabled: true,
            Username: 'user@provider.example',
            Secret: '**',
            VLAN: '7',
            MTU: '',
          },
        ],
      },
    }),
  )
  await page.route(/\/uplink\/ppp\/status$/, (route) =>
    route.fulfill({
      json: [
        {
          Iface: 'wan0',
          PPPIface: 'ppp0',
          State: 'refused',
          Reason: 'the provider refuses the user name or password',
          Since: 0,
          Address: '',
          Gateway: '',
          DNS: [],
          MTU: 0,
        },
      ],
    }),
  )
  await page.goto(`${origin}/admin/links/wan0`)
  await page.getByText(texts.ppp.states.refused).waitFor()
  await shoot(page, 'uplink-pppoe')
  await page.unrouteAll()
}
