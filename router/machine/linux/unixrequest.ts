import { Unavailable } from '../../errors.ts'
import { request as open } from '../http.ts'
import type { UnixRequest, UnixResponse } from '../unixrequest.ts'
import { connectUnix } from '../unixsocket.ts'

export function requestUnix(request: UnixRequest): Promise<UnixResponse> {
  const { socket: socketPath, method, target: path, body = '', timeoutMs, mostBytes } = request
  const { promise, resolve, reject } = Promise.withResolvers<UnixResponse>()
  const headers = {
    Host: 'localhost',
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    ...request.headers,
  }
  const signal = AbortSignal.timeout(timeoutMs)
  const fail = (reason: string): void => {
    call.destroy()
    reject(new Unavailable(`${method} ${path.split('?')[0]} at ${socketPath}: ${reason}`))
  }
  const failed = (error: Error): void =>
    fail(signal.aborted ? `there was no answer within ${timeoutMs / 1000} seconds` : error.message)
  const { isUntrusted = false } = request
  const way = isUntrusted ? { createConnection: () => connectUnix(socketPath) } : { socketPath }
  const call = open({ ...way, method, path, headers, agent: false, signal }, (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('error', failed)
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) fail('the response is too long')
      else chunks.push(chunk)
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
  })
  call.on('error', failed)
  call.end(body)
  return promise
}
