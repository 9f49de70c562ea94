import { type Band, channelOf, type Width } from '../../../../router/model/wifi/radios/channel.ts'
import type { RadioChannel } from '../../../../router/model/wifi/radiostate/state.ts'

const BANDS = ['2.4 GHz', '5 GHz', '6 GHz'] as const satisfies readonly Band[]

/** The bands in which a radio has channels that the country permits. */
export const bandsOf = (channels: readonly RadioChannel[]): Band[] =>
  BANDS.filter((band) => channels.some((channel) => channel.Permitted && channel.Band === band))

/** The channels of a band that can be used with this width. */
export const channelsFor = (channels: readonly RadioChannel[], band: Band, width: Width): RadioChannel[] =>
  channels.filter(({ Permitted, Band, Widths }) => Permitted && Band === band && Widths.includes(width))

/** The widths in MHz that any channel of a band can be used with. */
export const widthsOf = (channels: readonly RadioChannel[], band: Band): Width[] =>
  [...new Set(channelsIn(channels, band).flatMap(({ Widths }) => Widths))].sort((a, b) => a - b)

const channelsIn = (channels: readonly RadioChannel[], band: Band): RadioChannel[] =>
  channels.filter(({ Permitted, Band }) => Permitted && Band === band)

/** What the kernel reports about a radio: an element of `/iw/list`. */
interface Hardware {
  readonly wiphy: string
  readonly bands: readonly {
    readonly frequencies: readonly string[]
    readonly capabilities?: readonly string[] | undefined
    readonly vht_capabilities?: readonly string[] | undefined
    readonly he_phy_capabilities?: readonly string[] | undefined
    readonly eht_phy_capabilities?: readonly string[] | undefined
  }[]
}

/** The standards that the hardware has in a band, as `ChannelParameters` has them. */
export function standardsOf(hardware: Hardware | undefined, band: Band) {
  const found = hardware?.bands.find(({ frequencies }) =>
    frequencies.some((line) => channelOf(Number.parseInt(line, 10))?.band === band),
  )
  return {
    HT_Enable: band !== '6 GHz' && found?.capabilities !== undefined,
    VHT_Enable: band === '5 GHz' && found?.vht_capabilities !== undefined,
    HE_Enable: found?.he_phy_capabilities !== undefined,
    EHT_Enable: found?.eht_phy_capabilities !== undefined,
  }
}
