import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

/** What the documentation is held against: Node's own server that sends a file's bytes from memory, whatever is asked for. */
for await (const line of createInterface({ input: process.stdin })) {
  const { file, headers } = JSON.parse(line)
  const body = readFileSync(file)
  const server = createServer((_request, reply) => reply.writeHead(200, headers).end(body))
  server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'))
}
