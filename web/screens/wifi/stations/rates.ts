import type { WifiStation } from '../../../../router/model/wifi/stations/station.ts'
import { rateOf } from '../../../parts/values/amount.ts'
import { wifiPageTexts } from '../../../texts/wifi/pages.ts'

const MBIT = 1_000_000

/** The link rates to and from a station; empty until the radio has chosen some. */
export function ratesOfStation({ TxRate, RxRate }: Pick<WifiStation, 'TxRate' | 'RxRate'>): string {
  if (TxRate === 0 && RxRate === 0) return ''
  return wifiPageTexts.stations.rates(rateOf(TxRate * MBIT), rateOf(RxRate * MBIT))
}
