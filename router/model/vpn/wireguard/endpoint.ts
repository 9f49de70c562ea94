import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { HOST_NAME_SOURCE, padded } from '../../../values/text.ts'

const HOST = `${HOST_NAME_SOURCE}|\\[[0-9A-Fa-f:]{2,39}\\]`
const PORT = '[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]'
const ENDPOINT_RULE = schemaPhrase('vpn.endpoint')
/** A host name or an address with a UDP port. */
export const WireguardEndpoint = z
  .string()
  .max(262, ENDPOINT_RULE)
  .regex(padded(`(?:${HOST}):(?:${PORT})`), ENDPOINT_RULE)
  .trim()

const IPV6 = '[0-9A-Fa-f:]{0,37}::[0-9A-Fa-f:]{0,37}|(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}'
const OWN_RULE = schemaPhrase('vpn.ownEndpoint')
/**
 * An address of this router: a host with or without a UDP port. Present clients append the server's port to each entry of the list, also
 * where there is one, so a second port is ignored.
 */
export const OwnEndpoint = z
  .string()
  .max(268, OWN_RULE)
  .regex(padded(`(?:(?:${HOST})(?::(?:${PORT})){0,2}|${IPV6})`), OWN_RULE)
  .trim()

const WITH_PORT = new RegExp(`^(${HOST}):(${PORT})(?::(?:${PORT}))?$`, 'u')
const WITHOUT_PORT = new RegExp(`^(?:${HOST})$`, 'u')

/** An endpoint in the form `host:port`, by default with the port of the server. An IPv6 address is in brackets. */
export function withPort(endpoint: string, port: number): string {
  const [, host, own] = WITH_PORT.exec(endpoint) ?? []
  if (host !== undefined) return `${host}:${own}`
  return WITHOUT_PORT.test(endpoint) ? `${endpoint}:${port}` : `[${endpoint}]:${port}`
}

/** Without the port of the server, which present clients append. */
export const withoutServerPort = (endpoint: string, port: number): string =>
  endpoint.endsWith(`:${port}`) ? endpoint.slice(0, -`:${port}`.length) : endpoint
