import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AccessRule } from '../../model/access/admission.ts'
import {
  ByteStream,
  type Caller,
  JsonText,
  type Operation,
  PlainText,
  type Request,
  type ServedOperation,
  WithCookie,
} from '../../model/operation.ts'
import { setCookie } from './auth/cookie.ts'
import { inputReader } from './input.ts'
import { receivedBody } from './upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route serves; absent for pages. */
    operation?: Operation
    /** Who may call a route that serves no operation; undefined for a page, and for a path that nothing serves. */
    rule?: (request: FastifyRequest) => AccessRule | undefined
  }
  interface FastifyRequest {
    caller: Caller
    /** Throws `AccessDenied` if the credentials are no longer valid: the body may be received long after they were checked. */
    demandStillGood: () => void
  }
}

/** The path as the routes spell it: `{name}` is `:name`. */
export const routePathOf = (operation: Operation): string => operation.path.replace(/\{(\w+)\}/g, ':$1')

/** A route for every operation. The caller has been admitted before, and is `request.caller`. */
export function mount(app: FastifyInstance, served: readonly ServedOperation[]): void {
  const uploads = served.filter(({ operation }) => operation.details.upload)
  for (const one of served) if (!uploads.includes(one)) app.route(routeOf(one))
  // The body of an upload is a stream: nothing of it is read before the operation reads it.
  void app.register(async (apart) => {
    apart.removeAllContentTypeParsers()
    apart.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const one of uploads) apart.route(routeOf(one))
  })
}

function routeOf({ operation, handler }: ServedOperation): RouteOptions {
  const read = inputReader(operation)
  const { upload } = operation.details
  return {
    method: operation.method,
    url: routePathOf(operation),
    config: { operation },
    async handler(request, reply) {
      const { params, query, body } = request
      const input = read({ params, query, body: upload ? undefined : (body as Buffer | undefined) })
      const sent = upload ? (receivedBody(request, upload) as unknown as Request['body']) : input.body
      request.demandStillGood()
      const result = await handler({
        ...input,
        body: sent,
        caller: request.caller,
        offerUndo: (id) => void reply.header('X-Undo', id),
      })
      if (result instanceof WithCookie) reply.header('Set-Cookie', setCookie(request.raw, result))
      await answer(reply, operation, result instanceof WithCookie ? result.reply : result)
      return reply
    },
  }
}

async function answer(reply: FastifyReply, operation: Operation, result: unknown): Promise<void> {
  const { reply: schema, status } = operation.details
  if (status !== undefined) reply.code(status)
  // Clients take an answer without a Content-Type as success, and fail on a JSON one without text.
  if (!schema) reply.send()
  // As bytes: for a string, Fastify would add a charset to the Content-Type, which clients compare exactly.
  else if (result instanceof PlainText) {
    reply.header('Content-Type', schema.meta()?.contentMediaType ?? 'text/plain').send(Buffer.from(result.text))
  } else if (result instanceof ByteStream) {
    reply.header('Content-Type', schema.meta()?.contentMediaType ?? 'application/octet-stream')
    if (result.length !== undefined) reply.header('Content-Length', result.length)
    reply.raw.once('close', result.end)
    // A stream that has no reader yet is destroyed immediately.
    if (reply.raw.closed) result.end()
    reply.send(Readable.from(result.chunks, { objectMode: false }))
  } else {
    const body = bodyOf(result)
    const small =
      !(body instanceof Readable) && mayCompress(operation)
        ? await compressed(body, headerOf(reply.request, 'accept-encoding'))
        : undefined
    if (small) reply.headers({ 'Content-Encoding': small.encoding, Vary: 'accept-encoding' })
    reply
      .header('Content-Type', 'application/json')
      .send(small?.body ?? (body instanceof Readable ? body : bufferOf(body)))
  }
}

function bodyOf(result: unknown): Uint8Array | Readable {
  if (result instanceof JsonText) return result.bytes
  if (isStream(result)) return Readable.from(result, { objectMode: false })
  return Buffer.from(`${JSON.stringify(result)}\n`)
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length)

/** Whether a result is sent in parts as they come. */
export const isStream = (result: unknown): result is AsyncIterable<string | Uint8Array> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** The header as one text; a repeated one counts as its first. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Below this, a reply gains less than its compression takes. */
const LEAST_BYTES = 16 * 1024
const ENCODING = 'gzip'

const compress = promisify(gzip)
const negotiator = new Negotiator({ supportedValues: [ENCODING] })
/** The compressed form of texts that are kept between calls, such as the list of devices. */
const kept = new WeakMap<Uint8Array, Promise<Buffer>>()

/**
 * Whether the reply of a call may be compressed. Not those with secrets, which need a code: the length of a compressed text reveals
 * parts of a secret to an eavesdropper who can add own text to it (BREACH, CVE-2013-3587).
 */
const mayCompress = ({ method, details }: Operation): boolean =>
  method === 'GET' && details.access !== 'code' && !details.mayNeedCode

/** The reply compressed, with its encoding; undefined if it is short, or if the client does not accept that. */
async function compressed(
  bytes: Uint8Array,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: string } | undefined> {
  if (bytes.length < LEAST_BYTES || acceptEncoding === undefined) return undefined
  if (negotiator.negotiate(acceptEncoding) !== ENCODING) return undefined
  let result = kept.get(bytes)
  if (!result) {
    result = compress(bytes, { level: constants.Z_BEST_SPEED })
    kept.set(bytes, result)
    result.catch(() => kept.delete(bytes))
  }
  return { body: await result, encoding: ENCODING }
}
