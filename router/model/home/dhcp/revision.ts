import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { type Phrase, phrase, schemaPhrase } from '../../../phrases/phrase.ts'
import { Duration } from '../../../values/duration.ts'
import { formatSubnet, overlap, parseSubnet, type Subnet, UNROUTABLE_NETS } from '../../../values/subnet.ts'
import type { SubnetConfig } from './subnet.ts'

const LARGEST_PREFIX = 24
const SMALLEST_PREFIX = 8
const MOST_NETS = 64

/** The request body: both fields, as in API 0.3.0. An empty lease time is unchanged. */
export const GivenSubnet = z.strictObject({
  TinyNets: z
    .array(z.string())
    .min(1, schemaPhrase('home.networkNeeded'))
    .max(MOST_NETS)
    .meta({ description: 'IPv4 networks of prefix length 8 to 24', example: ['192.168.2.0/24'] }),
  LeaseTime: z
    .union([z.literal(''), Duration])
    .meta({ description: 'Hours, minutes and seconds; empty for unchanged', example: '12h' }),
})
export type GivenSubnet = z.output<typeof GivenSubnet>

/** A network that the home networks must not overlap, and its description: `the network of the uplink wan0`. */
export interface TakenNet {
  readonly by: Phrase
  readonly net: Subnet
}

/** The settings after a PUT. Throws `Invalid`. */
export function revisedSubnet(stored: SubnetConfig, given: GivenSubnet, taken: readonly TakenNet[]): SubnetConfig {
  const LeaseTime = given.LeaseTime || stored.LeaseTime
  return { TinyNets: checkedNets(given.TinyNets, taken), LeaseTime }
}

/** Normalised networks, without overlaps with each other or with existing networks. Throws `Invalid`. */
function checkedNets(given: readonly string[], taken: readonly TakenNet[]): string[] {
  const nets: Subnet[] = []
  for (const [index, text] of given.entries()) {
    const field = `TinyNets[${index}]`
    const net = parseSubnet(text)
    if (!net) throw new Invalid(phrase('home.ipv4Network'), field)
    if (net.prefix < SMALLEST_PREFIX || net.prefix > LARGEST_PREFIX)
      throw new Invalid(phrase('home.prefixLength', SMALLEST_PREFIX, LARGEST_PREFIX), field)
    if (UNROUTABLE_NETS.some((other) => overlap(net, other)))
      throw new Invalid(phrase('home.networkWithoutDevices'), field)
    const other = nets.find((before) => overlap(net, before))
    if (other) throw new Invalid(phrase('home.networkOverlap', formatSubnet(other)), field)
    const owner = taken.find((one) => overlap(net, one.net))
    if (owner) throw new Invalid(phrase('field.networkOverlaps', formatSubnet(owner.net), owner.by), field)
    nets.push(net)
  }
  return nets.map(formatSubnet)
}
