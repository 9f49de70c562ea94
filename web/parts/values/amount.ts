import { locale } from './locale.ts'

const BYTES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
const BITS = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s']

/** Creating a format is slow, and a list of devices shows two numbers in each row. */
const formats = new Map<string, Intl.NumberFormat>()
const formatOf = (language: string | undefined, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  formats.getOrInsertComputed(JSON.stringify([language, options]), () => new Intl.NumberFormat(language, options))

/** `1.23 GB`: three digits that count, in the largest unit that fits. */
export const bytesOf = (bytes: number, language = locale): string => inUnit(bytes, BYTES, language)

/** `12.3 Mbit/s`. */
export const rateOf = (bitsPerSecond: number, language = locale): string => inUnit(bitsPerSecond, BITS, language)

/** `1,234`. */
export const countOf = (count: number, language = locale): string => formatOf(language).format(count)

/** `0.50`: with this number of decimals. */
export const decimalOf = (value: number, digits: number, language = locale): string =>
  formatOf(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)

/** `12 %` of a whole; `0 %` of nothing. */
export const shareOf = (part: number, whole: number, language = locale): string =>
  formatOf(language, { style: 'percent', maximumFractionDigits: part / whole < 0.1 ? 1 : 0 }).format(
    whole > 0 ? part / whole : 0,
  )

/** `3 min`, `2 hr 5 min`: the two largest units that fit, and seconds only below a minute. */
export function lengthOf(seconds: number, language = locale): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), 'day'],
    [Math.floor((whole % 86_400) / 3600), 'hour'],
    [Math.floor((whole % 3600) / 60), 'minute'],
    [whole < 60 ? whole : 0, 'second'],
  ]
  const shown = parts.filter(([count]) => count > 0).slice(0, 2)
  if (shown.length === 0) shown.push([0, 'second'])
  return shown.map(([count, unit]) => withUnit(count, unit, language)).join(' ')
}

const withUnit = (count: number, unit: string, language = locale): string =>
  formatOf(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)

function inUnit(amount: number, units: readonly string[], language = locale): string {
  let step = 0
  let shown = Math.max(0, amount)
  // 999.5 would be written with four digits.
  while (shown >= 999.5 && step < units.length - 1) {
    shown /= 1000
    step++
  }
  const digits = step === 0 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }
  return `${formatOf(language, digits).format(shown)} ${units[step]}`
}

/** What separates the decimals of a number in a field, such as a comma. */
export const decimalSeparator =
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
