import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { get, put } from '../../operation.ts'
import { EXTENSIONS, PLUS_TOKEN, PlusServer } from './extensions.ts'

const EXAMPLE = 'sallyport_0123456789abcdefghijABCDEFGHIJ'

const Name = z
  .string()
  .max(64)
  .meta({ description: `The extension: ${EXTENSIONS.join(' or ')}`, example: 'MESH' })

const errors = { 400: 'There is no PLUS token', 404: 'No such extension' } as const
const start = {
  tag: 'plus',
  summary: 'Start an extension',
  description: 'The extension appears as enabled in the list of plugins. Needs a PLUS token.',
  errors,
} as const
const stop = { tag: 'plus', summary: 'Stop an extension', description: 'Its settings are kept.', errors } as const
const notifications = z.array(z.never()).meta({ description: 'An empty list', example: [] })

export const plus = {
  token: get('/plusToken', {
    tag: 'plus',
    summary: 'The PLUS token',
    reply: z.string().meta({ description: 'Empty if there is none', example: EXAMPLE }),
  }),
  setToken: put('/plusToken', {
    tag: 'plus',
    summary: 'Set the PLUS token',
    description:
      'The token is checked by its form and, if a licence server is configured, by that server. With a token the extensions appear in the list of ' +
      'plugins, disabled. An empty string removes the token and stops the extensions.',
    body: z
      .union([z.literal(''), z.string().regex(PLUS_TOKEN, schemaPhrase('plugins.plusTokenFormat'))])
      .meta({ example: EXAMPLE }),
    errors: { 400: 'The token is not valid', 503: 'The licence server cannot be reached' },
  }),
  createToken: put('/plusToken/create', {
    tag: 'plus',
    summary: 'Create a PLUS token',
    description:
      'There is no vendor: without a licence server, the owner of the router creates the token. Replaces the present one.',
    reply: z.string().meta({ description: 'The new token', example: EXAMPLE }),
    errors: { 409: 'A licence server is configured; it issues the tokens' },
  }),
  tokenValid: get('/plusTokenValid', {
    tag: 'plus',
    summary: 'Check the PLUS token',
    errors: { 400: 'There is no token, or it is not valid', 503: 'The licence server cannot be reached' },
  }),
  server: get('/plusServer', { tag: 'plus', summary: 'The licence server', reply: PlusServer }),
  changeServer: put('/plusServer', {
    tag: 'plus',
    summary: 'Change the licence server',
    description: 'Applies to tokens that are set or checked from now on.',
    body: PlusServer,
  }),
  start: put('/startPlusExtension', { ...start, body: Name }),
  stop: put('/stopPlusExtension', { ...stop, body: Name }),
  /** The form of API 0.3.0. */
  startByName: get('/startPlusExtension', {
    ...start,
    effects: true,
    query: { name: Name },
    reply: notifications,
  }),
  stopByName: get('/stopPlusExtension', {
    ...stop,
    effects: true,
    query: { name: Name },
    reply: notifications,
  }),
}
