import type { z } from 'zod'
import { AccessDenied } from '../../../errors.ts'
import { entryOf } from '../../../events/catalogue.ts'
import { otp, session } from '../../../model/access/credentials/contract.ts'
import { recoveryCodes, sessions } from '../../../model/access/credentials/listcontract.ts'
import { passkeys } from '../../../model/access/credentials/passkeycontract.ts'
import { roleOf } from '../../../model/access/credentials/user.ts'
import { dnsLog } from '../../../model/dns/querylog/contract.ts'
import { pfw, type RuleEntry } from '../../../model/firewall/rules/contract.ts'
import { isInternetBlock, isPause } from '../../../model/firewall/rules/pause.ts'
import { EVERY_DEVICE, type Rule } from '../../../model/firewall/rules/pfwrule.ts'
import { devices } from '../../../model/home/devices/contract.ts'
import { type Device, keyOfDevice } from '../../../model/home/devices/device.ts'
import { groups } from '../../../model/home/groups/contract.ts'
import { parental } from '../../../model/home/schedules/contract.ts'
import { isCalled } from '../../../model/home/schedules/persona.ts'
import { diagnostics } from '../../../model/machine/diagnostics/contract.ts'
import { system } from '../../../model/machine/system/contract.ts'
import { time } from '../../../model/machine/time/contract.ts'
import { tls } from '../../../model/machine/tls/contract.ts'
import { events } from '../../../model/messages/events/contract.ts'
import {
  type Details,
  type Handler,
  type HandlerAnswer,
  JsonText,
  type Operation,
  type Request,
} from '../../../model/operation.ts'
import { clients } from '../../../model/plugins/clients/contract.ts'
import { traffic } from '../../../model/traffic/flows/contract.ts'
import type { TrafficTotals } from '../../../model/traffic/flows/counters.ts'
import { usage } from '../../../model/traffic/usage/contract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { type Sight, sightOf } from './sight.ts'

/**
 * What a parent may do by each operation that lists the role: `demand` refuses calls about anything but the devices of its groups,
 * `show` leaves everything else out of the reply. An operation has at least one of them, or is in `ABOUT_CALLER`.
 */
interface Limit<D extends Details> {
  readonly demand?: (request: Request<D>, see: Sight, facts: Facts) => boolean
  readonly show?: (reply: Exclude<HandlerAnswer<D>, JsonText>, see: Sight, facts: Facts) => unknown
}

/** What a role may get of an operation: of the request, and of the reply. */
interface AnyLimit {
  readonly operation: Operation
  readonly demand?: (request: Request, see: Sight, facts: Facts) => boolean
  readonly show?: (reply: unknown, see: Sight, facts: Facts) => unknown
}

const limit = <D extends Details>(operation: Operation<D>, { demand, show }: Limit<D>): AnyLimit => ({
  operation: operation as unknown as Operation,
  ...(demand && { demand: demand as NonNullable<AnyLimit['demand']> }),
  ...(show && { show: show as NonNullable<AnyLimit['show']> }),
})

type Shown = z.output<typeof RuleEntry>
const REFUSED_CONNECTIONS = 'nft:drop:'

