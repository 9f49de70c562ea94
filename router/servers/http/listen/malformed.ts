import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from '../../../machine/http.ts'
import { STATUS } from '../../../wire/http.ts'

/** The request line and all headers together. */
export const MAX_HEAD_KIB = 16

/** Answers what the parser refuses, and who sends too slowly, with one line of plain text. Nothing of it is logged. */
export function refuseMalformed(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('request', (request, response) => latest.set(request.socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket)
    const isInAnswer = response?.headersSent && !response.writableFinished
    if (socket.writable && !isInAnswer) {
      const [status, line] = REFUSALS[error.code ?? ''] ?? [STATUS.badRequest, 'This is not a valid HTTP request.']
      socket.write(plain(status, line))
    }
    socket.destroy()
  })
}

/** The router is no proxy. RFC 9110 9.3.6. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.end(plain(STATUS.methodNotAllowed, 'The router is not a proxy.', ['Allow: ']), () => socket.destroy())
}

/** By the codes of Node's errors. */
const REFUSALS: Readonly<Record<string, readonly [status: number, line: string]>> = {
  HPE_HEADER_OVERFLOW: [STATUS.headersTooLarge, `The request line and headers must be at most ${MAX_HEAD_KIB} KiB.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [STATUS.contentTooLarge, 'Chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [STATUS.requestTimeout, 'The request took too long to arrive.'],
}

/** The first line of a response, without its end. */
export const statusLine = (status: number): string => `HTTP/1.1 ${status} ${STATUS_CODES[status]}`

function plain(status: number, line: string, headers: readonly string[] = []): string {
  const head = [
    statusLine(status),
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${line.length + 1}`,
    ...headers,
  ]
  return `${head.join('\r\n')}\r\n\r\n${line}\n`
}
