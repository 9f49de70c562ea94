import type { LinkEntry } from '../../../model/internet/links/contract.ts'
import type { InterfaceConfig } from '../../../model/internet/links/interface.ts'
import { bssidOf } from '../../../model/wifi/radios/radio.ts'
import type { Facts } from '../../../store/facts.ts'

/** The entry of a radio with its network for guests, as API 0.3.0 names it; of another link the entry itself. */
export function withGuests(link: InterfaceConfig, { radios, links }: Pick<Facts, 'radios' | 'links'>): LinkEntry {
  const radio = link.Type === 'AP' ? radios.get(link.Name) : undefined
  if (!radio?.Guest) return link
  const { Ssid, Wpa3 } = radio.Guest
  const mac = links.get(link.Name)?.mac ?? radio.MAC
  const network = {
    Ssid,
    Bssid: mac && bssidOf(mac, 2),
    Wpa: '2',
    WpaKeyMgmt: Wpa3 ? 'WPA-PSK WPA-PSK-SHA256 SAE' : 'WPA-PSK WPA-PSK-SHA256',
    DisableIsolation: false,
  }
  return { ...link, ExtraBSS: [network] }
}
