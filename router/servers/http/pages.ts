import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { STATUS } from '../../wire/http.ts'
import { sendLine } from './app.ts'
import { PAGE } from './headers.ts'
import { DEFAULT_LANGUAGE, languageOf } from './language.ts'

/** Sends the admin app's start page, in the caller's language, from where the app finds the screen by the path. */
export type SendPage = (reply: FastifyReply) => FastifyReply

/** `index.html`, and its translations: `index.de.html`. */
const START_PAGE = /\/index(?:\.([a-z]{2,3}))?\.html(?:\.br|\.gz)?$/

/**
 * The admin app's files, a route for each one that is there at the start. The build writes a digest into the names below
 * `/assets/`, so these never change; everything else is asked for again each time.
 */
export async function openPages(app: FastifyInstance, root: string | undefined): Promise<SendPage> {
  if (root === undefined) return sendAbsence
  const files = new Map<string, string>()
  const send = (reply: FastifyReply, language: string): FastifyReply => {
    const { headers } = reply.request.raw
    const known = headers['if-none-match']
    if (known !== undefined) headers['if-none-match'] = known.replaceAll(`;${language}"`, '"')
    // The time of one language's page is no reason not to send that of another one.
    return reply.sendFile(files.get(language) ?? 'index.html', { lastModified: false })
  }
  const sendPage: SendPage = (reply) => send(reply, languageOf(reply.request.headers, new Set(files.keys())))
  app.addHook('onRoute', (route) => {
    const [, language] = START_PAGE.exec(route.url) ?? []
    if (language !== undefined) {
      files.set(language, route.url.slice(1))
      route.handler = (_request, reply) => send(reply, language)
    } else if (route.url === '/' || route.url === '/index.html') {
      files.set(DEFAULT_LANGUAGE, 'index.html')
      route.handler = (_request, reply) => sendPage(reply)
    }
  })
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    // The build put a smaller form beside each text: the same file to whoever can read it, and no file of its own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    serveDotFiles: false,
    cacheControl: false,
    suppressWarning: true,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.headers({ ...PAGE, 'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache' })
      const page = START_PAGE.exec(path)
      if (!page) return
      reply.header('Vary', 'accept-language, cookie')
      // Two languages may have files of the same length and time, of which the tag is made.
      const [, language = DEFAULT_LANGUAGE] = page
      reply.header('ETag', String(reply.getHeader('ETag')).replace(/"$/, `;${language}"`))
    },
  })
  return files.size > 0 ? sendPage : sendAbsence
}

const sendAbsence: SendPage = (reply) =>
  sendLine(reply, STATUS.unavailable, 'The admin app has not been built on this router. The API answers all the same.')
