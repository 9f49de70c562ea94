import { MDNS } from '../../model/firewall/multicast/settings.ts'

/** Protocols whose messages the relay reads. */
export type DiscoveryProtocol = 'mDNS' | 'SSDP' | 'WS-Discovery'

/** UPnP Device Architecture 2.0 §1.1.1; WS-Discovery 1.1 §2.4. */
const PORTS: ReadonlyMap<number, DiscoveryProtocol> = new Map([
  [MDNS.port, 'mDNS'],
  [1900, 'SSDP'],
  [3702, 'WS-Discovery'],
])

/** The protocol of datagrams to this port of a group; undefined if the relay does not read it. */
export const protocolAt = (port: number): DiscoveryProtocol | undefined => PORTS.get(port)
