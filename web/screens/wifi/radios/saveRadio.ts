import { links } from '../../../../router/model/internet/links/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import type { Mode } from '../../../../router/model/wifi/radios/channel.ts'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { channelsFor, standardsOf } from './channels.ts'
import { AUTOMATIC, type RadioFields, savedRadioFields } from './fields.ts'

/** Sends what differs. Rejects with the failure of the first call that the router refuses; calls before it are in effect. */
export async function saveRadio(radio: WifiRadio, wanted: RadioFields): Promise<void> {
  const saved = savedRadioFields(radio)
  const params = { interface: radio.Interface }
  const body = {
    ...(wanted.country !== saved.country && { Country_code: wanted.country }),
    ...(wanted.ssid !== saved.ssid && { Ssid: wanted.ssid }),
  }
  if (Object.keys(body).length > 0) await call(radios.configure, { params, body })
  const isElsewhere = wanted.band !== saved.band || wanted.width !== saved.width
  const isAutomatic = wanted.channel === AUTOMATIC
  if (isElsewhere || (!isAutomatic && wanted.channel !== saved.channel)) await tune(radio, wanted)
  if (isAutomatic && (isElsewhere || saved.channel !== AUTOMATIC || wanted.allowDfs !== saved.allowDfs))
    await call(radioState.chooseChannel, { params, body: { AllowDfs: wanted.allowDfs } })
}

/** Before an automatic choice in another band or width, any of its channels is set: preferably one without radar. */
async function tune({ Interface, Channels }: WifiRadio, { band, width, channel }: RadioFields): Promise<void> {
  const offered = channelsFor(Channels, band, width)
  const first = offered.find(({ Dfs }) => Dfs === 'none') ?? offered[0]
  const number = channel === AUTOMATIC ? first?.Channel : channel
  if (number === undefined) throw new Error(radioTexts.radio.noChannel)
  const [hardware, interfaces] = await Promise.all([call(radios.list), call(radios.interfaces)])
  const phy = Object.keys(interfaces).find((name) => Interface in (interfaces[name] ?? {}))
  const mode: Mode = band === '2.4 GHz' ? 'g' : 'a'
  const standards = standardsOf(
    hardware.find(({ wiphy }) => wiphy === phy),
    band,
  )
  const body = { Mode: mode, Channel: number, Bandwidth: width, Is_6e: band === '6 GHz', ...standards }
  await call(radios.setChannel, { params: { interface: Interface }, body })
}

/** A change of radios. `onDone` is called when the radios have been loaded again, so that fields do not jump. */
export const useRadioChange = changesOf(radioState.radios, links.configuration, system.features)
