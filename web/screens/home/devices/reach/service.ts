import {
  type Announced,
  type NumberedPort,
  SERVICE_IDS,
  SERVICES,
  type ServiceId,
  serviceOf,
  typeTitle,
} from '../../../../../router/model/machine/services/service.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'

const words = deviceTexts.reach

/** `ping` has no port, `port` one that is typed. */
export type ServiceChoice = ServiceId | 'ping' | 'port'
export const titleOfChoice = (choice: ServiceChoice): string =>
  choice === 'ping'
    ? words.ping
    : choice === 'port'
      ? words.anotherPort
      : (words.services[choice] ?? SERVICES[choice].title)

/** A kind of connection, as parameters of `/explain`. */
export type Aim =
  | { readonly service: ServiceId }
  | { readonly proto: 'tcp' | 'udp'; readonly port: number }
  | { readonly proto: 'icmp' }

/** The selected kind of connection; `proto` and `port` are used by the choice `port` only. */
export interface Purpose {
  readonly service: ServiceChoice
  readonly proto: 'tcp' | 'udp'
  readonly port: number
}
export const USUAL_PURPOSE: Purpose = { service: 'web', proto: 'tcp', port: 80 }

/** The parameters for `/explain`, and the kind of connection in words. */
export function aimOf({ service, proto, port }: Purpose): { aim: Aim; what: string } {
  if (service === 'port') return { aim: { proto, port }, what: words.portOf(proto, port) }
  return { aim: service === 'ping' ? { proto: 'icmp' } : { service }, what: titleOfChoice(service) }
}

/** The choices, those first that the other end announces. */
export function choicesFor(announced: readonly Announced[]): { offered: ServiceId[]; others: ServiceChoice[] } {
  const offered = SERVICE_IDS.filter((id) => announced.some(({ Type }) => serviceOf(Type) === id))
  return { offered, others: [...SERVICE_IDS.filter((id) => !offered.includes(id)), 'ping', 'port'] }
}

/** What one most likely wants of a device that announces this: many have a web page too, for their settings. */
export function usualFor(announced: readonly Announced[]): Purpose {
  const { offered } = choicesFor(announced)
  return { ...USUAL_PURPOSE, service: offered.find((id) => id !== 'web') ?? 'web' }
}

/** The names that people know of what a device announces; types that no service has are left out. */
export const announcedTitles = (announced: readonly Announced[]): string[] => [
  ...new Set(announced.flatMap(({ Type }) => typeTitle(Type) ?? [])),
]

/** `TCP 631, 9100` and `UDP 319`, as one text. */
export function portsText(ports: readonly NumberedPort[]): string {
  const numbers = (protocol: NumberedPort['Protocol']) =>
    ports.filter(({ Protocol }) => Protocol === protocol).map(({ Port }) => Port)
  return (['tcp', 'udp'] as const)
    .filter((protocol) => numbers(protocol).length > 0)
    .map((protocol) => `${protocol.toUpperCase()} ${numbers(protocol).join(', ')}`)
    .join('; ')
}
