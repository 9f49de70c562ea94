/** What a template may show of a device. */
export interface NamedDevice {
  readonly name: string
  readonly mac: string
  readonly ip: string
}

export interface TemplateNames {
  /** The device with this address, MAC address or identity. */
  deviceOf(value: string): NamedDevice | undefined
  /** The value of a field in the language of the reader, such as a reason; undefined if it stays. By default all stay. */
  wordsOf?(event: unknown, field: string): string | undefined
  /** For numbers, a BCP 47 tag; by default `en`. */
  readonly locale?: string
}

const PLACE = /\{\{([^{}#]{1,128})(?:#([A-Za-z]{1,20}))?\}\}/g
const BYTES = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const
const MOST_VALUE = 200
/** The length of a rendered text. */
const MOST = { title: 200, body: 2000 } as const
/** Line breaks and other control characters, and those that change the direction of text. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const CONTROL_IN_LINES = /(?!\n)[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Replaces `{{Field.Sub}}` in a template with the value in the event, and `{{Field#Decorator}}` with what `names` returns for it:
 * `Device` and `DeviceName` the name, `DeviceIP`, `DeviceMAC`, `Interface` the value itself, `DeviceIcon` nothing; `Bytes` shows a number as
 * an amount of data. Returns plain text without
 * control characters and without `<` and `>`, which become ‹ and ›: a value can neither begin a header nor an element. Only a
 * body has line breaks, those of its template.
 */
export function render(
  template: string,
  event: unknown,
  names: TemplateNames,
  as: keyof typeof MOST = 'title',
): string {
  const text = template.replaceAll(PLACE, (_whole, path: string, decorator: string | undefined) =>
    decorated(names.wordsOf?.(event, path.trim()) ?? shown(valueAt(event, path.trim())), decorator, names).replaceAll(
      CONTROL,
      ' ',
    ),
  )
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(as === 'body' ? CONTROL_IN_LINES : CONTROL, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .slice(0, MOST[as])
    .toWellFormed()
    .trim()
}

/** Only fields that the event itself has. */
function valueAt(event: unknown, path: string): unknown {
  if (hasFields(event) && Object.hasOwn(event, path)) return event[path]
  return path
    .split('.')
    .reduce<unknown>((value, name) => (hasFields(value) && Object.hasOwn(value, name) ? value[name] : undefined), event)
}

const hasFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(shown).join(', ').slice(0, MOST_VALUE)
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, MOST_VALUE)
}

function decorated(value: string, decorator: string | undefined, { deviceOf, locale = 'en' }: TemplateNames): string {
  if (decorator === undefined || decorator === 'Interface' || value === '') return value
  if (decorator === 'DeviceIcon') return ''
  if (decorator === 'Bytes') return bytesText(value, locale)
  const device = deviceOf(value) ?? deviceOf(withoutPort(value))
  if (!device) return value
  if (decorator === 'DeviceIP') return device.ip || value
  if (decorator === 'DeviceMAC') return device.mac || value
  return device.name || value
}

/** A number of bytes as text, such as `1.8 GB`; other texts are returned unchanged. */
function bytesText(value: string, locale: string): string {
  const bytes = Number(value)
  const [size, unit] = BYTES.find(([least]) => bytes >= least) ?? [1, 'bytes']
  return Number.isFinite(bytes)
    ? `${(bytes / size).toLocaleString(locale, { maximumSignificantDigits: 3, useGrouping: false })} ${unit}`
    : value
}

/** Sign-in events have the port with the address, as `192.168.2.6:51544`. */
const withoutPort = (value: string): string => value.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
