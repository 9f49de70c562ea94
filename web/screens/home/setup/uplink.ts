import { type InterfaceConfig, uplinkLink } from '../../../../router/model/internet/links/interface.ts'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import type { KernelLink } from '../../../../router/model/machine/diagnostics/kernel-link.ts'
import { connectionStateWords } from '../../internet/uplinks/faultWords.ts'
import { uplinkPorts } from './port.ts'

/** The state of the connection to the provider. `up`: a host on the internet answers. Over wifi, it is never `noCable`. */
export type Reached = 'noCable' | 'noAddress' | 'silent' | 'up'

export interface SetupUplink {
  readonly config: InterfaceConfig
  readonly reached: Reached
  /** With its prefix length; empty while there is none. */
  readonly address: string
  /** The port that its cable is plugged into: of a PPPoE session, the one that carries it. */
  readonly port: string
  /** The state of a connection over wifi or PPPoE, in words; empty for a cable. */
  readonly state: string
}

/** The uplink that the first run is about: the first one that is in use. */
export function uplinkOf(
  configs: readonly InterfaceConfig[],
  kernel: readonly KernelLink[],
  watched: readonly UplinkStatus[],
): SetupUplink | undefined {
  const config = configs.find(({ Type, Enabled }) => Type === 'Uplink' && Enabled)
  if (!config) return undefined
  const tagged = uplinkLink(config)
  const carrier = config.Subtype === 'ppp' ? configs.find(({ Subtype }) => Subtype === 'pppup') : config
  const port = carrier?.Name ?? config.Name
  const cable = uplinkPorts(kernel).find(({ name }) => name === port)
  const status = watched.find(({ Iface }) => Iface === tagged)
  const address = addressOf(kernel.find(({ ifname }) => ifname === tagged))
  const isUnplugged = config.Subtype !== 'wifi' && !cable?.connected
  const reached = isUnplugged ? 'noCable' : address === '' ? 'noAddress' : status?.Up ? 'up' : 'silent'
  return { config, reached, address, port, state: connectionStateWords(status?.Connection ?? []) }
}

function addressOf(link: KernelLink | undefined): string {
  const inet = link?.addr_info.find(({ family }) => family === 'inet')
  return inet?.local ? `${inet.local}/${inet.prefixlen}` : ''
}
