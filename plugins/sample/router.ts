import { readFileSync } from 'node:fs'

/** Written by the router when the plugin is installed; missing if the owner has granted no path. */
const TOKEN_FILE = '/configs/plugins/sample/api-token'
const TIMEOUT_MS = 2000

/** A device, with the fields that the sample uses. */
export interface Device {
  readonly Name: string
  readonly MAC: string
}

/** A call of the router's API that failed; the message is for the owner. */
export class RouterError extends Error {}

/** The router's address in the network of the plugin: the gateway. `/proc/net/route` has it as a little-endian number. */
export function routerAddress(): string {
  const routes = readFileSync('/proc/net/route', 'utf8').split('\n')
  const gateway = routes.map((line) => line.split('\t')).find(([, destination]) => destination === '00000000')?.[2]
  if (gateway === undefined) throw new RouterError('The plugin has no network.')
  return Buffer.from(gateway, 'hex').reverse().join('.')
}

/** Calls the router's API with the plugin's token. Throws `RouterError`. */
async function call(path: string): Promise<unknown> {
  let token: string
  try {
    token = readFileSync(TOKEN_FILE, 'utf8').trim()
  } catch {
    throw new RouterError('The plugin has no API token.')
  }
  const answer = await fetch(`http://${routerAddress()}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new RouterError('The router does not answer: the network of the plugin needs the policy api.')
  })
  if (!answer.ok) throw new RouterError(`The router refuses ${path}: status ${answer.status}`)
  return await answer.json()
}

/** All devices of the home. Needs the policy `api` and the path `/devices:r`. */
export const devices = async (): Promise<Device[]> =>
  Object.values((await call('/devices')) as Readonly<Record<string, Device>>)
