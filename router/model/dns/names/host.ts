import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { DOMAIN, withDomain } from './domain.ts'

/** A name that the owner has given to an address. */
export const Host = z
  .object({
    Hostname: z.string().meta({ description: 'In lower case, without a dot at the end', example: 'nas.lan' }),
    IPAddress: Ipv4Address.meta({ description: 'The IPv4 address that the name resolves to' }),
  })
  .meta({ id: 'Hostname' })
export type Host = z.infer<typeof Host>

/** So many names, and no more: the resolver has each of them in memory. */
export const MOST_HOSTS = 2000

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const SHAPE = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`)

/** Special-use names, which programs handle regardless of what a resolver answers: RFC 6761, 6762, 7686. */
const NOT_OURS = ['localhost', 'local', 'onion', 'invalid', 'in-addr.arpa', 'ip6.arpa', 'resolver.arpa']

/**
 * A host name as stored: `nas` is short for `nas.lan`. Names of any other domain can be given an address too. Throws
 * `Invalid`.
 */
export function hostnameOf(text: string, field = 'hostname'): string {
  const given = text.trim().toLowerCase().replace(/\.$/, '')
  if (!SHAPE.test(given) || /^[\d.]+$/.test(given)) throw new Invalid(phrase('dns.hostNameLabels'), field)
  const name = withDomain(given)
  const zone = NOT_OURS.find((one) => name === one || name === `${one}.${DOMAIN}` || name.endsWith(`.${one}`))
  if (zone !== undefined) throw new Invalid(phrase('dns.hostNameReserved', zone), field)
  return name
}

/** An address that a name may lead to. Throws `Invalid`. */
export function hostAddress(ip: Ipv4Address, field: string): Ipv4Address {
  const first = ipToNumber(ip) >>> 24
  if (first === 0 || first === 127 || first >= 224) throw new Invalid(phrase('dns.hostAddress'), field)
  return ip
}
