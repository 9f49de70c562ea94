import type { contracts } from '../../../../router/model/operations.ts'

type Contract = (typeof contracts)[keyof typeof contracts]
type PathsIn<C> = C extends Readonly<Record<string, { readonly path: infer Path extends string }>> ? Path : never
/** A path with all paths above it: `/a/b` and `/a` for `/a/b`. */
type Above<Path extends string> = Path extends `/${infer First}/${infer Rest}`
  ? `/${First}` | `/${First}${Above<`/${Rest}`>}`
  : Path

/** The permission of a token for one area. */
export type TokenRight = 'none' | 'read' | 'write'

/**
 * The API paths of an area, each including the paths below it. Tokens with scopes cannot call operations that need a one-time
 * code.
 */
export const AREAS = {
  devices: ['/devices', '/device', '/pendingPSK'],
  groups: ['/groups'],
  traffic: ['/traffic', '/iptraffic', '/traffic_history', '/traffic_usage'],
  dns: ['/dns', '/dnsSettings', '/plugins/dns'],
  firewall: ['/firewall', '/multicastSettings', '/explain', '/services', '/nfmap'],
  network: ['/link', '/uplink', '/wan', '/ip', '/arp', '/subnetConfig', '/interfacesConfiguration', '/confirm'],
  lookup: ['/plugins/lookup'],
  system: ['/status', '/features', '/version', '/info', '/time', '/logs', '/audit'],
} as const satisfies Record<string, readonly Above<PathsIn<Contract>>[]>

export type Area = keyof typeof AREAS
export type Rights = Readonly<Partial<Record<Area, TokenRight>>>

const AREA_NAMES = Object.keys(AREAS) as Area[]
const SUFFIXES = { read: ':r', write: ':rw' }

/** Formats scopes for the router: one path per line, with its suffix. */
export function scopesOfRights(rights: Rights, others: string): string[] {
  const chosen = AREA_NAMES.flatMap((area) => {
    const right = rights[area] ?? 'none'
    return right === 'none' ? [] : AREAS[area].map((path) => path + SUFFIXES[right])
  })
  const typed = others
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [...new Set([...chosen, ...typed])]
}

/** Parses scopes: areas that are included completely, and the remaining paths. */
export function rightsIn(scopes: readonly string[]): { rights: Rights; others: string[] } {
  const left = new Set(scopes)
  const rights: Partial<Record<Area, TokenRight>> = {}
  for (const area of AREA_NAMES)
    for (const right of ['read', 'write'] as const) {
      const whole = AREAS[area].map((path) => path + SUFFIXES[right])
      if (!whole.every((scope) => left.has(scope))) continue
      rights[area] = right
      for (const scope of whole) left.delete(scope)
    }
  return { rights, others: [...left] }
}
