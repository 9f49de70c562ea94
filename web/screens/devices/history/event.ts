import { withoutDot } from '../../../parts/values/domain.ts'
import { deviceTexts } from '../../../texts/device.ts'

const words = deviceTexts.happening

/** A device event in the event stream of the router. */
export interface Happening {
  readonly key: number
  readonly at: Date
  readonly kind: 'good' | 'bad' | 'plain'
  readonly words: string
}

/** Identifiers of a device in events: its MAC address for wifi and DHCP, otherwise its IP address. */
export interface Named {
  readonly mac: string
  readonly ip: string
}

type Payload = Readonly<Record<string, unknown>>
type Said = readonly [by: 'mac' | 'ip', field: string, kind: Happening['kind'], words: (payload: Payload) => string]

const text = (payload: Payload, name: string): string => withoutDot(String(payload[name] ?? ''))

const SAID: Readonly<Record<string, Said>> = {
  'wifi:auth:success': ['mac', 'MAC', 'good', () => words.joined],
  'wifi:auth:fail': [
    'mac',
    'MAC',
    'bad',
    ({ Reason }) => (Reason === 'noentry' ? words.noPassphrase : words.wrongPassphrase),
  ],
  'wifi:station:disconnect': ['mac', 'MAC', 'plain', () => words.left],
  'dhcp:response': ['mac', 'Identifier', 'good', (payload) => words.address(text(payload, 'IP'))],
  'dhcp:spoof': ['mac', 'MAC', 'bad', ({ Reason }) => (Reason === 'passphrase not proven' ? words.cable : words.spoof)],
  'dns:block:event': ['ip', 'ClientIP', 'plain', (payload) => words.blocked(text(payload, 'Name'))],
  'dns:override:event': ['ip', 'ClientIP', 'plain', (payload) => words.permitted(text(payload, 'Name'))],
  'dns:blockrebind:event': ['ip', 'ClientIP', 'bad', (payload) => words.rebound(text(payload, 'Name'))],
}

/** An event as a line about this device; undefined if it is about another device. */
export function happeningOf(
  topic: string,
  payload: unknown,
  { mac, ip }: Named,
  at: Date,
): Omit<Happening, 'key'> | undefined {
  const said = SAID[topic]
  if (!said || typeof payload !== 'object' || payload === null) return undefined
  const [by, field, kind, say] = said
  const data = payload as Payload
  const own = by === 'mac' ? mac.toLowerCase() : ip
  return own !== '' && String(data[field] ?? '').toLowerCase() === own ? { at, kind, words: say(data) } : undefined
}
