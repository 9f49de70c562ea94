import { z } from 'zod'
import { del, get, put } from '../operation.ts'
import { sentBack } from '../sentback.ts'
import { CHANNELS, ReleaseSettings } from './release.ts'

const choose = {
  tag: 'releases',
  summary: 'Choose a channel and a version',
  description:
    'Remembered. A field that is absent stays as it is; `DELETE` takes both back. Nothing is installed by this call.',
  body: z.strictObject({
    ...ReleaseSettings.partial().shape,
    Current: sentBack(z.string().max(128)),
  }),
} as const
const reset = { tag: 'releases', summary: 'Go back to the usual channel and its newest version' } as const

export const releases = {
  release: get('/release', {
    tag: 'releases',
    summary: 'Which release runs, and which is wanted',
    reply: ReleaseSettings.extend({
      Current: z.string().meta({ description: 'The version that runs', example: '0.1.0' }),
    }),
  }),
  choose: put('/release', choose),
  reset: del('/release', reset),
  chooseWithCode: put('/releaseSet', { ...choose, access: 'code' }),
  resetWithCode: del('/releaseSet', { ...reset, access: 'code' }),
  channels: get('/releaseChannels', {
    tag: 'releases',
    summary: 'The channels to choose from',
    reply: z.array(z.string()).meta({ example: [...CHANNELS] }),
  }),
  available: get('/releasesAvailable', {
    tag: 'releases',
    summary: 'The versions to choose from',
    description: 'The one that runs: nobody is asked for others yet.',
    query: {
      container: z
        .string()
        .max(64)
        .regex(/^[\w.-]*$/, 'must be a name')
        .optional()
        .meta({ description: 'A part; all have the same versions', example: 'super_base' }),
    },
    reply: z.array(z.string()).meta({ example: ['0.1.0'] }),
  }),
  checks: get('/checkupdates', {
    tag: 'releases',
    summary: 'Whether new releases are reported',
    reply: z.boolean(),
  }),
  check: put('/checkupdates', { tag: 'releases', summary: 'Report new releases' }),
  checkNot: del('/checkupdates', { tag: 'releases', summary: 'Do not report new releases' }),
  updatesItself: get('/autoupdate', {
    tag: 'releases',
    summary: 'Whether the owner wants new releases to be installed by themselves',
    description: 'A wish that is remembered; no release is installed by itself yet.',
    reply: z.boolean(),
  }),
  updateItself: put('/autoupdate', { tag: 'releases', summary: 'Wish new releases to be installed by themselves' }),
  updateNot: del('/autoupdate', { tag: 'releases', summary: 'Install new releases by hand only' }),
}
