import type * as http from 'node:http'

/**
 * `node:http` without what Node loads for its web interfaces. An `import` of it reads every export, also `WebSocket` and
 * `MessageEvent`, and for those Node compiles undici: 7 MiB that the router has no use for.
 */
export const { createServer, METHODS, request, STATUS_CODES }: typeof http = process.getBuiltinModule('node:http')
