import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { radioFaults } from '../../../texts/wifi/radiostate/faults.ts'

/** Why a radio does not run with its settings, without a full stop; empty if it does. */
export const radioFaultWords = ({ Fault }: Pick<WifiRadio, 'Fault'>): string =>
  Fault ? radioFaults[Fault.Code](Fault.Detail) : ''