const PARENT: readonly AnyLimit[] = [
  limit(devices.list, { show: (all, see) => pick(all as Record<string, Device>, see.hasDevice) }),
  limit(groups.list, { show: (all, see) => (all as { Name: string }[]).filter(({ Name }) => see.hasGroup(Name)) }),

  limit(pfw.rules, {
    show: (rules, see) => (rules as Shown[]).filter((rule) => isShown(rule, see)).map((rule) => partOf(rule, see)),
  }),
  limit(pfw.pause, { demand: ({ body }, see) => see.contains(body), show: (rule, see) => partOf(rule as Shown, see) }),
  limit(pfw.remove, {
    demand({ params }, see, { pfwRules }) {
      const rule = pfwRules.get(params.id)
      return rule !== undefined && isPause(rule) && see.contains(rule.When)
    },
  }),
  limit(pfw.extend, {
    demand({ params, body: { Device } }, see, { pfwRules }) {
      const rule = pfwRules.get(params.id)
      if (!rule || !isShown(rule, see)) return false
      return Device && Device !== EVERY_DEVICE ? see.hasDevice(Device) : see.contains(rule.When)
    },
    show: (rule, see) => partOf(rule as Shown, see),
  }),

  limit(parental.personas, {
    show: (all, see, facts) => (all as { Tag: string }[]).filter(({ Tag }) => isSeenPersona(Tag, see, facts)),
  }),
  limit(parental.usage, { show: pickPersonas }),
  limit(parental.pause, { demand: ({ body }, see, facts) => isSeenPersona(body.Tag, see, facts), show: pickPersonas }),
  limit(parental.extend, { demand: ({ body }, see, facts) => isSeenPersona(body.Tag, see, facts), show: pickPersonas }),

  limit(dnsLog.history, { demand: ({ params: { ip } }, see) => see.hasAddress(ip) }),
  limit(dnsLog.queries, { demand: ({ query: { client } }, see) => client !== undefined && see.hasAddress(client) }),
  limit(dnsLog.clients, { show: (all, see) => (all as { IP: string }[]).filter(({ IP }) => see.hasAddress(IP)) }),
  limit(dnsLog.counts, { demand: ({ query: { client } }, see) => client !== undefined && see.hasAddress(client) }),
  limit(dnsLog.top, { demand: ({ query: { client } }, see) => client !== undefined && see.hasAddress(client) }),
  limit(traffic.ofDevice, { demand: ({ params: { identity } }, see) => isDevice(identity, see) }),
  limit(traffic.totals, {
    show: (reply, see) => {
      const { Since, Totals } = reply as TrafficTotals
      return { Since, Totals: pick(Totals, see.hasAddress) }
    },
  }),
  limit(diagnostics.arp, { show: (all, see) => (all as { MAC: string }[]).filter(({ MAC }) => see.hasDevice(MAC)) }),
  limit(usage.read, {
    demand: ({ query: { device } }, see) => device !== undefined && isDevice(device, see),
    show: (reply, see) => {
      const { Groups, ...rest } = reply as { Groups: { Name: string }[] }
      return { ...rest, Groups: Groups.filter(({ Name }) => see.hasGroup(Name)) }
    },
  }),
  limit(events.search, {
    demand: ({ query: { topic, device } }, see) =>
      (topic ?? '').split(',').every((one) => one.startsWith(REFUSED_CONNECTIONS)) &&
      device !== undefined &&
      see.hasDevice(device),
    show: (found, see) => (found as { Devices: string[] }[]).filter(({ Devices }) => Devices.every(see.hasDevice)),
  }),
]

/** What viewers get less of than owners: texts of scripts, plugins and programs, which may contain anything. */
const VIEWER: readonly AnyLimit[] = [
  limit(events.search, {
    show: (found) => (found as { Topic: string }[]).filter(({ Topic }) => isForViewers(Topic)),
  }),
  limit(events.groups, {
    show: (found) => {
      const { Groups, ...rest } = found as { Groups: { Topic: string }[] }
      return { ...rest, Groups: Groups.filter(({ Topic }) => isForViewers(Topic)) }
    },
  }),
]

/** About the caller alone, or the same for everybody. */
const ABOUT_CALLER: ReadonlySet<Operation> = new Set<Operation>(
  [
    otp,
    recoveryCodes,
    passkeys,
    session,
    sessions,
    clients,
    { https: tls.isOn },
    { status: system.status, features: system.features, version: system.version, now: time.now, zone: time.zone },
  ].flatMap((contract) => Object.values(contract) as unknown as Operation[]),
)

/**
 * A handler that keeps to what the role of its caller permits of the operation. Throws at the start for an operation that parents
 * may call and that nothing here limits.
 */
export function limitedHandler(facts: Facts, operation: Operation, handler: Handler<Details>): Handler<Details> {
  const [forParent, forViewer] = [PARENT, VIEWER].map((limits) => limits.find((one) => one.operation === operation))
  const { roles, access } = operation.details
  if (roles?.includes('parent') && access !== 'public' && !forParent && !ABOUT_CALLER.has(operation))
    throw new Error(`${operation.method} ${operation.path}: nothing limits what parents may do`)
  if (!forParent && !forViewer) return handler
  return async (request) => {
    const { name, kind } = request.caller
    const user = kind === 'user' ? facts.users.get(name) : undefined
    const role = roleOf(user)
    if (kind === 'user' && !role) throw new AccessDenied('forbidden', phrase('access.userWithoutRole', name))
    const own = role === 'parent' ? forParent : role === 'viewer' ? forViewer : undefined
    if (!own) return handler(request)
    const see = sightOf(facts, user?.Groups ?? [])
    if (own.demand && !own.demand(request, see, facts))
      throw new AccessDenied('forbidden', phrase('access.beyondOwnGroups'))
    const reply = await handler(request)
    if (!own.show) return reply
    return own.show(reply instanceof JsonText ? JSON.parse(reply.text) : reply, see, facts) as HandlerAnswer<Details>
  }
}

