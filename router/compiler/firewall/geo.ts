import type { Frame } from '../network.ts'
import { type Expression, isIn, type PacketRule, rule } from './rule.ts'
import type { SetDeclaration } from './set.ts'

const SET = 'geo'

/** The networks of the geo block, as one set of ranges. */
export const geoSets = ({ geo }: Pick<Frame, 'geo'>): [string, SetDeclaration][] =>
  geo ? [[SET, { keys: ['ipv4_addr'], interval: true, networks: geo }]] : []

/**
 * A rule for new connections from these networks, or to them. Connections that the router itself opens have none: its resolver,
 * its updates and its tunnels continue to work.
 */
export const geoRules = (
  { geo }: Pick<Frame, 'geo'>,
  end: 'source' | 'destination',
  verdict: readonly Expression[],
): PacketRule[] => (geo ? [rule(isIn(SET, end), verdict)] : [])
