import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A call that the double has received. */
export interface LocalCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export const NO_PREFS = { ControlURL: '', Hostname: '', AdvertiseRoutes: null, WantRunning: false, LoggedOut: true }
export const LOGGED_OUT = {
  Version: '1.102.5-t0123456789',
  BackendState: 'NeedsLogin',
  AuthURL: '',
  TailscaleIPs: null,
  Self: null,
  Health: null,
  CurrentTailnet: null,
  Peer: null,
}

/**
 * A double of tailscaled's LocalAPI on a Unix socket, with the same checks of the caller and answers of the same shape. What the real
 * one does is in lab/tailnet.
 */
export async function openLocalDouble() {
  const directory = mkdtempSync(join(tmpdir(), 'tailscaled-'))
  const socket = join(directory, 'socket')
  const calls: LocalCall[] = []
  const held: { status: object; prefs: object; refusal: string } = { status: LOGGED_OUT, prefs: NO_PREFS, refusal: '' }
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    const { method = '', url = '', headers } = request
    if (headers.host !== 'local-tailscaled.sock' || headers.origin !== undefined || headers.referer !== undefined)
      return void response.writeHead(403).end('invalid localapi request\n')
    const path = url.replace('/localapi/v0/', '')
    const body = text === '' ? undefined : JSON.parse(text)
    if (method !== 'GET') calls.push({ method, path, body })
    if (held.refusal !== '' && method === 'PATCH')
      return void response.writeHead(400).end(JSON.stringify({ error: held.refusal }))
    if (held.refusal !== '' && method === 'POST') return void response.writeHead(500).end(`${held.refusal}\n`)
    if (method === 'PATCH') held.prefs = { ...held.prefs, ...body }
    if (method === 'POST') return void response.writeHead(204).end()
    response.end(JSON.stringify(path === 'status' ? held.status : held.prefs))
  })
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  return {
    socket,
    calls,
    held,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
