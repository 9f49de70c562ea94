import { isIPv4 } from 'node:net'

/** Input of the owner that is not valid; the message begins with the field. */
export class InvalidInput extends Error {}

export const DEFAULT_CONTROL_URL = 'https://controlplane.tailscale.com'
const MOST_ROUTES = 64

/** What a log-in needs. */
export interface LogIn {
  /** The control server of the tailnet. */
  readonly ControlURL: string
  /** The name of the household in the tailnet. */
  readonly Hostname: string
  /** Empty for a log-in with a URL. */
  readonly AuthKey: string
}

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new InvalidInput('an object is expected')
  return body as Readonly<Record<string, unknown>>
}

function textIn(body: Readonly<Record<string, unknown>>, name: string, most: number): string {
  const value = body[name] ?? ''
  if (typeof value !== 'string' || value.length > most) throw new InvalidInput(`${name}: must be a short text`)
  return value.trim()
}

/** Reads the body of a log-in. Throws `InvalidInput`. */
export function logInOf(body: unknown): LogIn {
  const fields = fieldsOf(body)
  const ControlURL = textIn(fields, 'ControlURL', 256) || DEFAULT_CONTROL_URL
  const url = URL.canParse(ControlURL) ? new URL(ControlURL) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new InvalidInput('ControlURL: must be an address such as https://headscale.example.com')
  const Hostname = textIn(fields, 'Hostname', 63) || 'household'
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(Hostname))
    throw new InvalidInput('Hostname: must be letters, digits and hyphens')
  const AuthKey = textIn(fields, 'AuthKey', 256)
  if (/[^\x21-\x7e]/.test(AuthKey)) throw new InvalidInput('AuthKey: must not contain spaces')
  return { ControlURL: url.href.replace(/\/$/, ''), Hostname, AuthKey }
}

/** Ranges that a household may have, as network and bits: RFC 1918. */
const PRIVATE = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const

const numberOf = (address: string): number => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
/** The network of an address with this many bits, as a number. */
const networkOf = (address: string, bits: number): number => Math.floor(numberOf(address) / 2 ** (32 - bits))
const isPrivate = (address: string, bits: number): boolean =>
  PRIVATE.some(([network, most]) => bits >= most && networkOf(address, most) === networkOf(network, most))

/**
 * Reads the list of addresses and ranges that the tailnet may reach. An address becomes a range of one; a range without its host
 * bits cleared is refused, as tailscaled does. Throws `InvalidInput`.
 */
export function routesOf(body: unknown): string[] {
  const { Routes } = fieldsOf(body)
  if (!Array.isArray(Routes) || Routes.length > MOST_ROUTES)
    throw new InvalidInput(`Routes: must be a list of at most ${MOST_ROUTES} addresses`)
  return [...new Set(Routes.map(routeOf))]
}

function routeOf(value: unknown): string {
  const [, address = '', written = '32'] = /^([\d.]+)(?:\/(\d{1,2}))?$/.exec(String(value).trim()) ?? []
  const bits = Number(written)
  if (!isIPv4(address) || bits > 32 || !isPrivate(address, bits))
    throw new InvalidInput(
      `Routes: ${JSON.stringify(value)} is not a private IPv4 address or range, such as 192.168.2.0/24`,
    )
  if (numberOf(address) % 2 ** (32 - bits) !== 0)
    throw new InvalidInput(`Routes: the range of ${address}/${bits} does not begin at ${address}`)
  return `${address}/${bits}`
}
