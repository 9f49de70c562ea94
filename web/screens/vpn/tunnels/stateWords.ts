import { locale } from '../../../parts/values/locale.ts'
import { sentence } from '../../../parts/values/sentence.ts'
import { tunnelStates as texts } from '../../../texts/vpn/tunnelStates.ts'

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** The messages of `router/model/vpn/tunnels/state.ts` and `router/features/vpn/tunnels/handlers.ts`, and how they are shown. */
const SHAPES: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^waiting for the first handshake$/, () => texts.waiting],
  [/^no reply$/, () => texts.noReply],
  [/^no handshake$/, () => texts.noHandshake],
  [/^the name (\S+) cannot be resolved$/, (host = '') => texts.unresolved(host)],
  [/^through (\S+)$/, (name = '') => texts.through(name)],
  [/^closed: no tunnel is enabled$/, () => texts.noTunnel],
  [/^closed: (\S+): (.+)$/, (name = '', reason = '') => texts.closed(name, stateWords(reason))],
  [
    /^(.+) since (\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC$/,
    (reason = '', day, time) => texts.since(stateWords(reason), format.format(new Date(`${day}T${time}Z`))),
  ],
]

/** A message of the router about a tunnel, another home, or devices that use a tunnel, in the language of the app if it is known. */
export function stateWords(message: string): string {
  for (const [shape, say] of SHAPES) {
    const match = shape.exec(message)
    if (match) return say(...match.slice(1))
  }
  return sentence(message)
}
