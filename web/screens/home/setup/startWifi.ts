import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../../client/client.ts'
import type { WifiAnswers } from './wifi.ts'

/**
 * Starts the access point of each radio, all with one name. Rejects with the failure of the first call that the router refuses;
 * calls before it are in effect, and repeating them changes nothing.
 */
export async function startWifi(all: readonly Pick<WifiRadio, 'Interface'>[], answers: WifiAnswers): Promise<void> {
  const body = { Country_code: answers.country, Ssid: answers.ssid }
  for (const { Interface } of all) {
    const params = { interface: Interface }
    await call(radios.enable, { params })
    await call(radios.configure, { params, body })
  }
}
