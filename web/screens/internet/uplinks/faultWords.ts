import type { ConnectionNote } from '../../../../router/model/internet/connection/connection.ts'
import type { UplinkFault } from '../../../../router/model/internet/uplinks/fault.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { uplinkFaults } from '../../../texts/internet/uplinks/faults.ts'

/** Codes whose text is the reason that a provider gives or an error message, and not the name of a network. */
const WITH_REASON: readonly ConnectionNote['Code'][] = [
  ...(['login_refused', 'session_refused', 'session_ended', 'program_failed'] as const),
]

/** The state of an uplink over wifi or PPPoE; empty without notes. */
export const connectionStateWords = (notes: readonly ConnectionNote[]): string =>
  notes
    .map(({ Code, Text }) => {
      const words = uplinkFaults.connection[Code](Text)
      return Text !== '' && WITH_REASON.includes(Code) ? uplinkFaults.because(words, Text) : words
    })
    .join('; ')

/** Why an uplink is down, without a full stop. Outages of earlier versions have no code, and keep the words of the router. */
export function uplinkFaultWords({ Code, Connection, Reason }: UplinkFault): string {
  if (Code === '') return capitalized(Reason)
  return Code === 'connection' ? connectionStateWords(Connection) : uplinkFaults.of[Code]
}
