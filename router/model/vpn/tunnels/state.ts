import { type TunnelFault, type TunnelFaultReason, tunnelFault, tunnelFaultText } from './fault.ts'
import type { Exit, Tunnel } from './tunnel.ts'

/** Whether a tunnel works. A tunnel without such an entry waits for its first handshake. */
export interface TunnelState {
  readonly name: string
  readonly up: boolean
  /** It was up since its settings were last changed. */
  readonly wasUp: boolean
  /** When `up` last changed, in milliseconds since 1970. */
  readonly since: number
  /** Why it is not up; null while it is. */
  readonly fault: TunnelFaultReason | null
  /** The resolved endpoint, such as `198.51.100.7:51820`; empty if it is unknown. */
  readonly endpoint: string
}

interface ShownTunnelState {
  readonly State: 'up' | 'waiting' | 'down' | 'off'
  readonly Message: string
  readonly Fault: TunnelFault | null
}

/** The state of a tunnel, in words, and why it does not work. */
export function describeTunnel(tunnel: Pick<Tunnel, 'Enabled'>, state: TunnelState | undefined): ShownTunnelState {
  if (!tunnel.Enabled) return { State: 'off', Message: 'off', Fault: null }
  if (state?.up) return { State: 'up', Message: 'up', Fault: null }
  const fault = state?.fault ?? tunnelFault('waiting')
  if (!state?.wasUp) return { State: 'waiting', Message: tunnelFaultText(fault), Fault: { ...fault, Since: 0 } }
  return {
    State: 'down',
    Message: `${tunnelFaultText(fault)} since ${timeText(state.since)}`,
    Fault: { ...fault, Since: Math.floor(state.since / 1000) },
  }
}

/** `2026-11-23 01:03 UTC`. */
const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * The tunnel that an exit uses: the first that works. If none does, the first that is enabled, so that its devices are connected
 * again when it works again; undefined if none is enabled.
 */
export function activeTunnel<T extends Pick<Tunnel, 'Name' | 'Enabled'>>(
  { Tunnels }: Pick<Exit, 'Tunnels'>,
  tunnel: (name: string) => T | undefined,
  isUp: (name: string) => boolean,
): T | undefined {
  const enabled = Tunnels.flatMap((name) => tunnel(name) ?? []).filter(({ Enabled }) => Enabled)
  return enabled.find(({ Name }) => isUp(Name)) ?? enabled[0]
}
