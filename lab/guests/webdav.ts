import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** A WebDAV server (RFC 4918) that lists and returns the files of a directory. Arguments: address, directory, `user:password`. */
const [, , address = '', directory = '', login = ''] = process.argv

createServer((request, response) => {
  const end = (status: number, text: string | Buffer = '') => void response.writeHead(status).end(text)
  if (request.headers.authorization !== `Basic ${btoa(login)}`) return end(401)
  const name = decodeURIComponent((request.url ?? '').slice('/dav/'.length))
  const names = readdirSync(directory)
  if (request.method === 'GET') return names.includes(name) ? end(200, readFileSync(join(directory, name))) : end(404)
  if (request.method !== 'PROPFIND' || request.headers.depth !== '1' || request.url !== '/dav/') return end(405)
  const hrefs = ['', ...names].map((one) => `/dav/${encodeURIComponent(one)}`)
  const found = '<d:propstat><d:prop/><d:status>HTTP/1.1 200 OK</d:status></d:propstat>'
  const responses = hrefs.map((href) => `<d:response><d:href>${href}</d:href>${found}</d:response>`)
  return end(207, `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${responses.join('')}</d:multistatus>`)
}).listen(8081, address, () => process.stdout.write('ready\n'))
