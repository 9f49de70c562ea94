import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

/** A device of the household, and whether the plugin reaches it. */
export interface Device {
  readonly Name: string
  readonly IP: string
  readonly Reachable: boolean
  /** The router's reason. */
  readonly Reason: string
}

/** The devices, or why they cannot be listed; the text is for the owner. */
export interface Household {
  readonly Devices: readonly Device[]
  readonly Problem: string
}

const TIMEOUT_MS = 3000
const NOT_GRANTED =
  'To list devices here, give the plugin the policy "api" and the API paths /devices:r and /explain:r on its page in the app of the router.'

class Refusal extends Error {}

/** The router's address in the network of the plugin: the gateway. `/proc/net/route` has it as a little-endian number. */
function routerAddress(): string | undefined {
  const routes = readFileSync('/proc/net/route', 'utf8').split('\n')
  const gateway = routes.map((line) => line.split('\t')).find(([, destination]) => destination === '00000000')?.[2]
  return gateway && Buffer.from(gateway, 'hex').reverse().join('.')
}

/** The address of the plugin, as devices see connections from the tailnet. */
export const ownAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** Reads the router's API with the plugin's token. Throws `Refusal`. */
async function read(origin: string, token: string, path: string): Promise<unknown> {
  const answer = await fetch(origin + path, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new Refusal('The router does not answer: the plugin needs the policy "api".')
  })
  if (!answer.ok) throw new Refusal(NOT_GRANTED)
  return await answer.json()
}

/** How the plugin reaches the router. */
export interface Access {
  readonly tokenFile: string
  readonly origin?: string
  readonly from?: string
}

/**
 * The devices with an address. Whether the plugin reaches one is the router's own decision (`/explain`) on TCP: it is the same for
 * everything that groups and the policy `lan` permit. Endpoints that a tag permits are not shown.
 */
export async function householdOf({
  tokenFile,
  origin = `http://${routerAddress() ?? ''}`,
  from = ownAddress() ?? '',
}: Access): Promise<Household> {
  let token: string
  try {
    token = readFileSync(tokenFile, 'utf8').trim()
  } catch {
    return { Devices: [], Problem: NOT_GRANTED }
  }
  try {
    const all = Object.values(
      (await read(origin, token, '/devices')) as Record<string, { Name: string; RecentIP: string }>,
    )
    const Devices: Device[] = []
    for (const { Name, RecentIP } of all.filter((device) => device.RecentIP !== '')) {
      const query = new URLSearchParams({ from, to: RecentIP, proto: 'tcp', port: '1' })
      const { Passes, Text } = (await read(origin, token, `/explain?${query}`)) as { Passes: boolean; Text: string }
      Devices.push({ Name: Name || RecentIP, IP: RecentIP, Reachable: Passes, Reason: Text })
    }
    return { Devices: Devices.sort((a, b) => a.Name.localeCompare(b.Name)), Problem: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { Devices: [], Problem: error.message }
  }
}
