import assert from 'node:assert/strict'
import { exchange } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { until } from '../process/until.ts'

/** Calls that return the saved state; the last returns the latest change. */
// biome-ignore format: a list
const REMEMBERED = [
  '/devices', '/groups', '/firewall/config', '/subnetConfig', '/dnsSettings', '/dns/hostnames', '/interfacesConfiguration', '/wan/config',
  '/multicastSettings', '/tokens', '/otp_status?name=admin', '/confirm', '/backup', '/release', '/checkupdates', '/autoupdate',
  '/plugins/dns/block/config', '/time/servers', '/customThemes', '/info/hostname', '/firewall/enableTLS', '/audit?limit=1',
]

type Headers = Readonly<Record<string, string>>

async function stateAt(router: Router, headers: Headers, path: string): Promise<string> {
  const { status, text } = await exchange(router.console, { method: 'GET', path, headers })
  assert.equal(status, 200, `${path} gave ${status} ${text}`)
  return `${path} ${text}`
}

/** The saved state by path, as a client with these headers reads it. */
export const remembered = (router: Router, headers: Headers): Promise<string[]> =>
  Promise.all(REMEMBERED.map((path) => stateAt(router, headers, path)))

/** Only the last of these, the newest entry of the audit log: every change changes it. */
export const lastChange = (router: Router, headers: Headers): Promise<string> =>
  stateAt(router, headers, REMEMBERED.at(-1) ?? '')

/** The same, with lists and objects in the order of their text: a new start reads them in another. */
export function unordered(one: string): string {
  const [path = ''] = one.split(' ', 1)
  const inOrder = (_: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  return `${path} ${JSON.stringify(JSON.parse(one.slice(path.length), inOrder))}`
}

const LOOK =
  'nft -j list table inet sallyport && ip -j link && ip -j -4 addr && ip -j -4 route show table all && ip -j rule && hostname'

/** What changes by itself: counters, handles, and how long an address is still good for. */
const PASSING = ['handle', 'counter', 'packets', 'bytes', 'expires', 'valid_life_time', 'preferred_life_time']

/** Everything that is in the kernel: ruleset, links, addresses, routes and rules, and the machine's name. */
export async function inKernel(router: Router): Promise<string[]> {
  const listing = await router.namespace.run(['sh', '-c', LOOK])
  return listing.split('\n').flatMap((text) => {
    if (!text.startsWith('[') && !text.startsWith('{')) return [text]
    const listed = JSON.parse(text, lasting) as object[] | { nftables: object[] }
    const objects = Array.isArray(listed) ? listed : listed.nftables
    return objects
      .map((one) => ({ place: placeOf(one), text: JSON.stringify(one) }))
      .toSorted(byPlace)
      .map(({ text }) => text)
  })
}

/** Rules keep their order within a chain; nothing else has any. */
const placeOf = (one: object): string =>
  'rule' in one ? `rule of ${(one.rule as { chain: string }).chain}` : JSON.stringify(one)
const byPlace = (a: { place: string }, b: { place: string }): number =>
  a.place < b.place ? -1 : a.place > b.place ? 1 : 0

function lasting(key: string, value: unknown): unknown {
  if (PASSING.includes(key)) return undefined
  // Packets fill sets that have a size (`compiler/firewall/limits.ts`).
  if (key === 'set' && typeof value === 'object' && value !== null && 'size' in value)
    return { ...value, elem: undefined }
  return key === 'elem' && Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value
}

/** The same, once it no longer changes: an uplink requests its address after the response to the call that changed it. */
export async function settledKernel(router: Router): Promise<string[]> {
  let last: string[] = []
  return await until(
    'a kernel that stays as it is',
    async () => {
      const now = await inKernel(router)
      const same = JSON.stringify(now) === JSON.stringify(last)
      last = now
      return same && now
    },
    10_000,
  )
}
