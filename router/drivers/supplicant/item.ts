import type { Frame, WifiLink } from '../../compiler/network.ts'
import type { Items } from '../driver.ts'

/** A link that joins the networks of others. */
export interface StationItem extends WifiLink {
  readonly kind: 'station'
}

export const stationItemsOf = ({ wifiUplinks }: Pick<Frame, 'wifiUplinks'>): Items<StationItem> =>
  new Map(wifiUplinks.map((uplink) => [`station ${uplink.link}`, { kind: 'station', ...uplink }]))
