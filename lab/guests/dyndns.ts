import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'

/**
 * Providers of dynamic DNS: `node dyndns.ts <address> <certificate> <key>`, on port 443. Each host implements the protocol that
 * its provider documents, and prints a line for each request: the host, what became of it, and the address that a name was set to.
 */
const USER = 'ada@example.org'
const PASSWORD = 'open-sesame!'
const TOKEN = 'token-of-ada'
const ZONE = '023e105f4ecef8ad9ca31a8372d0c353'
const RECORD = '372e67954025e0ba6aaa6d586b9e0b59'

interface Reply {
  readonly status?: number
  readonly body: string
  /** What the line says. */
  readonly says: string
}

/** The present addresses by host and name. */
const addresses = new Map<string, string>()

/** https://help.dyn.com/remote-access-api/return-codes/, https://www.noip.com/integrate/request */
function dyndns2(host: string, request: IncomingMessage, { pathname, searchParams }: URL): Reply {
  const [name = '', address = ''] = ['hostname', 'myip'].map((field) => searchParams.get(field) ?? '')
  const login = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`
  const isValid = request.method === 'GET' && pathname === '/nic/update' && /^\d+(\.\d+){3}$/.test(address)
  if (!isValid) return { status: 400, body: 'badsys', says: `invalid ${request.method} ${pathname}` }
  if (!request.headers['user-agent']) return { body: 'badagent', says: 'badagent' }
  if (request.headers.authorization !== login) return { body: 'badauth', says: 'badauth' }
  if (!name.endsWith('.example.org')) return { body: 'nohost', says: 'nohost' }
  const word = addresses.get(`${host} ${name}`) === address ? 'nochg' : 'good'
  addresses.set(`${host} ${name}`, address)
  return { body: `${word} ${address}\n`, says: `${word} ${name} ${address}` }
}

/** https://www.duckdns.org/spec.jsp */
function duckDns(_: string, request: IncomingMessage, { pathname, searchParams }: URL): Reply {
  const [name, token, address] = ['domains', 'token', 'ip'].map((field) => searchParams.get(field))
  const isAccepted = request.method === 'GET' && pathname === '/update' && token === TOKEN && name === 'ada'
  return isAccepted ? { body: 'OK', says: `OK ${name} ${address}` } : { body: 'KO', says: 'KO' }
}

/** https://developers.cloudflare.com/api/resources/dns/subresources/records/methods/edit/ */
async function cloudflare(_: string, request: IncomingMessage, { pathname, searchParams }: URL): Promise<Reply> {
  const answer = (result: unknown, says: string): Reply => ({
    body: JSON.stringify({ success: true, errors: [], messages: [], result }),
    says,
  })
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return {
      status: 403,
      body: JSON.stringify({ success: false, errors: [{ code: 9109, message: 'Invalid access token' }], result: null }),
      says: 'forbidden',
    }
  const call = `${request.method} ${pathname.replace('/client/v4/zones', '').replace(/\/$/, '')}`
  const name = searchParams.get('name')
  if (call === 'GET ') return answer(name === 'example.org' ? [{ id: ZONE, name }] : [], 'zones')
  if (call === `GET /${ZONE}/dns_records`)
    return answer(name === 'home.example.org' ? [{ id: RECORD, name, type: 'A' }] : [], 'records')
  if (call === `PATCH /${ZONE}/dns_records/${RECORD}`) {
    const { content } = JSON.parse(await text(request)) as { content: string }
    return answer({ id: RECORD, content }, `edited home.example.org ${content}`)
  }
  return { status: 404, body: '{}', says: `unknown ${call}` }
}

const PROVIDERS = {
  'dyndns.test': dyndns2,
  'dynupdate.no-ip.com': dyndns2,
  'www.duckdns.org': duckDns,
  'api.cloudflare.com': cloudflare,
} as const

/** Behind another router, a program requests its public address from such a server. */
const PUBLIC = '81.2.99.7'

const [address = '', certificate = '', key = ''] = process.argv.slice(2)
createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, async (request, response) => {
  const host = request.headers.host ?? ''
  const url = new URL(request.url ?? '', `https://${host}`)
  const provider = PROVIDERS[host as keyof typeof PROVIDERS]
  const reply: Reply =
    url.pathname === '/ip'
      ? { body: `${PUBLIC}\n`, says: 'asked' }
      : ((await provider?.(host, request, url)) ?? { status: 404, body: '', says: 'unknown' })
  console.log(`${host} ${reply.says}`)
  // Without writeHead(), the response has a Content-Length: ddclient does not decode chunks.
  response.statusCode = reply.status ?? 200
  response.end(reply.body)
}).listen(443, address, () => console.log('ready'))
