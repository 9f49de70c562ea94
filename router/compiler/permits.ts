import { groupMaps } from '../features/groups/group.ts'
import { ipToNumber } from '../values/ip.ts'
import { containsIp, PRIVATE_NETS, type Subnet, UNROUTABLE_NETS } from '../values/subnet.ts'
import type { Admission, Member, Network } from './network.ts'

/** A connection as the rules see it: its opener's own address, and where it was led; the port is the one it asked for. */
export interface Flow {
  readonly source: string
  readonly destination: string
  readonly port: number | undefined
}

/** The device that has an address now. */
export type MemberAt = (ip: string) => Member | undefined

const DNS_PORT = 53
const API_PORTS = [22, 80, 443]

/**
 * Whether a connection that a household device opened, or that leads to one, may go on: the ruleset's answer, from the
 * same Network. What neither begins nor ends in the household is none of its business, and may.
 */
export function permits(network: Network, memberAt: MemberAt, flow: Flow): boolean {
  const { nets } = network.frame
  const isLocal = (ip: string): boolean => nets.some((net) => containsIp(net, ip))
  const from = memberAt(flow.source)
  const to = memberAt(flow.destination)
  if (isLocal(flow.source) && !isRouter(network, flow.source) && !from?.place) return false
  if (isLocal(flow.destination) && !isRouter(network, flow.destination) && !to?.place) return false
  if (!from?.place) return true
  const may = (map: string): boolean => opens(from, map)
  if (flow.port === DNS_PORT && !(may('dns_access') && flow.destination === resolverOf(network, from))) return false
  if (isRouter(network, flow.destination)) return !(API_PORTS.includes(flow.port ?? 0) && may('api_block'))
  if (to) return !opens(to, 'quarantine') && (may('lan_access') || shareGroup(network, from, to))
  const leadsTo = (nets: readonly Subnet[]): boolean => nets.some((net) => containsIp(net, flow.destination))
  if (leadsTo(UNROUTABLE_NETS)) return false
  return may('internet_access') && (!leadsTo(PRIVATE_NETS) || may('upstream_private_rfc1918_allowed'))
}

/** Where this device's questions are led, whomever it asks. */
const resolverOf = ({ frame }: Network, { admissions }: Member): string =>
  admissions.find(({ map }) => map === 'dns_custom')?.value ?? frame.lanIp

const opens = (member: Member, map: string): boolean => member.admissions.some((admission) => admission.map === map)

const shareGroup = (network: Network, from: Member, to: Member): boolean =>
  network.frame.groups.some(({ name, enabled }) => {
    const { source, destination } = groupMaps(name)
    return enabled && opens(from, source) && opens(to, destination)
  })

/** The LAN IP, the router's side of a device's own network, or its address towards a provider. */
export const isRouter = ({ frame }: Network, ip: string): boolean =>
  (frame.nets.some((net) => containsIp(net, ip)) && ipToNumber(ip) % 4 === 1) ||
  frame.uplinks.some(({ address }) => address?.split('/')[0] === ip)

/** Whether a member, or the frame, has taken something away, so that connections may have lost their permission. */
export function hasLost(before: Member | undefined, after: Member | undefined): boolean {
  if (!before?.place) return false
  const kept = new Set(after?.admissions.map(admissionKey))
  return before.admissions.some((admission) => !kept.has(admissionKey(admission))) || gains(before, after)
}

/** Some maps close doors: a new element there takes something away. */
const gains = (before: Member, after: Member | undefined): boolean =>
  ['quarantine', 'api_block', 'dns_custom'].some((map) => after && opens(after, map) && !opens(before, map))

const admissionKey = ({ map, key, value }: Admission): string => `${map} ${key.join(' ')} ${value ?? ''}`
