import type { IncomingHttpHeaders } from 'node:http'

/** The language of pages if no available language is preferred. */
export const DEFAULT_LANGUAGE = 'en'

/** The cookie with the language that was chosen in the app (web/parts/values/language.ts). */
const COOKIE = /(?:^|;)\s*language=([a-z]{2,3})\s*(?:;|$)/

/** A weight of Accept-Language: at most three decimals (RFC 9110 §12.4.2). */
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/**
 * The language of a page, one of `available` (`en`, `de`): the one chosen in the app, otherwise the one that the browser prefers,
 * otherwise English. Values that are unknown or malformed are ignored.
 */
export function languageOf(
  { cookie = '', 'accept-language': accepted = '' }: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>,
  available: ReadonlySet<string>,
): string {
  const [, chosen = ''] = COOKIE.exec(cookie) ?? []
  if (available.has(chosen)) return chosen
  return preferences(accepted).find((language) => available.has(language)) ?? DEFAULT_LANGUAGE
}

/**
 * The languages of an Accept-Language header, most preferred first, without those of weight 0. Of a range such as `de-AT`, the
 * language is used (lookup of RFC 4647 §3.4); `*` is for English.
 */
function preferences(header: string): string[] {
  const ranges = header.split(',').flatMap((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const [language = ''] = range.toLowerCase().split('-')
    const [, weight] = parameters.length === 0 ? [undefined, '1'] : (WEIGHT.exec(parameters.join(';')) ?? [])
    if (weight === undefined || Number(weight) === 0) return []
    return [{ language: language === '*' ? DEFAULT_LANGUAGE : language, weight: Number(weight) }]
  })
  // Sorting is stable: of equal weights, the first counts.
  return ranges.sort((a, b) => b.weight - a.weight).map(({ language }) => language)
}
