import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type Caller,
  type Handlers,
  JsonText,
  type Operation,
  PlainText,
  type Request,
} from '../../features/operation.ts'
import { inputReader } from './input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route serves; absent for pages. */
    operation?: Operation
  }
  interface FastifyRequest {
    caller: Caller
  }
}

/** An operation and what carries it out. */
export interface Served {
  readonly operation: Operation
  readonly handler: (request: Request) => unknown
}

/** The operations of a contract, each with its handler. */
export const serve = <Contract extends Record<string, Operation>>(
  contract: Contract,
  handlers: Handlers<Contract>,
): Served[] =>
  Object.entries(contract).map(([name, operation]) => ({
    operation,
    handler: handlers[name as keyof Contract] as Served['handler'],
  }))

/** The path as the routes spell it: `{name}` is `:name`. */
export const urlOf = (operation: Operation): string => operation.path.replace(/\{(\w+)\}/g, ':$1')

/** A route for every operation. Whoever asks has been admitted before, and is `request.caller`. */
export function mount(app: FastifyInstance, served: readonly Served[]): void {
  for (const { operation, handler } of served) {
    const read = inputReader(operation)
    app.route({
      method: operation.method,
      url: urlOf(operation),
      config: { operation },
      async handler(request, reply) {
        const { params, query, body } = request
        const input = read({ params, query, body: body as string | undefined })
        answer(reply, operation, await handler({ ...input, caller: request.caller }))
        return reply
      },
    })
  }
}

function answer(reply: FastifyReply, operation: Operation, result: unknown): void {
  // Clients take an answer without a Content-Type as success, and fail on a JSON one without text.
  if (!operation.details.reply) reply.send()
  // As bytes: of a text, Fastify would complete the Content-Type, which clients compare as it is.
  else if (result instanceof PlainText) reply.header('Content-Type', 'text/plain').send(Buffer.from(result.text))
  else reply.header('Content-Type', 'application/json').send(bodyOf(result))
}

function bodyOf(result: unknown): Buffer | Readable {
  if (result instanceof JsonText) return Buffer.from(result.bytes.buffer, result.bytes.byteOffset, result.bytes.length)
  if (isPieces(result)) return Readable.from(result, { objectMode: false })
  return Buffer.from(`${JSON.stringify(result)}\n`)
}

const isPieces = (result: unknown): result is AsyncIterable<string> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** The header as one text; a repeated one counts as its first. */
export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
