import { line, none, type Row, raw } from './rows.ts'

/** What takes a one-time code, asked for wrongly by somebody who has given one. */
// biome-ignore format: a table
export const PROVEN: readonly Row[] = [
  ['GET',    '/device',                    none,                                    400, line],
  ['GET',    `/device?identity=${'x'.repeat(65)}`, none,                            400, line],
  ['PUT',    '/tokens',                    none,                                    400, line],
  ['PUT',    '/tokens',                    { Name: 'x', ScopedPath: ['/devices:r'] }, 400, line],
  ['PUT',    '/tokens',                    { Expire: -1 },                          400, line],
  ['PUT',    '/tokens',                    { Name: 'x', Token: 'my own' },          400, line],
  ['PUT',    '/tokens',                    { ScopedPaths: ['devices'] },            400, line],
  ['PUT',    '/tokens',                    { Name: 'x'.repeat(2000) },              400, line],
  ['PUT',    '/capture',                   {},                                      400, line],
  ['PUT',    '/capture',                   { Interface: 'a b' },                    400, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Seconds: 0 },       400, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Host: 'phone' },    400, line],
  ['PUT',    '/capture',                   { Interface: 'lan0', Protocol: 'icmp', Port: 53 }, 400, line],
  ['PUT',    '/releaseSet',                none,                                    400, line],
  ['PUT',    '/releaseSet',                { CustomVersion: '../0.1.3' },           400, line],
  ['PUT',    '/releaseSet',                { Current: 'latest' },                   400, line],
  ['GET',    '/backup/nothing',            none,                                    400, line],
  ['GET',    '/backup/..%2Fstate.db',      none,                                    400, line],
  ['PUT',    '/backup/nothing',            raw('{}'),                               400, line],
  ['PUT',    '/backup/nothing/restore',    {},                                      400, line],
  ['DELETE', '/backup/nothing',            none,                                    400, line],
]
