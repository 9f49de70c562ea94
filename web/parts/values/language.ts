import type { Language } from '../../../router/phrases/language.ts'

export type { Language }
/** The languages that the app is built in, by language tag, each with its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** As long as browsers keep a cookie. */
const SECONDS = 400 * 86_400

/**
 * The cookie by which the router selects the page (router/servers/http/pages.ts). It is no secret, and is sent with a link of
 * another page too: otherwise such a link would open the app in the language of the browser.
 */
export const cookieOf = (language: Language): string => `language=${language}; Path=/; Max-Age=${SECONDS}; SameSite=Lax`

/** Opens the present page in another language, which this browser keeps. */
export function choose(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS with a trusted certificate.
  document.cookie = cookieOf(language)
  window.location.reload()
}
