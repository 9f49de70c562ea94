import type { Band, Width } from '../../../../router/model/wifi/radios/channel.ts'
import type { ChannelChoice, RadioChannel, WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { bandsOf, channelsFor, widthsOf } from './channels.ts'

const texts = radioTexts.radio

/** The channel number of an automatic choice. */
export const AUTOMATIC = 0

/** The fields of the form. */
export interface RadioFields {
  /** ISO 3166-1; empty until it is set. */
  readonly country: string
  readonly ssid: string
  readonly band: Band
  readonly width: Width
  readonly channel: number
  readonly allowDfs: boolean
}

/** The settings of a radio as the form has them. */
export const savedRadioFields = ({
  Country,
  Ssid,
  Band,
  Width,
  Channel,
  Automatic,
  AllowDfs,
}: WifiRadio): RadioFields => ({
  country: Country,
  ssid: Ssid,
  band: Band || '2.4 GHz',
  width: (Width || 20) as Width,
  channel: Automatic ? AUTOMATIC : Channel,
  allowDfs: AllowDfs,
})

/** Fields whose band, width and channel go together: another band may not have the width, and another width not the channel. */
export function fittedTo(channels: readonly RadioChannel[], fields: RadioFields): RadioFields {
  const band = bandsOf(channels).includes(fields.band) ? fields.band : (bandsOf(channels)[0] ?? fields.band)
  const widths = widthsOf(channels, band)
  const width = widths.includes(fields.width) ? fields.width : (widths[0] ?? fields.width)
  const offered = channelsFor(channels, band, width)
  const isOffered = fields.channel === AUTOMATIC || offered.some(({ Channel }) => Channel === fields.channel)
  return { ...fields, band, width, channel: isOffered ? fields.channel : AUTOMATIC }
}

/** The error of a network name, by the rules of the router; undefined if it is valid. */
export function ssidFault(ssid: string): string | undefined {
  if (ssid === '') return texts.ssidEmpty
  if (/\p{Cc}/u.test(ssid)) return texts.ssidControl
  return new TextEncoder().encode(ssid).length > 32 ? texts.ssidLong : undefined
}

/** Why the automatic choice has taken its channel. */
export function choiceWords({ Channel, Considered }: ChannelChoice): string {
  const chosen = Considered.find((one) => one.Channel === Channel)
  const isLeastUsed = Considered.every(({ Load }) => Load >= (chosen?.Load ?? 0))
  return radioTexts.radio.chosen(Channel, chosen?.Networks ?? 0, Considered.length, isLeastUsed)
}
