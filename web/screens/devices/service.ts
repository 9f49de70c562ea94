import { deviceTexts } from '../../texts/device.ts'

const words = deviceTexts.reach

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

export type Service = keyof typeof words.services
export const CHOICES = Object.keys(words.services) as Service[]

/** What somebody has chosen; `proto` and `port` count for another port alone. */
export interface Purpose {
  readonly service: Service
  readonly proto: 'tcp' | 'udp'
  readonly port: number
}
export const USUAL: Purpose = { service: 'https', proto: 'tcp', port: 80 }

/** The packet that is asked about, and what it is for in words. */
export function aimOf({ service, proto, port }: Purpose): { aim: Aim; what: string } {
  return service === 'port'
    ? { aim: { proto, port }, what: words.portOf(proto, port) }
    : { aim: SERVICES[service], what: words.services[service] }
}

/** What a device may do at another place, by the protocol and port that are open to it. */
export function mayWords(who: string, other: string, { Protocol, Port }: { Protocol: string; Port: string }): string {
  const usual = Object.entries(words.may).find(([service]) => {
    const { proto, port } = SERVICES[service as keyof typeof words.may]
    return proto === Protocol && String(port) === Port
  })
  return usual ? usual[1](who, other) : words.mayUse(who, words.portOf(Protocol, Port), other)
}
