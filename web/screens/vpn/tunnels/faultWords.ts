import type { TunnelFault } from '../../../../router/model/vpn/tunnels/fault.ts'
import { capitalized } from '../../../../router/values/capitalized.ts'
import { locale } from '../../../parts/values/locale.ts'
import { tunnelStates as texts } from '../../../texts/vpn/tunnels/states.ts'
import type { ListedExit } from './useTunnels.ts'

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** Why a tunnel to a provider or to another home does not work, and since when; empty if it works. */
export function tunnelFaultWords(fault: TunnelFault | null): string {
  if (!fault) return ''
  const words = texts.faults[fault.Code](fault.Host, fault.Detail)
  return fault.Since === 0 ? words : texts.since(words, format.format(new Date(fault.Since * 1000)))
}

/** The reason of the event `vpn:tunnel:down`. Events of earlier versions have no code, and keep the words of the router. */
export const tunnelDownWords = (code: string, host: string, detail: string, text: string): string =>
  isCode(code) ? texts.faults[code](host, detail) : capitalized(text)

const isCode = (code: string): code is TunnelFault['Code'] => Object.hasOwn(texts.faults, code)

/** The tunnel that the devices of an exit use, or why they have no connection. */
export function exitStateWords({ Active, Fault }: Pick<ListedExit, 'Active' | 'Fault'>): string {
  if (!Fault) return texts.through(Active)
  return Fault.Code === 'no_tunnel' ? tunnelFaultWords(Fault) : texts.closed(Active, tunnelFaultWords(Fault))
}
