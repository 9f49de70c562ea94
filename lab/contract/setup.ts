import { PASSWORD, TV } from './actors.ts'
import { devices, generated } from './devices.ts'
import { addresses } from './network.ts'
import { json, line, none, type Row, raw } from './rows.ts'

export const answers = {
  AdminPassword: PASSWORD,
  InterfaceUplink: 'wan0',
  TinyNets: ['192.168.2.0/24'],
  CheckUpdates: false,
  ReportInstall: false,
}

// biome-ignore format: a table
export const OUT_OF_THE_BOX: Row[] = [
  ['GET', '/setup',            none,                                        200, json({ status: 'ok' })],
  ['GET', '/devices',          none,                                        200, json(devices)],
  ['GET', '/pendingPSK',       none,                                        200, json(false)],
  ['GET', '/ip/addr',          none,                                        200, json(addresses)],
  ['GET', '/iw/list',          none,                                        200, json([])],
  ['GET', '/iw/dev',           none,                                        200, json({})],
  ['GET', '/status',           none,                                        401, line],
  ['GET', '/groups',           none,                                        401, line],
  ['GET', '/device',           none,                                        401, line],
  ['DELETE', `/device?identity=${TV}`, none,                                401, line],
  ['PUT', '/setup_done',       none,                                        400, line],
  ['PUT', '/setup',            none,                                        400, line],
  ['PUT', '/setup',            raw('{"AdminPassword":'),                    400, line],
  ['PUT', '/setup',            { ...answers, AdminPassword: '' },           400, line],
  ['PUT', '/setup',            { ...answers, InterfaceUplink: '' },         400, line],
  ['PUT', '/setup',            { ...answers, InterfaceUplink: 'eth9' },     400, line],
  ['PUT', '/setup',            { ...answers, InterfaceUplink: 'a b' },      400, line],
  ['PUT', '/setup',            { ...answers, TinyNets: ['192.168.2.0'] },   400, line],
  ['PUT', '/setup',            { ...answers, TinyNets: ['10.0.0.0/7'] },    400, line],
  ['PUT', '/setup',            { ...answers, TinyNets: ['10.0.0.0/25'] },   400, line],
  ['PUT', '/setup',            { ...answers, TimeZone: 'Europe/Atlantis' }, 400, line],
  ['GET', '/setup',            none,                                        200, json({ status: 'ok' })],
  ['PUT', '/setup',            answers,                                     200, json({ status: 'done' })],
  ['PUT', '/setup',            answers,                                     200, json({ status: 'done' })],
  ['PUT', '/setup',            { ...answers, AdminPassword: 'another one' }, 400, line],
  ['PUT', '/device?identity=pending', { Name: 'first' },                    200, json(generated)],
  ['GET', '/pendingPSK',       none,                                        200, json(true)],
]

// biome-ignore format: a table
export const SET_UP_UNKNOWN: Row[] = [
  ['GET', '/setup',            none,    400, line],
  ['PUT', '/setup',            answers, 401, line],
  ['PUT', '/setup_done',       none,    401, line],
  ['GET', '/devices',          none,    401, line],
  ['GET', '/ip/addr',          none,    401, line],
  ['GET', '/iw/list',          none,    401, line],
  ['GET', '/iw/dev',           none,    401, line],
  ['GET', '/pendingPSK',       none,    401, line],
  ['GET', '/ip/interfaces',    none,    401, line],
  ['PUT', '/device?identity=pending', { Name: 'x' }, 401, line],
  ['PUT', '/restart',          'router', 401, line],
  ['GET', '/nothing',          none,    401, line],
  ['GET', '/cert',             none,    404, line],
  ['GET', '/cert/authorized',  none,    401, line],
  ['GET', '/backup',           none,    401, line],
]
