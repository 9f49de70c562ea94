import type { tunnelStates as english } from '../../../vpn/tunnels/states.ts'

/** German texts of the states of tunnels. */
export const tunnelStates: typeof english = {
  faults: {
    waiting: () => 'Wartet auf den ersten Handshake',
    unresolved: (host) => `Der Name ${host} lässt sich nicht auflösen`,
    unusable: (host, reason) => `Der Name ${host} kann nicht verwendet werden: ${reason}`,
    no_reply: () => 'Keine Antwort',
    no_handshake: () => 'Kein Handshake',
    no_tunnel: () => 'Gesperrt: Kein Tunnel ist aktiviert',
  },
  since: (reason, time) => `${reason} seit ${time}`,
  through: (name) => `Über ${name}`,
  closed: (name, reason) => `Gesperrt: ${name}: ${reason}`,
}
