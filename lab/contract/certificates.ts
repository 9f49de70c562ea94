import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Check, json, line, none, type Row, raw } from './rows.ts'

/** A certificate as PEM, under the type that makes a phone offer to install it. */
const pem: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'application/x-x509-ca-cert')
  assert.match(text, /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/)
}
const archive = z.string().regex(/^sallyport-v[^-]+-\d{8}T\d{9}Z\.backup$/)

// biome-ignore format: a table
export const CERTIFICATES_AND_ARCHIVES: Row[] = [
  ['GET',    '/firewall/enableTLS', none,                                      200, json(false)],
  ['GET',    '/cert',               none,                                      404, line],
  ['GET',    '/cert/authorized',    none,                                      404, line],
  ['DELETE', '/firewall/enableTLS', none,                                      400, line],
  ['PUT',    '/firewall/enableTLS', {},                                        200, json('Done')],
  ['PUT',    '/firewall/enableTLS', none,                                      400, line],
  ['GET',    '/firewall/enableTLS', none,                                      200, json(true)],
  ['GET',    '/cert',               none,                                      200, pem],
  ['GET',    '/cert/authorized',    none,                                      200, pem],
  ['DELETE', '/firewall/enableTLS', {},                                        200, json('Done')],
  ['GET',    '/cert',               none,                                      404, line],

  ['GET',    '/backup',             none,                                      200, json([])],
  ['PUT',    '/backup',             { Passphrase: 'short' },                   400, line],
  ['PUT',    '/backup',             { Passphrase: 7 },                         400, line],
  ['PUT',    '/backup',             raw('"Passphrase"'),                       400, line],
  ['PUT',    '/backup',             none,                                      200, json(archive)],
  ['PUT',    '/backup',             { Passphrase: 'four words that rhyme' },   200, json(archive)],
  ['GET',    '/backup',             none,                                      200, json(z.array(z.strictObject({ Name: archive, Timestamp: z.iso.datetime() })).length(2))],
  // What follows takes a one-time code.
  ['GET',    '/backup/key',         none,                                      401, line],
  ['GET',    '/backup/nothing',     none,                                      401, line],
  ['PUT',    '/backup/nothing',     raw('{}'),                                 401, line],
  ['PUT',    '/backup/nothing/restore', {},                                    401, line],
  ['DELETE', '/backup/nothing',     none,                                      401, line],
]
