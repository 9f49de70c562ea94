import type * as http from 'node:http'

export { createServer as createTlsServer } from 'node:https'

/**
 * `node:http` without Node's web APIs. An `import` of it reads every export, including `WebSocket` and `MessageEvent`, for
 * which Node compiles undici: 7 MiB that the router does not use.
 */
export const { Agent, createServer, METHODS, request, STATUS_CODES }: typeof http =
  process.getBuiltinModule('node:http')
