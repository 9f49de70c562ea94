import { z } from 'zod'
import { json, line, none, type Row, raw } from './rows.ts'
import { answers } from './setup.ts'

// biome-ignore format: a table
export const SYSTEM: Row[] = [
  ['GET', '/setup',                            none,    400, line],
  ['PUT', '/setup',                            answers, 400, line],
  ['PUT', '/setup_done',                       none,    200, json({ status: 'done' })],
  ['GET', '/status',                           none,    200, json('Online')],
  ['GET', '/status?json=0.7134',               none,    200, json('Online')],
  ['GET', '/status/',                          none,    200, json('Online')],
  ['GET', '/Status',                           none,    404, line],
  ['GET', '/features',                         none,    200, json(['dns', 'wireguard'])],
  ['GET', '/drift',                            none,    200, json([])],
  ['GET', '/version',                          none,    200, json(z.string().min(1))],
  ['GET', '/version?container=',               none,    200, json(z.string().min(1))],
  ['GET', '/version?container=superd',         none,    200, json(z.string().min(1))],
  ['GET', '/version?plugin=api&plugin=dns',    none,    200, json(z.strictObject({ api: z.string(), dns: z.string() }))],
  ['GET', '/version?container=nothing',        none,    400, line],
  ['GET', '/version?plugin=nothing',           none,    400, line],
  ['GET', '/version?plugin=superdns&plugin=nothing', none, 200, json(z.strictObject({ superdns: z.string().min(1), nothing: z.literal('') }))],
]

/** Paths that do not exist, and are not listed. */
// biome-ignore format: a table
export const STRAYS: Row[] = [
  ['GET',  '/nothing',    none,                                             404, line],
  ['GET',  '/setup/more', none,                                             404, line],
  ['PUT',  '/nothing',    {},                                               404, line],
  ['POST', '/nothing',    {},                                               404, line],
  ['POST', '/devices',    {},                                               405, line],
  ['PUT',  '/devices',    {},                                               405, line],
  ['PUT',  '/status',     {},                                               405, line],
  ['GET',  '/devices/bulk', none,                                           405, line],
  ['GET',  '/nfmap/%ff',  none,                                             400, line],
  ['PUT',  '/groups',     raw(`{"Name":"${'x'.repeat(2 ** 20)}"}`),         413, line],
  ['GET',  '/plugins/mesh/leafMode', none,                                  404, line],
]
