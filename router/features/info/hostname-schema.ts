import { z } from 'zod'

/** One label without dots (RFC 1123 §2.1); the network sets the domain. */
export const HostName = z
  .string()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/, 'must be 1 to 63 letters, digits and inner hyphens')
  .meta({ example: 'sallyport' })
