import { baseOf, stationLink } from '../../../../router/model/internet/links/interface.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { deviceTexts } from '../../../texts/home/devices/device.ts'

/** The wifi network of a station's link, such as `Home (wlan0)` for `wlan0.4097`; the port itself for any other link. */
export function linkName(link: string, radios: readonly Pick<WifiRadio, 'Interface' | 'Ssid'>[]): string {
  if (!stationLink(link)) return link
  const [radio = link, network] = baseOf(link).split('.')
  if (network === 'ap0') return deviceTexts.guestNetwork(radio)
  const ssid = radios.find(({ Interface }) => Interface === radio)?.Ssid
  return ssid ? `${ssid} (${radio})` : radio
}
