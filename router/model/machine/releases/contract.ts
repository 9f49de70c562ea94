import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { del, get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { CHANNELS, ReleaseSettings, ReleaseSource } from './release.ts'

const choose = {
  tag: 'releases',
  summary: 'Choose a channel and a version',
  description: 'Only stored: nothing is installed by this call. Absent fields are unchanged; `DELETE` resets both.',
  body: z.strictObject({
    ...ReleaseSettings.partial().shape,
    Current: sentBack(z.string().max(128)),
  }),
} as const
const reset = { tag: 'releases', summary: 'Reset to the default channel and its newest version' } as const

export const releases = {
  release: get('/release', {
    roles: ['viewer'],
    tag: 'releases',
    summary: 'Installed and selected release',
    reply: ReleaseSettings.extend({
      Current: z.string().meta({ description: 'The running version', example: '0.1.0' }),
    }),
  }),
  choose: put('/release', choose),
  reset: del('/release', reset),
  chooseWithCode: put('/releaseSet', { ...choose, access: 'code' }),
  resetWithCode: del('/releaseSet', { ...reset, access: 'code' }),
  channels: get('/releaseChannels', {
    roles: ['viewer'],
    tag: 'releases',
    summary: 'Available channels',
    reply: z.array(z.string()).meta({ example: [...CHANNELS] }),
  }),
  available: get('/releasesAvailable', {
    roles: ['viewer'],
    tag: 'releases',
    summary: 'Available versions',
    description:
      'The running version, and the newest of the selected channel if it is newer: `PUT /checkupdates` and `PUT /releaseSource` turn the search on.',
    query: {
      container: z
        .string()
        .max(64)
        .regex(/^[\w.-]*$/, schemaPhrase('machine.releaseContainerName'))
        .optional()
        .meta({ description: 'A part of the router; all have the same versions', example: 'super_base' }),
    },
    reply: z.array(z.string()).meta({ example: ['0.1.0'] }),
  }),
  source: get('/releaseSource', {
    tag: 'releases',
    summary: 'Where releases are listed',
    reply: ReleaseSource,
  }),
  changeSource: put('/releaseSource', {
    tag: 'releases',
    summary: 'Change where releases are listed',
    description:
      'It is queried once a day while `/checkupdates` is on. A newer version is published as the event `system:update`; nothing is installed.',
    body: ReleaseSource,
  }),
  checks: get('/checkupdates', {
    roles: ['viewer'],
    tag: 'releases',
    summary: 'Whether new releases are reported',
    reply: z.boolean(),
  }),
  check: put('/checkupdates', { tag: 'releases', summary: 'Report new releases' }),
  checkNot: del('/checkupdates', { tag: 'releases', summary: 'Do not report new releases' }),
  updatesItself: get('/autoupdate', {
    roles: ['viewer'],
    tag: 'releases',
    summary: 'Whether automatic updates are wanted',
    description: 'Only stored: releases are not installed automatically yet.',
    reply: z.boolean(),
  }),
  updateItself: put('/autoupdate', { tag: 'releases', summary: 'Turn on automatic updates' }),
  updateNot: del('/autoupdate', { tag: 'releases', summary: 'Turn off automatic updates' }),
}
