import type { PortRange } from '../config/port.ts'

/**
 * UDP ports at which the router receives unicast answers to questions that it has forwarded. The firewall drops their packets, which
 * the relay receives before it. Above the ports that Linux assigns to programs (`net.ipv4.ip_local_port_range`).
 */
export const ANSWER_PORTS: PortRange = { first: 61_000, last: 62_023 }
