import { type Handlers, PlainText } from '../../../model/operation.ts'
import type { wifiFailures, wifiSocket } from '../../../model/wifi/admission/contract.ts'
import { guestLink } from '../../../model/wifi/radios/radio.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Failures } from './failures.ts'
import { anyPending, type Stations } from './stations.ts'

export function wifiHandlers(facts: Facts, stations: Stations): Handlers<typeof wifiSocket> {
  const accessPoints = () => [...facts.interfaces.values()].filter(({ Type, Enabled }) => Type === 'AP' && Enabled)
  const named = (names: readonly string[]) => new PlainText(names.map((name) => `${name} `).join(''))
  return {
    // The report does not contain the passphrase.
    reportJoined: ({ body }) => stations.join(body, anyPending(facts.devices.keys())),
    reportFailed: ({ body }) => stations.fail(body),
    reportLeft: ({ body }) => stations.leave(body),
    interfaces: () => named(accessPoints().map(({ Name }) => Name)),
    virtualInterfaces: () =>
      named(accessPoints().flatMap(({ Name }) => (facts.radios.get(Name)?.Guest ? [guestLink(Name)] : []))),
  }
}

export const wifiFailureHandlers = (failures: Failures): Handlers<typeof wifiFailures> => ({
  list: () => failures.list(),
})
