import assert from 'node:assert/strict'
import { type Check, json, line, none, type Row } from './rows.ts'

/** A TypeScript declaration file. */
const declarations: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'text/plain')
  assert.match(text, /^declare const api: Api$/m)
}

// biome-ignore format: a table
export const AUTOMATIONS: readonly Row[] = [
  ['GET',    '/automations',               none,               200, json([])],
  ['GET',    '/automations/none',          none,               404, line],
  ['GET',    '/automations/a%2Fb',         none,               400, line],
  ['GET',    '/automations/none/log',      none,               404, line],
  ['GET',    '/automations/a%2Fb/log',     none,               400, line],
  ['PUT',    '/automations/none/enabled',  { Enabled: true },  404, line],
  ['PUT',    '/automations/none/enabled',  { Enabled: 'yes' }, 400, line],
  ['PUT',    '/automations/none/enabled',  {},                 400, line],
  ['PUT',    '/automations/none/run',      none,               404, line],
  ['PUT',    '/automations/none/run',      { Topic: '' },      400, line],
  ['PUT',    '/automations/none/run',      { Event: {} },      400, line],
  ['DELETE', '/automations/none',          none,               404, line],
  ['DELETE', '/automations/a%2Fb',         none,               400, line],
  ['PUT',    '/automations/none',          {},                 401, line],
  ['PUT',    '/automations/none/dryrun',   {},                 401, line],
  ['GET',    '/automations_types',         none,               200, declarations],
]
