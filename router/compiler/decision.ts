import type { Phrase } from '../phrases/phrase.ts'
import type { Ip } from '../values/ip.ts'

/** The first packet of a connection as sent by its opener. The port is the destination port. */
export interface Packet {
  readonly source: Ip
  readonly destination: Ip
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other'
  readonly port?: number | undefined
}

/** The reason of a decision. The name is a policy, a group, a service, or the table and key of a rule; for other kinds a message. */
export interface Reason {
  readonly kind: 'identity' | 'rule' | 'policy' | 'group' | 'service' | 'router' | 'default'
  readonly name: string | Phrase
}

export interface Decision {
  /** `refuse`: rejected with a reply, for devices. `drop`: without one, for packets from the internet. */
  readonly verdict: 'accept' | 'refuse' | 'drop'
  readonly by: Reason
  /** Text of the log entry of a packet that is not accepted, such as `drop:forward`; undefined if it is not logged. */
  readonly logged?: string
  /** The tunnel that the packet leaves through. */
  readonly through?: string
  /** The new destination of a redirected packet. */
  readonly ledTo?: { readonly ip: Ip; readonly port?: number | undefined }
}
