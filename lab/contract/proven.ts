import { deviceAt, UNKNOWN } from './actors.ts'
import { line, none, type Row, raw } from './rows.ts'

/** Invalid calls of operations that need a one-time code, by a user who has given one. */
// biome-ignore format: a table
export const PROVEN: readonly Row[] = [
  ['GET',    '/device',                    none,                                    400, line],
  ['GET',    `/device?identity=${'x'.repeat(65)}`, none,                            400, line],
  ['GET',    deviceAt(UNKNOWN),            none,                                    404, line],
  ['PUT',    '/tokens',                    none,                                    400, line],
  ['PUT',    '/tokens',                    { Name: 'x', ScopedPath: ['/devices:r'] }, 400, line],
  ['PUT',    '/tokens',                    { Expire: -1 },                          400, line],
  ['PUT',    '/tokens',                    { Name: 'x', Token: 'my own' },          400, line],
  ['PUT',    '/tokens',                    { ScopedPaths: ['devices'] },            400, line],
  ['PUT',    '/tokens',                    { Name: 'x'.repeat(2000) },              400, line],
  ['PUT',    '/capture',                   {},                                      400, line],
  ['PUT',    '/capture',                   { Interface: 'a b' },                    400, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Seconds: 0 },       400, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Device: '02:00:00:00:00:99' }, 400, line],
  ['PUT',    '/capture',                   { Device: '02:00:00:00:00:99' },         404, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Host: 'phone' },    400, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Protocol: 'icmp', Port: 53 }, 400, line],
  ['PUT',    '/automations/night',         {},                                      400, line],
  ['PUT',    '/automations/night',         { Source: 'x'.repeat(65537) },           400, line],
  ['PUT',    '/automations/night',         { Source: 'every(1, run)', Revision: 3 }, 409, line],
  ['PUT',    '/automations/night',         { Source: 'every(1, run)', Scopes: ['devices'] }, 400, line],
  ['PUT',    '/automations/night',         { Code: 'every(1, run)' },               400, line],
  ['PUT',    '/automations/a%2Fb',         { Source: 'every(1, run)' },             400, line],
  ['PUT',    '/automations/night/dryrun',  {},                                      404, line],
  ['PUT',    '/automations/night/dryrun',  { Source: 1 },                           400, line],
  ['PUT',    '/releaseSet',                none,                                    400, line],
  ['PUT',    '/releaseSet',                { CustomVersion: '../0.1.3' },           400, line],
  ['PUT',    '/releaseSet',                { Current: 'latest' },                   400, line],
  ['GET',    '/backup/nothing',            none,                                    400, line],
  ['GET',    '/backup/..%2Fstate.db',      none,                                    400, line],
  ['PUT',    '/backup/nothing',            raw('{}'),                               400, line],
  ['PUT',    '/backup/nothing/restore',    {},                                      400, line],
  ['DELETE', '/backup/nothing',            none,                                    400, line],
]
