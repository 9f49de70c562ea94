import type { Endpoint } from '../../../../../router/model/firewall/config/configrule.ts'
import type { Explanation } from '../../../../../router/model/firewall/explain/contract.ts'
import type { Device } from '../../../../../router/model/home/devices/device.ts'
import type { NumberedPort } from '../../../../../router/model/machine/services/service.ts'
import { freeName } from '../../../../parts/values/name.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import { INTERNAL } from '../tag.ts'
import type { Aim } from './service.ts'

/** What would let a device reach the other end, the narrowest first; or take back what lets it. */
export type Remedy = 'endpoint' | 'group' | 'wan' | 'lift'

/**
 * Only where a permission is missing: what a rule or policy forbids is for its owner to
 * change, and who is not at home cannot be reached by any.
 */
export function remediesFor({ Passes, By, From, To, Ports }: Explanation, from: Device): Remedy[] {
  if (From.Kind !== 'device') return []
  if (Passes) return By.Kind === 'rule' && tagIn(By.Rule, from) !== undefined ? ['lift'] : []
  if (By.Kind !== 'default') return []
  const narrow: Remedy[] = Ports.length === 0 ? [] : ['endpoint']
  if (To.Kind === 'device') return [...narrow, 'group']
  if (To.Kind === 'internet') return from.Policies.includes('wan') ? narrow : ['wan', ...narrow]
  return []
}

/** The endpoint for one port of what a tag allows: named after both, so that it can be found again and taken back. */
const ruleName = (tag: string, { Protocol, Port }: Pick<Endpoint, 'Protocol' | 'Port'>): string =>
  `${tag} ${Protocol} ${Port}`

const isOwn = (endpoint: Endpoint): boolean => {
  const [tag] = endpoint.Tags
  return endpoint.Tags.length === 1 && tag !== undefined && endpoint.RuleName === ruleName(tag, endpoint)
}

/** The tag by which an endpoint that was made here lets the device through; undefined when it is something else that does. */
export function tagIn(rule: unknown, { DeviceTags }: Pick<Device, 'DeviceTags'>): string | undefined {
  const { RuleName, Protocol, Port, Tags } = (rule ?? {}) as Partial<Endpoint>
  if (RuleName === undefined || Protocol === undefined || Port === undefined || !Array.isArray(Tags)) return undefined
  return isOwn(rule as Endpoint) ? DeviceTags.find((tag) => tag === Tags[0]) : undefined
}

/** Endpoints that were made here, by their tag. */
export const endpointsByTag = (endpoints: readonly Endpoint[]): Map<string, Endpoint[]> =>
  Map.groupBy(endpoints.filter(isOwn), ({ Tags }) => Tags[0] ?? '')

const keyOfPort = ({ Protocol, Port }: { Protocol: string; Port: string | number }): string => `${Protocol} ${Port}`

/** The tag of endpoints that were made here before for exactly these ports; undefined where there is none. */
export function tagFor(endpoints: readonly Endpoint[], ip: string, ports: readonly NumberedPort[]): string | undefined {
  const wanted = new Set(ports.map(keyOfPort))
  for (const [tag, made] of endpointsByTag(endpoints)) {
    const open = made.filter(({ IP, Disabled }) => IP === ip && !Disabled).map(keyOfPort)
    if (made.length === wanted.size && wanted.difference(new Set(open)).size === 0) return tag
  }
  return undefined
}

/** A tag for what is allowed at a place, as `allow:printer printing`. */
export const tagNamed = (place: string, aim: Aim, ports: readonly NumberedPort[]): string =>
  `${INTERNAL}${asLabel(place, 'device')} ${'service' in aim ? aim.service : ports.map(keyOfPort).join(' ')}`

/** The endpoints that let devices with the tag reach these ports. */
export const endpointsFor = (tag: string, ip: string, what: string, ports: readonly NumberedPort[]) =>
  ports.map(({ Protocol, Port }) => {
    const port = { Protocol, Port: String(Port) }
    return { RuleName: ruleName(tag, port), Description: what, ...port, IP: ip, Tags: [tag] }
  })

/** What was allowed the device here, alone or with others that were allowed the same: endpoints by their tag. */
export const allowedAlone = (
  endpoints: readonly Endpoint[],
  { DeviceTags }: Pick<Device, 'DeviceTags'>,
): [string, Endpoint[]][] =>
  [...endpointsByTag(endpoints.filter(({ Disabled }) => !Disabled))].filter(([tag]) => DeviceTags.includes(tag))

/** A text as groups and tags are spelt, and short enough to have something added; `or` where nothing of it is left. */
export const asLabel = (text: string, or: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, 40)
    .trim() || or

/** The name of a group for two devices: one that both are known by. */
export const groupFor = (one: ShownDevice, other: ShownDevice, taken: readonly string[]): string =>
  freeName(
    deviceTexts.reach.groupName(
      asLabel(one.name, 'device').slice(0, 20).trim(),
      asLabel(other.name, 'device').slice(0, 20).trim(),
    ),
    taken,
  )
