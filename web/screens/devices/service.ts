/** What people want to reach another device for, as the router asks for it. `ping` has no port, `port` one that is typed. */
export const SERVICES = {
  https: { proto: 'tcp', port: 443 },
  print: { proto: 'tcp', port: 9100 },
  cast: { proto: 'tcp', port: 8009 },
  smb: { proto: 'tcp', port: 445 },
  ssh: { proto: 'tcp', port: 22 },
  ping: { proto: 'icmp', port: undefined },
} as const

export type Proto = 'tcp' | 'udp' | 'icmp'

/** What exactly is asked for; no port with icmp. */
export interface Aim {
  readonly proto: Proto
  readonly port: number | undefined
}
