/** States of tunnels, of other homes, and of devices that use a tunnel. Home shows them too. */
export const tunnelStates = {
  waiting: 'Waiting for the first handshake',
  noReply: 'No reply',
  noHandshake: 'No handshake',
  unresolved: (host: string) => `The name ${host} cannot be resolved`,
  unusable: (host: string, reason: string) => `The name ${host} cannot be used: ${reason}`,
  since: (reason: string, time: string) => `${reason} since ${time}`,
  through: (name: string) => `Through ${name}`,
  closed: (name: string, reason: string) => `Closed: ${name}: ${reason}`,
  noTunnel: 'Closed: no tunnel is enabled',
}
