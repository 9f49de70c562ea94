import { type Ip, ipToNumber } from '../values/ip.ts'
import { containsIp, type Subnet } from '../values/subnet.ts'

/**
 * Connections by the fields that a firewall rule compares. Destination and port match as the opener sent them, or as they were
 * translated.
 */
export interface ConnectionPattern {
  readonly source: Subnet
  readonly destination: Subnet
  /** IANA's number. */
  readonly protocol: number
  /** Both ends included; undefined for all ports. */
  readonly ports?: { readonly first: number; readonly last: number } | undefined
}

/** Tracked connections: those of an address are the ones it opened, that were sent to it, or that it answers. */
export type ConnectionSelection = readonly (Ip | ConnectionPattern)[] | 'all'

/** What a selection compares: the opener, its destination, and the responder, which differs where the destination was translated. */
export interface SelectionEnds {
  readonly source: number
  readonly destination: number
  readonly responder: number
  readonly protocol: number
  /** Undefined for protocols without ports. */
  readonly port: number | undefined
  readonly responderPort: number | undefined
}

export const addressesInSelection = (selection: Exclude<ConnectionSelection, 'all'>): Ip[] =>
  selection.filter((one) => typeof one === 'string')

export const patternsIn = (selection: Exclude<ConnectionSelection, 'all'>): ConnectionPattern[] =>
  selection.filter((one) => typeof one !== 'string')

/** Returns whether connections are selected. It is called for each entry of a table, so it compares numbers only. */
export function matcherOf(selection: ConnectionSelection): (ends: SelectionEnds) => boolean {
  if (selection === 'all') return () => true
  const addresses = new Set(addressesInSelection(selection).map(ipToNumber))
  const patterns = patternsIn(selection)
  return (ends) =>
    addresses.has(ends.source) ||
    addresses.has(ends.destination) ||
    addresses.has(ends.responder) ||
    patterns.some((pattern) => matches(pattern, ends))
}

const matches = ({ source, destination, protocol, ports }: ConnectionPattern, ends: SelectionEnds): boolean =>
  protocol === ends.protocol &&
  ((isWithin(ports, ends.port) && containsIp(destination, ends.destination)) ||
    (isWithin(ports, ends.responderPort) && containsIp(destination, ends.responder))) &&
  containsIp(source, ends.source)

const isWithin = (ports: ConnectionPattern['ports'], port = 0): boolean =>
  ports === undefined || (port >= ports.first && port <= ports.last)
