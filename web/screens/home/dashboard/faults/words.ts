import type { UplinkFault } from '../../../../../router/model/internet/uplinks/fault.ts'
import type { RemoteStatus } from '../../../../../router/model/machine/backup/remote/contract.ts'
import type { WifiRadio } from '../../../../../router/model/wifi/radiostate/state.ts'
import { wifiTexts } from '../../../../texts/wifi/wifi.ts'
import { uplinkFaultWords } from '../../../internet/uplinks/faultWords.ts'
import { remoteFaultWords } from '../../../machine/backup/remoteFault.ts'
import { tunnelFaultWords } from '../../../vpn/tunnels/faultWords.ts'
import type { ListedTunnel } from '../../../vpn/tunnels/useTunnels.ts'
import { radioFaultWords } from '../../../wifi/radiostate/radioFaultWords.ts'

/** A fault that Home shows, with what the router reports about it. */
export type Fault =
  | { readonly kind: 'uplink'; readonly of: UplinkFault }
  | { readonly kind: 'radio'; readonly of: Pick<WifiRadio, 'Fault'> }
  | { readonly kind: 'tunnel'; readonly of: Pick<ListedTunnel, 'Fault'> }
  | { readonly kind: 'backup'; readonly of: Pick<RemoteStatus, 'Message' | 'Fault'> }

/** The reason of a fault: of an uplink without a full stop, of others as sentences. */
export function wordsOfFault({ kind, of }: Fault): string {
  switch (kind) {
    case 'uplink':
      return uplinkFaultWords(of)
    case 'radio':
      return wifiTexts.home.failedHint(radioFaultWords(of))
    case 'tunnel':
      return `${tunnelFaultWords(of.Fault)}.`
    case 'backup':
      return `${remoteFaultWords(of)}.`
  }
}
