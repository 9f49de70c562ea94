import type { FastifyRequest } from 'fastify'
import { AccessDenied, Invalid } from '../../errors.ts'
import type { Upload } from '../../model/operation.ts'
import { phrase } from '../../phrases/phrase.ts'

/**
 * The bytes of a body as they are received, no faster than they are read. Throws `Invalid` if the body is too long, immediately if the
 * Content-Length exceeds the limit, and otherwise when the bytes do, or if the caller disconnects before the end; and `AccessDenied` once the
 * credentials of the call are no longer valid.
 */
export function receivedBody(request: FastifyRequest, { maxBytes }: Upload): AsyncIterable<Uint8Array> {
  const tooLarge = () => new Invalid(phrase('request.uploadTooLarge', maxBytes), 'body', { kind: 'body_too_long' })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  return {
    async *[Symbol.asyncIterator]() {
      let size = 0
      try {
        // Left open when it is not read to the end: over a connection that is torn down no answer would arrive.
        for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
          size += chunk.length
          if (size > maxBytes) throw tooLarge()
          request.demandStillGood()
          yield chunk
        }
        request.demandStillGood()
      } catch (error) {
        if (error instanceof Invalid || error instanceof AccessDenied) throw error
        throw new Invalid(phrase('request.uploadIncomplete'), 'body', { cause: error })
      } finally {
        // The rest of the body is read and discarded, so that the connection can be used again.
        request.raw.resume()
      }
    },
  }
}
