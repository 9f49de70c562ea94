import type { IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { CommandFailed } from '../../errors.ts'
import { type Phrase, phrase } from '../../phrases/phrase.ts'
import { isIp } from '../../values/ip.ts'
import type { Downloaded, DownloadOptions } from '../fetching.ts'
import { request as requestPlain } from '../http.ts'
import { connectOver } from './overlink.ts'
import { trust } from './trust.ts'

type Failed = (reason: string | Phrase) => CommandFailed

/** Sends a request over a link and calls back with the response; disposing of it closes the connection. */
function requestOver(
  { url, ip, link, authorities }: Omit<DownloadOptions, 'mostBytes' | 'timeoutMs'>,
  failed: Failed,
  respond: (response: IncomingMessage) => void,
  fail: (error: Error) => void,
): Disposable {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:'
  const stream = opened(() => connectOver(link, ip, Number(port) || (isSecure ? 443 : 80)), failed)
  // RFC 6066, 3: a server name cannot be an address. The certificate is still checked for it.
  const host = isIp(hostname) ? { host: hostname } : { servername: hostname }
  const createConnection = () =>
    isSecure ? connectSecure({ socket: stream, secureContext: trust(authorities), ...host }) : stream
  const onError = (error: Error): void => fail(failed(error.message))
  stream.on('error', onError)
  const request = (isSecure ? requestSecure : requestPlain)(url, { createConnection, headers: { Connection: 'close' } })
  request.on('error', onError)
  request.on('response', (response) => {
    response.on('error', onError)
    if (response.statusCode === 200) respond(response)
    else fail(failed(phrase('machine.serverStatus', response.statusCode ?? 0)))
  })
  request.end()
  return {
    [Symbol.dispose]() {
      request.destroy()
      stream.destroy()
    },
  }
}

/** Discards the data and measures how fast they arrive. */
export async function download(options: DownloadOptions): Promise<Downloaded> {
  const { url, link, mostBytes, timeoutMs } = options
  const failed: Failed = (reason) => new CommandFailed(['download', link, url], null, reason)
  const { promise, resolve, reject } = Promise.withResolvers<Downloaded>()
  let bytes = 0
  let beganBody = performance.now()
  const end = (): void => resolve({ bytes, ms: performance.now() - beganBody })
  const receive = (response: IncomingMessage): void => {
    beganBody = performance.now()
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes >= mostBytes) end()
    })
    response.on('end', end)
  }
  using _request = requestOver(options, failed, receive, reject)
  const timer = setTimeout(() => (bytes > 0 ? end() : reject(failed(phrase('machine.noDataInTime')))), timeoutMs)
  return await promise.finally(() => clearTimeout(timer))
}

export async function fetchText(options: DownloadOptions): Promise<string> {
  const { url, link, mostBytes, timeoutMs } = options
  const failed: Failed = (reason) => new CommandFailed(['fetch', link, url], null, reason)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const receive = (response: IncomingMessage): void => {
    const chunks: Buffer[] = []
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) reject(failed(phrase('machine.answerTooLong', mostBytes)))
      else chunks.push(chunk)
    })
    response.on('end', () => resolve(Buffer.concat(chunks).toString()))
  }
  using _request = requestOver(options, failed, receive, reject)
  const timer = setTimeout(() => reject(failed(phrase('messages.noAnswerInTime'))), timeoutMs)
  return await promise.finally(() => clearTimeout(timer))
}

function opened(open: () => Socket, failed: Failed): Socket {
  try {
    return open()
  } catch (error) {
    throw failed((error as Error).message)
  }
}
