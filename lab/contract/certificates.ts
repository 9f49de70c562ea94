import assert from 'node:assert/strict'
import { z } from 'zod'
import { type Check, json, jsonWith, line, none, type Row, raw } from './rows.ts'

/** A certificate as PEM, under the type that makes a phone offer to install it. */
const pem: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'application/x-x509-ca-cert')
  assert.match(text, /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/)
}
const elsewhere = { Kind: 'sftp', Host: 'nas.lan', User: 'backup', HostKey: `SHA256:${'k'.repeat(43)}` }
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
  ['GET',    '/backup/remote',       none,                                  200, jsonWith({ Enabled: false, Password: '' })],
  ['GET',    '/backup/remote/key',   none,                                  200, json(z.strictObject({ PublicKey: z.string().startsWith('ssh-ed25519 ') }))],
  ['PUT',    '/backup/remote/run',   none,                                  400, line],
  ['PUT',    '/backup/remote',       { Kind: 'sftp' },                      400, line],
  ['PUT',    '/backup/remote',       { Kind: 'ftp', Host: 'nas.lan', User: 'backup' }, 400, line],
  ['PUT',    '/backup/remote',       { ...elsewhere, Time: '24:00' },       400, line],
  ['PUT',    '/backup/remote',       { ...elsewhere, URL: 'https://ada:x@cloud.test/' }, 400, line],
  ['PUT',    '/backup/remote/test',  { ...elsewhere, Host: '192.168.2.1' }, 200, jsonWith({ Ok: false, Field: 'Host', HostKey: '' })],
  ['PUT',    '/backup/remote/test',  { Kind: 's3' },                        400, line],
  ['PUT',    '/backup/remote/list',  { ...elsewhere, Host: '192.168.2.1' }, 200, jsonWith({ Ok: false, Field: 'Host', Names: [] })],
  ['PUT',    '/backup/remote/list',  { Kind: 's3' },                        400, line],
  ['PUT',    '/backup/remote/fetch', { ...elsewhere, Host: '192.168.2.1', Name: 'sallyport-v0.1.0-20260131T120000000Z.backup' }, 200, jsonWith({ Ok: false, Field: 'Host', Name: '' })],
  ['PUT',    '/backup/remote/fetch', { ...elsewhere, Name: '../state.db' }, 400, line],
  ['PUT',    '/backup/remote',       { ...elsewhere, Password: 'sesame' },  200, jsonWith({ Host: 'nas.lan', Password: '**', Every: 'day' })],
  ['PUT',    '/backup/remote',       { ...elsewhere, HostKey: '' },          400, line],
  ['PUT',    '/backup/remote',       { ...elsewhere, Host: 'other.lan', Password: '**' }, 400, line],
  ['PUT',    '/backup/remote/test',  { ...elsewhere, HostKey: '' },          400, line],
  ['PUT',    '/backup/remote',       { ...elsewhere, Password: '', Enabled: false }, 200, jsonWith({ Password: '' })],
  ['PUT',    '/backup/remote/run',   none,                                  200, jsonWith({ State: 'failed' })],
  // What follows takes a one-time code.
  ['GET',    '/backup/key',         none,                                      401, line],
  ['GET',    '/backup/nothing',     none,                                      401, line],
  ['PUT',    '/backup/nothing',     raw('{}'),                                 401, line],
  ['PUT',    '/backup/nothing/restore', {},                                    401, line],
  ['DELETE', '/backup/nothing',     none,                                      401, line],
]
