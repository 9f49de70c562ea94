import { NOT_YET_VALID } from '../../../values/notyetvalid.ts'
import { RCODE } from '../../../wire/dns/constants.ts'

/** Codes of Node.js for errors of connections. */
const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'host unreachable',
  ETIMEDOUT: 'no answer in time',
  CERT_NOT_YET_VALID: NOT_YET_VALID,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
}

/** Why a query to an upstream failed, for people. `host`: the name that its certificate must have. */
export function upstreamFailureOf(error: unknown, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is not for ${host}`
  return (code && BY_CODE[code]) ?? message ?? String(error)
}

/** Describes an unusable answer, such as `answered REFUSED`. */
export function refusalOfRcode(rcode: number): string {
  const name = Object.entries(RCODE).find(([, number]) => number === rcode)?.[0]
  return `answered ${name ?? `with code ${rcode}`}`
}
