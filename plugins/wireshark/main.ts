import { readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type Capture, captureOf, lastCaptureOf } from './capture.ts'
import { devices, Refused } from './router.ts'
import { checkFilter, details, packets } from './tshark.ts'

/** The directory of the plugin on the router, which is mounted at the same path. */
const SOCKET = '/state/plugins/wireshark/socket'
const PCAP = 'application/vnd.tcpdump.pcap'

/** The first page is served at `/`, its other files below `/static/`. */
const PAGES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/static/app.js': { file: 'app.js', type: 'text/javascript; charset=utf-8' },
  '/static/app.css': { file: 'app.css', type: 'text/css; charset=utf-8' },
}

/** The parameters of a call: a device as the router names it, a display filter, and the number of a packet. */
interface Query {
  readonly device: string
  readonly filter: string
  readonly number: number
}
type Call = (query: Query, response: ServerResponse) => void | Promise<void>

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

/** Sends one packet a line, until the capture ends or the reader leaves. */
async function sendPackets(capture: Capture, filter: string, response: ServerResponse): Promise<void> {
  const { rows, file, end } = packets(filter)
  response.once('close', end)
  capture.sendTo(file)
  if (response.destroyed) return end()
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).flushHeaders()
  for await (const row of rows) response.write(`${JSON.stringify(row)}\n`)
  response.end()
}

/** The calls of the API by path, all GET. `/plugins/wireshark/packets` arrives as `/packets`. */
const CALLS: Readonly<Record<string, Call>> = {
  '/devices': async (_, response) =>
    sendJson(
      response,
      200,
      (await devices()).map(({ Name, MAC, WGPubKey }) => ({ Name, Device: MAC || WGPubKey })),
    ),
  /** The capture as a file that grows, for Wireshark on another computer. */
  '/capture': async ({ device }, response) => {
    const capture = await captureOf(device)
    response.writeHead(200, { 'Content-Type': PCAP }).flushHeaders()
    capture.sendTo(response)
  },
  /** Begins a capture, or joins the one of the same device. */
  '/packets': async ({ device, filter }, response) => {
    await checkFilter(filter)
    await sendPackets(await captureOf(device), filter, response)
  },
  /** The last capture again, from its beginning, such as with another filter. */
  '/kept': async ({ device, filter }, response) => {
    await checkFilter(filter)
    await sendPackets(lastCaptureOf(device), filter, response)
  },
  '/packet': async ({ device, number }, response) => {
    const pdml = await details(lastCaptureOf(device).bytes(), number)
    response.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(pdml)
  },
  '/file': ({ device }, response) =>
    void response.writeHead(200, { 'Content-Type': PCAP }).end(lastCaptureOf(device).bytes()),
}

rmSync(SOCKET, { force: true })
createServer(async (request, response) => {
  // Rows that arrive after the reader has left.
  response.on('error', () => undefined)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://plugin')
  const isGet = request.method === 'GET'
  const page = isGet && Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined
  if (page) {
    const content = readFileSync(new URL(`pages/${page.file}`, import.meta.url))
    return void response.writeHead(200, { 'Content-Type': page.type }).end(content)
  }
  const call = isGet && Object.hasOwn(CALLS, pathname) ? CALLS[pathname] : undefined
  const of = (name: string): string => searchParams.get(name) ?? ''
  try {
    if (!call) throw new Refused(404, `There is no ${request.method} ${pathname}.`)
    const number = Math.trunc(Number(of('number'))) || 0
    await call({ device: of('device'), filter: of('filter').trim(), number }, response)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    sendJson(response, error.status, { Error: error.message })
  }
}).listen(SOCKET)