/** Topics of whose events a parent gets those about its devices alone. */
const FOR_PARENTS = ['device:', 'dhcp:', 'wifi:auth:', 'wifi:station:', 'pfw:rule:', 'dns:block:', REFUSED_CONNECTIONS]

const NOT_FOR_VIEWERS = ['log:', 'crashlog:', 'automation:', 'plugin:']
const ALERT = 'alert:'

/** An alert has texts and fields of its event, so it is for viewers if that is. Its topic is that of the event and a suffix. */
function isForViewers(topic: string): boolean {
  const ofEvent = topic.startsWith(ALERT) ? topic.slice(ALERT.length) : topic
  const parts = ofEvent.split(':')
  const isKnown =
    ofEvent === topic
      ? entryOf(topic) !== undefined
      : parts.some((_, n) => entryOf(parts.slice(0, n + 1).join(':')) !== undefined)
  return isKnown && !NOT_FOR_VIEWERS.some((prefix) => ofEvent.startsWith(prefix))
}

const ADDRESS = /\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b|\b(?:\d{1,3}\.){3}\d{1,3}\b/gi

/** Whether a user may get an event of the websockets. A parent gets those whose devices are all in its groups. */
export const eventsFor =
  (facts: Facts) =>
  (name: string, topic: string, payload: unknown): boolean => {
    const user = facts.users.get(name)
    const role = roleOf(user)
    if (role === 'owner') return true
    if (role === 'viewer') return isForViewers(topic)
    if (role !== 'parent' || !FOR_PARENTS.some((prefix) => topic.startsWith(prefix))) return false
    const see = sightOf(facts, user?.Groups ?? [])
    const known = [...(JSON.stringify(payload) ?? '').matchAll(ADDRESS)].flatMap(([address]) => {
      const isMac = address.includes(':')
      const device = isMac ? facts.devices.get(address.toLowerCase()) : facts.devices.by('RecentIP', address)
      return device ? [isMac ? see.hasDevice(address.toLowerCase()) : see.hasAddress(address)] : []
    })
    return known.length > 0 && known.every((isSeen) => isSeen)
  }

const pick = <T>(all: Readonly<Record<string, T>>, isSeen: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => isSeen(key)))

const isDevice = (text: string, see: Sight): boolean => see.hasDevice(text) || see.hasAddress(text)

/** Rules that take the internet from devices, of which at least one is seen. Others are the owner's protection. */
const isShown = (rule: Pick<Rule, 'Do' | 'To' | 'When'>, see: Sight): boolean =>
  isInternetBlock(rule) && see.concerns(rule.When)

/** A rule without the devices, groups and tags that are none of the parent's. */
const partOf = (rule: Shown, see: Sight): Shown => ({
  ...rule,
  When: { ...rule.When, ...see.partOf(rule.When) },
  Skips: rule.Skips.filter(({ Device }) => Device === EVERY_DEVICE || see.hasDevice(Device)),
})

/** Whether a persona has devices, all of which are seen; if several have the tag or name, whether that holds for each. */
function isSeenPersona(text: string, see: Sight, { devices, personas }: Facts): boolean {
  const called = [...personas.values()].filter((persona) => isCalled(text, persona))
  const isSeen = (tag: string): boolean => {
    const own = [...devices.values()].filter(({ DeviceTags }) => DeviceTags.includes(tag))
    return own.length > 0 && own.every((device) => see.hasDevice(keyOfDevice(device)))
  }
  return called.length > 0 && called.every(({ Tag }) => isSeen(Tag))
}

function pickPersonas(all: unknown, see: Sight, facts: Facts): unknown {
  return pick(all as Record<string, unknown>, (tag) => isSeenPersona(tag, see, facts))
}
