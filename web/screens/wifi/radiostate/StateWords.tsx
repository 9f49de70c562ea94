import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { wifiTexts as texts } from '../../../texts/wifi/wifi.ts'
import { isUnused } from './radio.ts'
import { useRadios } from './useRadios.ts'

/** The state of a radio in words, with the time left of a radar check. */
export function StateWords({ radio }: { radio: WifiRadio }) {
  const { State, SecondsLeft } = radio
  if (isUnused(radio)) return texts.unused.word
  const { word } = texts.states[State]
  return SecondsLeft > 0 ? (
    <>
      {word} · <Left seconds={SecondsLeft} />
    </>
  ) : (
    word
  )
}

/** Counts down from what the router said last. */
function Left({ seconds }: { seconds: number }) {
  const { dataUpdatedAt } = useRadios()
  const passed = Math.max(0, useNow() - dataUpdatedAt) / 1000
  return texts.radarLeft(lengthOf(Math.max(0, seconds - passed)))
}
