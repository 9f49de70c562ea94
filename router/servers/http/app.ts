import { type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import type { Bus } from '../../events/bus.ts'
import { METHODS } from '../../machine/http.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Phrase } from '../../phrases/phrase.ts'
import { STATUS } from '../../wire/http.ts'
import { checkTarget } from './listen/target.ts'
import { causesOf, failureOf, messageHeader, oneLine } from './status.ts'

const MAX_BODY_BYTES = 1024 * 1024
const WITH_BODY: ReadonlySet<string> = new Set(['PUT', 'POST', 'PATCH', 'DELETE'])
/** Enough for 256 MAC addresses with commas between them. */
const MAX_PARAM_LENGTH = 5 * 1024

/** A server without routes. The network and unix sockets share how bodies are read and failures answered. */
export function newApp({ bus, clock }: { bus: Bus; clock: Clock }): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    // No limit: however slow or busy the machine is, the router must start.
    pluginTimeout: 0,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // A path that cannot be decoded reaches no route, and no hook.
    frameworkErrors: (error, _request, reply) => void fail(reply, error),
  })

  function fail(reply: FastifyReply, error: unknown): FastifyReply {
    const failure = failureOf(error)
    if (failure.isOurs) {
      const msg = `${reply.request.method} ${pathOf(reply.request.url)}: ${causesOf(error)}`
      bus.publish('log:api', { level: 'error', msg, time: new Date(clock.now()).toISOString() })
    }
    if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', failure.retryAfterSeconds)
    if (failure.page !== undefined && reply.request.headers['x-requested-with'] === 'react')
      return sendMessage(reply.header('Location', failure.page), STATUS.found, failure.phrase)
    if (failure.code !== undefined)
      return sendCode(reply, failure.status, failure.code, oneLine(String(failure.phrase)))
    return sendMessage(reply, failure.status, failure.phrase)
  }

  // Every method that the parser takes can be routed. Bodies are read for PUT, POST, PATCH and DELETE alone.
  for (const method of METHODS)
    if (!WITH_BODY.has(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })

  // JSON regardless of the Content-Type, and without one. It is parsed where the operation is known.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request) => {
    checkTarget(request.raw)
    // A call may store the end of a pause, for example.
    await clock.settled?.()
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json'
  })
  app.setErrorHandler((error, _request, reply) => {
    // Closing on a client that is still sending would cost it the answer: what is too long is read, and thrown away.
    reply.removeHeader('connection')
    return fail(reply, error)
  })
  return app
}

/** Sends a message as one line of plain text, such as the reason why a call failed, and with its code as the header `X-Message`. */
export function sendMessage(reply: FastifyReply, status: number, message: Phrase): FastifyReply {
  const header = messageHeader(message)
  return reply
    .code(status)
    .headers({
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      ...(header !== undefined && { 'X-Message': header }),
    })
    .send(`${oneLine(String(message))}\n`)
}

/** A refusal with a code, for the pages of plugins. */
const sendCode = (reply: FastifyReply, status: number, error: string, message: string): FastifyReply =>
  reply
    .code(status)
    .headers({ 'Content-Type': 'application/json', 'X-SPR-Auth-Error': error })
    .send(Buffer.from(`${JSON.stringify({ error, message })}\n`))

/** Without the query, which may hold what logs must not. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''
