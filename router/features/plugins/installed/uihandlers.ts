import type { Core } from '../../../core.ts'
import { AuthRefused, Forbidden } from '../../../errors.ts'
import type { Handlers } from '../../../model/operation.ts'
import { UI_PROTOCOL, type uiSessions } from '../../../model/plugins/installed/uicontract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { hasSandboxedUi, type UiSessions } from './uisessions.ts'

export function uiSessionHandlers({
  facts,
  sessions,
}: Pick<Core, 'facts'> & { readonly sessions: UiSessions }): Handlers<typeof uiSessions> {
  return {
    begin({ body: { pluginURI, protocolVersion, replaceSessionId }, caller }) {
      if (protocolVersion !== UI_PROTOCOL)
        throw new AuthRefused('unsupported_protocol', phrase('plugins.otherVersionNeeded', UI_PROTOCOL))
      const plugin = [...facts.plugins.values()].find(({ URI }) => URI === pluginURI)
      if (!plugin || !hasSandboxedUi(plugin)) throw new Forbidden(phrase('plugins.sandboxedPageUnknown'))
      return { ...sessions.begin(plugin, caller, replaceSessionId ?? undefined), protocolVersion: UI_PROTOCOL }
    },
    end: ({ params: { id } }) => sessions.end(id),
  }
}
