import type { tunnelStates as english } from '../../vpn/tunnelStates.ts'

/** German texts of the states of tunnels. */
export const tunnelStates: typeof english = {
  waiting: 'Wartet auf den ersten Handshake',
  noReply: 'Keine Antwort',
  noHandshake: 'Kein Handshake',
  unresolved: (host) => `Der Name ${host} lässt sich nicht auflösen`,
  unusable: (host, reason) => `Der Name ${host} kann nicht verwendet werden: ${reason}`,
  since: (reason, time) => `${reason} seit ${time}`,
  through: (name) => `Über ${name}`,
  closed: (name, reason) => `Gesperrt: ${name}: ${reason}`,
  noTunnel: 'Gesperrt: Kein Tunnel ist aktiviert',
}
