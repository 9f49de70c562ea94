import type { TunnelState } from '../../store/presence.ts'
import type { Exit, Tunnel } from './tunnel.ts'

/** The state of a tunnel, and in words. */
export function describe(
  tunnel: Pick<Tunnel, 'Enabled'>,
  state: TunnelState | undefined,
): { State: 'up' | 'waiting' | 'down' | 'off'; Message: string } {
  if (!tunnel.Enabled) return { State: 'off', Message: 'off' }
  if (!state) return { State: 'waiting', Message: 'waiting for the first handshake' }
  if (state.up) return { State: 'up', Message: 'up' }
  return { State: state.wasUp ? 'down' : 'waiting', Message: state.reason }
}

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
