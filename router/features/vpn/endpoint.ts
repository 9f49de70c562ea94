import { z } from 'zod'
import { padded } from '../../values/text.ts'

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const HOST = `${LABEL}(?:\\.${LABEL})*|\\[[0-9A-Fa-f:]{2,39}\\]`
const PORT = '[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]'
const ENDPOINT_RULE = 'must be a host and a port, such as vpn.example.org:51280'
/** A host name or an address with a UDP port. */
export const Endpoint = z
  .string()
  .max(262, ENDPOINT_RULE)
  .regex(padded(`(?:${HOST}):(?:${PORT})`), ENDPOINT_RULE)
  .trim()
