import type { IncomingHttpHeaders } from 'node:http'
import { relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { phrase } from '../../phrases/phrase.ts'
import { STATUS } from '../../wire/http.ts'
import { pathOf, sendMessage } from './app.ts'
import { cookiesIn } from './auth/cookie.ts'
import { PAGE } from './headers.ts'

/**
 * Sends the admin app's start page, in the caller's language, from where the app finds the screen by the path. Browsers that have
 * to sign in first get the page that shows this immediately.
 */
export type SendPage = (reply: FastifyReply) => FastifyReply

/** `/index.html` and `/signin.html`, and their translations: `/index.de.html`. */
const START_PAGE = /^\/(index|signin)(?:\.([a-z]{2,3}))?\.html(?:\.br|\.gz)?$/

/** The addresses of the app that need a session, and those of the sign-in page (web/screens/machine/system/address.ts). */
const INSIDE = /^\/(?:index\.html|admin(?:\/.*)?|auth\/(?:login|validate))?$/

interface PagesDeps {
  /** The folder with the built app; undefined if there is none. */
  readonly root: string | undefined
  readonly isSetUp: () => boolean
}

/**
 * The admin app's files, a route for each one that is there at the start. The build writes a digest into the names below
 * `/assets/`, so these never change; everything else is revalidated each time.
 */
export async function openAdminPages(app: FastifyInstance, { root, isSetUp }: PagesDeps): Promise<SendPage> {
  if (root === undefined) return sendAbsence
  const files = new Set<string>()
  const languages = new Set<string>()
  const send = (reply: FastifyReply, file: string): FastifyReply => {
    const { headers } = reply.request.raw
    const known = headers['if-none-match']
    if (known !== undefined) headers['if-none-match'] = known.replaceAll(`;${file}"`, '"')
    // The time of one page is no reason not to send another one.
    return reply.sendFile(file, { lastModified: false })
  }
  const needsSignIn = ({ raw, url }: FastifyRequest): boolean =>
    isSetUp() && INSIDE.test(pathOf(url)) && cookiesIn(raw).length === 0
  const sendPage: SendPage = (reply) => {
    const language = languageOf(reply.request.headers, languages)
    const signIn = fileOf('signin', language)
    return send(reply, needsSignIn(reply.request) && files.has(signIn) ? signIn : fileOf('index', language))
  }
  app.addHook('onRoute', (route) => {
    const [, name, language = DEFAULT_LANGUAGE] = START_PAGE.exec(route.url === '/' ? '/index.html' : route.url) ?? []
    if (name === undefined) return
    const file = fileOf(name, language)
    files.add(file)
    if (name === 'index') languages.add(language)
    const isAny = file === 'index.html'
    route.handler = (_request, reply) => (isAny ? sendPage(reply) : send(reply, file))
  })
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    // The build adds compressed forms of each text: sent to clients that accept them, but not served under their own names.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    serveDotFiles: false,
    cacheControl: false,
    suppressWarning: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.headers({ ...PAGE, 'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache' })
      const page = START_PAGE.exec(`/${relative(root, path)}`)
      if (!page) return
      reply.header('Vary', 'accept-language, cookie')
      // Two of them may have the same length and time, of which the tag is made.
      const [, name = '', language] = page
      reply.header('ETag', String(reply.getHeader('ETag')).replace(/"$/, `;${fileOf(name, language)}"`))
    },
  })
  return languages.size > 0 ? sendPage : sendAbsence
}

/** The name of a page in a language. */
const fileOf = (name: string, language: string = DEFAULT_LANGUAGE): string =>
  language === DEFAULT_LANGUAGE ? `${name}.html` : `${name}.${language}.html`

const sendAbsence: SendPage = (reply) => sendMessage(reply, STATUS.unavailable, phrase('request.appMissing'))

/** The language of pages if no available language is preferred. */
const DEFAULT_LANGUAGE = 'en'

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
