import type { KernelLink } from '../../../router/features/diagnostics/kernel-link.ts'
import { type InterfaceConfig, uplinkLink } from '../../../router/features/links/interface.ts'
import type { UplinkStatus } from '../../../router/features/wan/status.ts'
import { portsOf } from './port.ts'

/** How far the way to the provider has got. `up`: somebody out there answers. */
export type Reached = 'noCable' | 'noAddress' | 'silent' | 'up'

export interface Uplink {
  readonly config: InterfaceConfig
  readonly reached: Reached
  /** With its prefix length; empty while there is none. */
  readonly address: string
}

/** The uplink that the first run is about: the first one that is in use. */
export function uplinkOf(
  configs: readonly InterfaceConfig[],
  kernel: readonly KernelLink[],
  watched: readonly UplinkStatus[],
): Uplink | undefined {
  const config = configs.find(({ Type, Enabled }) => Type === 'Uplink' && Enabled)
  if (!config) return undefined
  const tagged = uplinkLink(config)
  const link = portsOf(kernel).find(({ name }) => name === tagged)
  const cable = portsOf(kernel).find(({ name }) => name === config.Name)
  const isUp = watched.some(({ Iface, Up }) => Iface === tagged && Up)
  const address = link?.address ?? ''
  const reached = !cable?.connected ? 'noCable' : address === '' ? 'noAddress' : isUp ? 'up' : 'silent'
  return { config, reached, address }
}
