import { createServer } from 'node:http'
import { createInterface } from 'node:readline'

/** The response: fixed bytes, or an object that is serialised for each request. */
export type Answers = Readonly<Record<string, { readonly text: string } | { readonly object: unknown }>>

/**
 * What our API is held against: Node's own server and nothing else. It reads its answers, by method and path, as one line
 * of JSON; no login, no validation, no route is looked up.
 */
for await (const line of createInterface({ input: process.stdin })) {
  const answers = new Map(Object.entries(JSON.parse(line) as Answers))
  const server = createServer((request, reply) => {
    request.resume().on('end', () => {
      const answer = answers.get(`${request.method} ${request.url}`)
      if (!answer) return reply.writeHead(404).end()
      const body = Buffer.from('text' in answer ? answer.text : JSON.stringify(answer.object))
      reply.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
    })
  })
  const [, , at = ''] = process.argv
  const isPort = /^\d+$/.test(at)
  server.listen(isPort ? { port: Number(at), host: '127.0.0.1' } : { path: at }, () => console.log('listening'))
}
