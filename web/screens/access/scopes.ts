/** What a key may do in one part of the router. */
export type Right = 'none' | 'read' | 'write'

/** The paths of the API that belong to a part, each with all below it. What takes a one-time code no key with scopes can do. */
export const AREAS = {
  devices: ['/devices', '/device', '/pendingPSK'],
  groups: ['/groups'],
  traffic: ['/traffic', '/iptraffic', '/traffic_history'],
  dns: ['/dns', '/dnsSettings', '/plugins/dns'],
  firewall: ['/firewall', '/multicastSettings', '/explain', '/services', '/nfmap'],
  network: ['/link', '/uplink', '/wan', '/ip', '/arp', '/subnetConfig', '/interfacesConfiguration', '/confirm'],
  lookup: ['/plugins/lookup'],
  system: ['/status', '/features', '/version', '/info', '/time', '/logs', '/audit'],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof AREAS
export type Rights = Readonly<Partial<Record<Area, Right>>>

const AREA_NAMES = Object.keys(AREAS) as Area[]
const SUFFIXES = { read: ':r', write: ':rw' }

/** As the router keeps it: one path for each line, the rights behind it. */
export function scopesOf(rights: Rights, others: string): string[] {
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

/** The other way round: the parts that are open as a whole, and the paths that are left over. */
export function rightsIn(scopes: readonly string[]): { rights: Rights; others: string[] } {
  const left = new Set(scopes)
  const rights: Partial<Record<Area, Right>> = {}
  for (const area of AREA_NAMES)
    for (const right of ['read', 'write'] as const) {
      const whole = AREAS[area].map((path) => path + SUFFIXES[right])
      if (!whole.every((scope) => left.has(scope))) continue
      rights[area] = right
      for (const scope of whole) left.delete(scope)
    }
  return { rights, others: [...left] }
}
