import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Written by the router when the plugin is installed; missing if the owner has granted no path. */
const TOKEN_FILE = '/configs/plugins/wireshark/api-token'
const ANSWER_MS = 10_000
/** The router ends a capture when its reader has left, which takes a moment. */
const BUSY = { tries: 5, pauseMs: 300 }
/** Longer than a person watches, and as much as this container can hold. */
const LIMITS = { Seconds: 600, Packets: 20_000, Bytes: 16 << 20 }

/** A call that cannot be answered, with its HTTP status; the message is for the owner. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A device, with the fields that the page uses. */
export interface Device {
  readonly Name: string
  readonly MAC: string
  readonly WGPubKey: string
}

/** The router's address in the network of the plugin: the gateway. `/proc/net/route` has it as a little-endian number. */
function routerAddress(): string {
  const routes = readFileSync('/proc/net/route', 'utf8').split('\n')
  const gateway = routes.map((line) => line.split('\t')).find(([, destination]) => destination === '00000000')?.[2]
  if (gateway === undefined) throw new Refused(502, 'The plugin has no network.')
  return Buffer.from(gateway, 'hex').reverse().join('.')
}

function token(): string {
  try {
    return readFileSync(TOKEN_FILE, 'utf8').trim()
  } catch {
    throw new Refused(502, 'The plugin has no API token.')
  }
}

/** Calls the router's API with the plugin's token. Throws `Refused`. */
async function call(method: string, path: string, body?: object): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' }
  const asked = request({ host: routerAddress(), path, method, headers })
  // Only until the answer begins: a capture takes longer.
  const deadline = setTimeout(() => asked.destroy(), ANSWER_MS)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve)
    asked.on('error', () =>
      reject(new Refused(502, 'The router does not answer: the network of the plugin needs the policy api.')),
    )
    asked.end(body && JSON.stringify(body))
  }).finally(() => clearTimeout(deadline))
  const { statusCode = 0 } = answer
  if (statusCode === 200) return answer
  const reason = (await text(answer)).trim()
  // 401 would end the session of the page.
  throw new Refused([400, 404, 429].includes(statusCode) ? statusCode : 502, `The router refuses ${path}: ${reason}`)
}

/** All devices. Needs the path `/devices:r`. */
export const devices = async (): Promise<Device[]> =>
  Object.values((await json(await call('GET', '/devices'))) as Readonly<Record<string, Device>>)

/** Begins a capture of one device; the response is a pcap file as it grows. Needs the confirmed path `/capture:rw`. */
export async function openCapture(device: string): Promise<IncomingMessage> {
  for (let left = BUSY.tries; ; left--) {
    try {
      return await call('PUT', '/capture', { Device: device, ...LIMITS })
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 429 || left === 0) throw error
      await sleep(BUSY.pauseMs)
    }
  }
}
