import { type TunnelFault, tunnelFault } from '../../../../router/model/vpn/tunnels/fault.ts'
import { locale } from '../../../parts/values/locale.ts'
import { sentence } from '../../../parts/values/sentence.ts'
import { tunnelStates as texts } from '../../../texts/vpn/tunnelStates.ts'
import type { ListedExit } from './useTunnels.ts'

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

const WORDS: Readonly<Record<string, (fault: TunnelFault) => string>> = {
  waiting: () => texts.waiting,
  unresolved: ({ Host }) => texts.unresolved(Host),
  unusable: ({ Host, Detail }) => texts.unusable(Host, Detail),
  no_reply: () => texts.noReply,
  no_handshake: () => texts.noHandshake,
  no_tunnel: () => texts.noTunnel,
} satisfies Record<TunnelFault['Code'], (fault: TunnelFault) => string>

/** The reason of the event `vpn:tunnel:down`, whose text is that of the router if this version has no words for its code. */
export const tunnelDownWords = (code: string, host: string, detail: string, text: string): string =>
  WORDS[code]?.({ ...tunnelFault(code as TunnelFault['Code'], host, detail), Since: 0 }) ?? sentence(text)

/**
 * Why a tunnel to a provider or to another home does not work, and since when; empty if it works. A code that is newer than the
 * page has no words.
 */
export function tunnelFaultWords(fault: TunnelFault | null): string {
  if (!fault) return ''
  const words = WORDS[fault.Code]?.(fault) ?? ''
  return words === '' || fault.Since === 0 ? words : texts.since(words, format.format(new Date(fault.Since * 1000)))
}

/** The tunnel that the devices of an exit use, or why they have no connection. */
export function exitStateWords({ Active, Fault }: Pick<ListedExit, 'Active' | 'Fault'>): string {
  if (!Fault) return texts.through(Active)
  return Fault.Code === 'no_tunnel' ? texts.noTunnel : texts.closed(Active, tunnelFaultWords(Fault))
}
