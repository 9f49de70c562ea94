import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { del, get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { UpdateState } from './progress.ts'
import { CHANNELS, ReleaseSettings, ReleaseSource } from './release.ts'

const choose = {
  tag: 'releases',
  summary: 'Choose a channel and a version',
  description:
    'Nothing is installed by this call: `PUT /update` installs this version. Absent fields are unchanged; `DELETE` resets both.',
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
      'The running version, and those of the selected channel that were found. `PUT /checkupdates` turns the search on.',
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
    summary: 'Where releases are found',
    reply: ReleaseSource,
  }),
  changeSource: put('/releaseSource', {
    tag: 'releases',
    summary: 'Change where releases are found',
    description:
      'It is queried once a day while `/checkupdates` is on. A newer version is published as the event `system:update`.',
    body: ReleaseSource,
  }),
  state: get('/update', {
    roles: ['viewer'],
    tag: 'releases',
    summary: 'The releases that can be installed, and the update that runs',
    reply: UpdateState,
  }),
  look: put('/update/search', {
    tag: 'releases',
    summary: 'Look for new releases now',
    audit: false,
    isSlow: true,
    reply: UpdateState,
    errors: { 400: 'No source is named, or its list could not be read' },
  }),
  install: put('/update', {
    tag: 'releases',
    summary: 'Install a release',
    description:
      'Returns when the update has begun; `GET /update` shows how far it is. A backup is made, and the release is downloaded and started on ' +
      'trial: the API is unavailable for some seconds, and answers changes with 503 while a device of the check gets a lease, a DNS response and ' +
      'an answer from the internet. A release in which it does not is rolled back. An older release needs the proof of a one-time code.',
    bodyOptional: true,
    mayNeedCode: true,
    undo: false,
    isSlow: true,
    body: z.strictObject({
      Version: z
        .string()
        .max(64)
        .regex(/^([A-Za-z0-9][\w.+-]*)?$/, schemaPhrase('machine.releaseNameCharacters'))
        .default('')
        .meta({ description: 'Empty: the `CustomVersion` of `/release`, or the newest one', example: '0.2.0' }),
      When: z
        .enum(['now', 'night'])
        .default('now')
        .meta({ description: '`night`: at 3:30 in the time zone of the router' }),
    }),
    errors: {
      400: 'The router cannot install releases, or has not found this one',
      409: 'An update is under way',
      503: 'The backup could not be made',
    },
  }),
  cancel: del('/update', {
    tag: 'releases',
    summary: 'Do not install a release in the next night',
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
    summary: 'Whether releases are installed automatically',
    description:
      'At 3:30 in the night after one was found, if `/checkupdates` is on. One that was rolled back is not installed again.',
    reply: z.boolean(),
  }),
  updateItself: put('/autoupdate', { tag: 'releases', summary: 'Turn on automatic updates' }),
  updateNot: del('/autoupdate', { tag: 'releases', summary: 'Turn off automatic updates' }),
}
