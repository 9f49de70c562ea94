import type { ChannelChoice } from '../../../../router/model/wifi/radiostate/state.ts'
import { wifiPageTexts } from '../../../texts/wifi/pages.ts'

/** Why the automatic choice has taken its channel. */
export function choiceWords({ Channel, Considered }: ChannelChoice): string {
  const chosen = Considered.find((one) => one.Channel === Channel)
  const isLeastUsed = Considered.every(({ Load }) => Load >= (chosen?.Load ?? 0))
  return wifiPageTexts.radio.chosen(Channel, chosen?.Networks ?? 0, Considered.length, isLeastUsed)
}
