import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

/** The reference for the documentation: node:http that sends one file from memory for every request. */
for await (const line of createInterface({ input: process.stdin })) {
  const { file, headers } = JSON.parse(line)
  const body = readFileSync(file)
  const server = createServer((_request, reply) => reply.writeHead(200, headers).end(body))
  server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'))
}
