import type { Device } from '../../../router/features/devices/device.ts'
import type { Explanation } from '../../../router/features/explain/contract.ts'
import type { Endpoint } from '../../../router/features/firewall/rule.ts'
import type { Entry } from './entry.ts'
import type { Aim } from './service.ts'

/** What would let a device reach the other end, the narrowest first; or take back what lets it. */
export type Remedy = 'endpoint' | 'group' | 'wan' | 'lift'

/**
 * Only where nothing but the want of a permission stands in the way: what a rule or policy forbids is for its owner to
 * change, and who is not at home cannot be reached by any.
 */
export function remediesFor({ Passes, By, From, To }: Explanation, { proto }: Aim, from: Device): Remedy[] {
  if (From.Kind !== 'device') return []
  if (Passes) return By.Kind === 'rule' && tagIn(By.Rule, from) !== undefined ? ['lift'] : []
  if (By.Kind !== 'default') return []
  const narrow: Remedy[] = proto === 'icmp' ? [] : ['endpoint']
  if (To.Kind === 'device') return [...narrow, 'group']
  if (To.Kind === 'internet') return from.Policies.includes('wan') ? narrow : ['wan', ...narrow]
  return []
}

/** Endpoints that are made here go by the same name as their tag, which nothing else goes by: so they can be taken back. */
const isOwn = ({ RuleName, Tags }: Pick<Endpoint, 'RuleName' | 'Tags'>): boolean =>
  Tags.length === 1 && Tags[0] === RuleName

/** The tag by which an endpoint that was made here lets the device through; undefined when it is something else that does. */
export function tagIn(rule: unknown, { DeviceTags }: Pick<Device, 'DeviceTags'>): string | undefined {
  const { RuleName, Tags } = (rule ?? {}) as Partial<Endpoint>
  if (typeof RuleName !== 'string' || !Array.isArray(Tags) || !isOwn({ RuleName, Tags })) return undefined
  return DeviceTags.find((tag) => tag === RuleName)
}

/** The tag of an endpoint that was made here for just this before; undefined where there is none. */
export const tagFor = (endpoints: readonly Endpoint[], ip: string, { proto, port }: Aim): string | undefined =>
  endpoints.find(
    (one) => isOwn(one) && !one.Disabled && one.IP === ip && one.Protocol === proto && one.Port === String(port),
  )?.RuleName

/** What was allowed the device here, alone or with others that were allowed the same. */
export const allowedAlone = (endpoints: readonly Endpoint[], device: Pick<Device, 'DeviceTags'>): Endpoint[] =>
  endpoints.filter((one) => !one.Disabled && tagIn(one, device) !== undefined)

/** A name for something new that no other has yet: `printer tcp 9100`, then `printer tcp 9100 2`, … */
export function freeName(wanted: string, taken: readonly string[]): string {
  for (let count = 2, name = wanted; ; name = `${wanted} ${count++}`) if (!taken.includes(name)) return name
}

/** A text as groups and tags are spelt, and short enough to have something added; `or` where nothing of it is left. */
export const asLabel = (text: string, or: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, 40)
    .trim() || or

/** The name of a group for two devices: one that both are known by. */
export const groupFor = (one: Entry, other: Entry, taken: readonly string[]): string =>
  freeName(
    `${asLabel(one.name, 'device').slice(0, 20).trim()} and ${asLabel(other.name, 'device').slice(0, 20).trim()}`,
    taken,
  )
