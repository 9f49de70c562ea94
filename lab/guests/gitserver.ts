import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'

/** A git server: `node gitserver.ts ADDRESS PORT CERTIFICATE KEY ROOT` serves the repositories below ROOT by HTTPS. git-http-backend(1). */
const [address = '', port = '', certificate = '', key = '', root = ''] = process.argv.slice(2)

function answer(call: IncomingMessage, reply: ServerResponse): void {
  const url = new URL(call.url ?? '/', 'https://localhost')
  const backend = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      // Git serves repositories of other users only if this is set.
      ...{ GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: call.method,
      CONTENT_TYPE: call.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(call.headers['git-protocol'] ?? ''),
      ...(call.headers['content-encoding'] ? { HTTP_CONTENT_ENCODING: call.headers['content-encoding'] } : {}),
    },
  })
  call.pipe(backend.stdin)
  backend.stdin.on('error', () => undefined)
  const chunks: Buffer[] = []
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  backend.on('close', () => {
    const output = Buffer.concat(chunks)
    const end = output.indexOf('\r\n\r\n')
    const headers = output.subarray(0, end).toString().split('\r\n')
    let status = 200
    for (const header of headers) {
      const [name = '', value = ''] = header.split(/: (.*)/)
      if (name === 'Status') status = Number.parseInt(value, 10)
      else if (name) reply.setHeader(name, value)
    }
    reply.writeHead(status).end(output.subarray(end + 4))
  })
}

createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, answer).listen(Number(port), address, () =>
  process.stdout.write('git server: listening\n'),
)
