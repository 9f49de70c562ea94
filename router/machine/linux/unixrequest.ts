import { request as open } from '../http.ts'
import type { UnixRequest, UnixResponse } from '../unixrequest.ts'
import { connectUnix } from '../unixsocket.ts'
import { wholeResponse } from './response.ts'

export function requestUnix(request: UnixRequest): Promise<UnixResponse> {
  const { socket: socketPath, method, target: path, body = '', isUntrusted = false } = request
  const headers = {
    Host: 'localhost',
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
    ...request.headers,
  }
  // Node ignores `createConnection` beside `agent`, and would connect to port 80 of this machine.
  const way = isUntrusted ? { createConnection: () => connectUnix(socketPath) } : { socketPath, agent: false }
  return wholeResponse(
    `${method} ${path.split('?')[0]} at ${socketPath}`,
    request,
    (signal, onResponse) => open({ ...way, method, path, headers, signal }, onResponse),
    body,
  )
}
