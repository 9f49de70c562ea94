import { z } from 'zod'
import { del, put } from '../../operation.ts'

export const UI_PROTOCOL = 1

const PluginUiSession = z
  .object({
    token: z.string().meta({ description: 'Bearer token for the paths of this plugin', example: 'sprui1_ZXhhbXBsZQ' }),
    sessionId: z.string().meta({ description: 'Identifies the session', example: 'c2Vzc2lvbg' }),
    pluginURI: z.string().meta({ description: 'The plugin', example: 'sample' }),
    expiresAt: z.int().meta({ description: 'Milliseconds since 1970', example: 1_767_225_600_000 }),
    protocolVersion: z.int().meta({ description: 'The version of this exchange: 1', example: UI_PROTOCOL }),
  })
  .meta({ id: 'PluginUiSession' })

/** Sessions of plugin pages. */
export const uiSessions = {
  begin: put('/plugin/ui_session', {
    tag: 'plugins',
    audit: false,
    summary: 'Begin a session of a plugin’s pages',
    description:
      'Returns a token for ten minutes that may call the paths of this plugin and nothing else. The app passes it to the sandboxed frame with ' +
      'the pages. `/admin/custom_plugin/URI/?session=SESSION` shows them. An expired token is answered with 401, a call of other paths with ' +
      '403; both have a JSON body and the header `X-SPR-Auth-Error`.',
    body: z.object({
      pluginURI: z.string().min(1).max(128).meta({ description: 'The `URI` of the plugin', example: 'sample' }),
      protocolVersion: z.int().meta({ description: 'The version of this exchange', example: UI_PROTOCOL }),
      replaceSessionId: z.string().max(64).nullish().meta({ description: 'A session that ends with this call' }),
    }),
    status: 201,
    reply: PluginUiSession,
    codedErrors: [409],
    errors: {
      403: 'There is no enabled plugin with sandboxed pages at this URI',
      409: 'Another version of this exchange; the body is JSON',
    },
  }),
  end: del('/plugin/ui_session/{id}', {
    tag: 'plugins',
    audit: false,
    summary: 'End a session of a plugin’s pages',
    params: { id: z.string().max(64).meta({ description: 'The session', example: 'c2Vzc2lvbg' }) },
    status: 204,
  }),
}
