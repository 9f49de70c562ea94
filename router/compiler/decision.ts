import type { Ip } from '../values/ip.ts'

/** The first packet of a connection, as its opener sends it. The port is where it is sent to. */
export interface Packet {
  readonly source: Ip
  readonly destination: Ip
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other'
  readonly port?: number | undefined
}

/** What decided. The name is that of a policy, a group or a service, the table and key of a rule, or says it in words. */
export interface Reason {
  readonly kind: 'identity' | 'rule' | 'policy' | 'group' | 'service' | 'router' | 'default'
  readonly name: string
}

export interface Decision {
  /** Devices are refused with an answer; packets from the internet are dropped without one. */
  readonly verdict: 'accept' | 'refuse' | 'drop'
  readonly by: Reason
  /** Where it is led in place of where it was sent. */
  readonly ledTo?: { readonly ip: Ip; readonly port?: number | undefined }
}
