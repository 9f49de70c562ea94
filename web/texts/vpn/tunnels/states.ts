import type { TunnelFault } from '../../../../router/model/vpn/tunnels/fault.ts'

/** States of tunnels, of other homes, and of devices that use a tunnel. Home shows them too. Sentences without a full stop. */
export const tunnelStates = {
  /** By the codes of the router. */
  faults: {
    waiting: () => 'Waiting for the first handshake',
    unresolved: (host: string) => `The name ${host} cannot be resolved`,
    unusable: (host: string, reason: string) => `The name ${host} cannot be used: ${reason}`,
    no_reply: () => 'No reply',
    no_handshake: () => 'No handshake',
    no_tunnel: () => 'Closed: no tunnel is enabled',
  } satisfies Record<TunnelFault['Code'], (host: string, detail: string) => string>,
  since: (reason: string, time: string) => `${reason} since ${time}`,
  through: (name: string) => `Through ${name}`,
  closed: (name: string, reason: string) => `Closed: ${name}: ${reason}`,
}
