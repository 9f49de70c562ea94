import { z } from 'zod'
import { TV } from './actors.ts'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const group = z.strictObject({
  Name: z.string(),
  Disabled: z.boolean(),
  GroupTags: z.array(z.string()),
  ServiceDestinations: z.strictObject({}),
})

// biome-ignore format: a table
export const GROUPS: Row[] = [
  ['GET',    '/groups', none,                                                200, json(z.array(group))],
  ['PUT',    '/groups', { Name: '' },                                        400, line],
  ['PUT',    '/groups', {},                                                  400, line],
  ['PUT',    '/groups', { Name: 'dns' },                                     400, line],
  ['PUT',    '/groups', raw('Name'),                                         400, line],
  ['PUT',    '/groups', { Name: ' Cameras ', Disabled: true, GroupTags: ['Private'] }, 200, empty],
  ['GET',    '/groups', none,                                                200, json(z.array(group).refine((all) => all.some((one) => one.Name === 'cameras' && one.Disabled && one.GroupTags[0] === 'private')))],
  ['PUT',    '/groups', { Name: 'cameras', Disabled: false, ServiceDestinations: null }, 200, empty],
  ['PUT',    '/groups', { Name: 'cameras', Disabled: false, ServiceDestinations: {} }, 200, empty],
  ['PUT',    '/groups', { Name: 'cameras', ServiceDestinations: { '192.168.2.9': true } }, 400, line],
  ['PUT',    '/groups', { Name: 'cameras', ServiceDestinations: ['printer'] }, 400, line],
  ['PUT',    '/groups', { Name: 'Größe', GroupTags: ['日本語'] },            200, empty],
  ['GET',    '/groups', none,                                                200, json(z.array(group).refine((all) => all.some((one) => one.Name === 'größe' && one.GroupTags[0] === '日本語')))],
  ['DELETE', '/groups', { Name: 'GRO\u0308ẞE' },                            200, empty],
  ['PUT',    '/groups', { Name: 'a\u202eb' },                               400, line],
  ['DELETE', '/groups', { Name: 'nothing' },                                 404, line],
  ['DELETE', '/groups', none,                                                400, line],
  ['DELETE', '/groups', { Name: 'Cast' },                                    200, empty],
  ['GET',    '/devices', none,                                               200, jsonWith({ [TV]: { Groups: ['bulk'] } })],
]
