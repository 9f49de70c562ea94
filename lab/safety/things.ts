import type { Call } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { openRandom, type Random } from './random.ts'

type Row = Readonly<Record<string, unknown>>

/** All that the API shows of what administrators write here. */
export interface View {
  readonly devices: Readonly<Record<string, Row>>
  readonly groups: readonly Row[]
  readonly firewall: Readonly<Record<string, unknown>>
  readonly hosts: readonly Row[]
  readonly users: readonly Row[]
  readonly subnet: Row
}

export async function look(router: Router): Promise<View> {
  const [devices, groups, firewall, hosts, users, subnet] = await Promise.all(
    ['/devices', '/groups', '/firewall/config', '/dns/hostnames', '/users', '/subnetConfig'].map((path) =>
      router.api(path),
    ),
  )
  return { devices, groups, firewall, hosts, users, subnet } as View
}

/** A call, and the value that its thing has once it was answered with 200. */
export interface Write {
  readonly call: Call
  readonly value: unknown
}

/** Something that one administrator alone writes: its state follows from the responses to them. */
export interface Thing {
  readonly name: string
  /** What is shown of it; undefined while it is not there. */
  seen(view: View): unknown
  /** Some next write, good or bad; `now` is what it is. */
  next(random: Random, now: unknown): Write
}

const put = (path: string, body: unknown): Call => ({ method: 'PUT', path, body })
const del = (path: string, body?: unknown): Call => ({ method: 'DELETE', path, body })

/** Of every ten writes of a rule about four take it away, and one is malformed. */
function changing(random: Random, now: unknown, way: { put(value: Row): Call; remove: Call; bad: Call }, value: Row) {
  const die = random.below(10)
  if (die === 0) return { call: way.bad, value: now }
  return die < 5 ? { call: way.remove, value: undefined } : { call: way.put(value), value }
}

const partOf = (row: Row | undefined, fields: readonly string[]): Row | undefined =>
  row && Object.fromEntries(fields.map((field) => [field, row[field]]))
const listOf = (view: View, list: string): readonly Row[] => view.firewall[list] as readonly Row[]

/** A rule that is found by `key`, and whose other fields are its value. */
function rule(path: string, list: string, key: Row, bad: Row, value: (random: Random) => Row): Thing {
  const fields = Object.keys(value(openRandom(0)))
  const isIt = (row: Row): boolean => Object.entries(key).every(([field, wanted]) => row[field] === wanted)
  return {
    name: `${path} ${JSON.stringify(key)}`,
    seen: (view) => partOf(listOf(view, list).find(isIt), fields),
    next: (random, now) =>
      changing(
        random,
        now,
        {
          put: (chosen) => put(path, { ...key, ...chosen }),
          remove: del(path, key),
          bad: put(path, { ...key, ...bad }),
        },
        value(random),
      ),
  }
}

const remarks = (random: Random): Row => ({ RuleName: `rule ${random.below(1000)}`, Disabled: random.below(3) === 0 })
const anybody = '0.0.0.0/0'

/** What administrator `n` writes: their own device, group, host name and user, and a rule of every kind. */
export function thingsOf(n: number, mac: string): Thing[] {
  const device: Thing = {
    name: `device ${mac}`,
    seen: ({ devices }) => partOf(devices[mac], ['Name', 'Policies', 'DeviceTags']),
    next(random) {
      const value = {
        Name: `device ${random.below(1000)}`,
        Policies: random.some(['wan', 'dns', 'lan', 'lan_upstream']),
        DeviceTags: random.some(['red', 'green', 'blue']),
      }
      return { call: put(`/device?identity=${mac}`, value), value }
    },
  }
  const group: Thing = {
    name: `group ${n}`,
    seen: ({ groups }) =>
      partOf(
        groups.find(({ Name }) => Name === `group ${n}`),
        ['Disabled', 'GroupTags'],
      ),
    next(random, now) {
      const Name = `group ${n}`
      const value = { Disabled: random.below(2) === 0, GroupTags: random.some(['day', 'night']) }
      const way = {
        put: (chosen: Row) => put('/groups', { Name, ...chosen }),
        remove: del('/groups', { Name }),
        bad: put('/groups', { Name, Disabled: 'perhaps' }),
      }
      return changing(random, now, way, value)
    },
  }
  const host: Thing = {
    name: `host ${n}`,
    seen: ({ hosts }) =>
      partOf(
        hosts.find(({ Hostname }) => Hostname === `host${n}.lan`),
        ['IPAddress'],
      ),
    next(random, now) {
      const path = `/dns/hostnames/host${n}.lan`
      const way = {
        put: (chosen: Row) => put(path, chosen),
        remove: del(path),
        bad: put(path, { IPAddress: '300.1.1.1' }),
      }
      return changing(random, now, way, { IPAddress: `192.168.77.${1 + random.below(250)}` })
    },
  }
  const user: Thing = {
    name: `user ${n}`,
    seen: ({ users }) =>
      partOf(
        users.find(({ Name }) => Name === `user${n}`),
        ['Role'],
      ),
    next(random, now) {
      const path = `/users/user${n}`
      const way = {
        put: (chosen: Row) => put(path, { ...chosen, Password: `password ${random.below(1000)}` }),
        remove: del(path),
        bad: put(path, { Role: 'king' }),
      }
      return changing(random, now, way, { Role: random.pick(['viewer', 'owner']) })
    },
  }
  const block = { Protocol: 'tcp', SrcIP: anybody, DstIP: `198.51.100.${n + 1}` }
  const forward = {
    Protocol: 'tcp',
    SrcIP: anybody,
    SrcPort: String(20_000 + n),
    DstIP: '192.168.2.250',
    DstPort: '80',
  }
  return [
    device,
    group,
    host,
    user,
    rule('/firewall/forward', 'ForwardingRules', forward, { SrcPort: '0' }, remarks),
    rule('/firewall/block', 'BlockRules', block, { DstIP: '' }, remarks),
    rule('/firewall/block_output', 'OutputBlockRules', block, { Protocol: '' }, remarks),
    rule('/firewall/block_forward', 'ForwardingBlockRules', { ...block, DstPort: '99' }, { DstPort: 'x' }, remarks),
    rule('/firewall/endpoint', 'Endpoints', { RuleName: `endpoint ${n}` }, { Protocol: 'tcp', Tags: [] }, (random) => ({
      Protocol: random.pick(['tcp', 'udp']),
      IP: `198.51.100.${100 + random.below(100)}`,
      Port: String(1 + random.below(1000)),
      Tags: random.pick([['red'], ['green'], ['red', 'blue']]),
    })),
    rule(
      '/firewall/service_port',
      'ServicePorts',
      { Protocol: 'tcp', Port: String(9000 + n) },
      { Port: '0' },
      (random) => ({
        UpstreamEnabled: random.below(2) === 0,
      }),
    ),
    rule('/firewall/multicast', 'MulticastPorts', { Port: String(7000 + n) }, { Port: 'all' }, (random) => ({
      Upstream: random.below(2) === 0,
    })),
    custom(n),
  ]
}

/** It is not replaced: one that is there has to go first. */
function custom(n: number): Thing {
  const key = { Interface: `br${n}`, SrcIP: `172.${20 + n}.0.0/16`, RouteDst: '' }
  return {
    name: `custom interface ${n}`,
    seen: (view) =>
      partOf(
        listOf(view, 'CustomInterfaceRules').find(({ Interface }) => Interface === key.Interface),
        ['Policies'],
      ),
    next(random, now) {
      const Policies = random.some(['wan', 'dns', 'lan'])
      if (random.below(3) === 0) return { call: del('/firewall/custom_interface', key), value: undefined }
      return { call: put('/firewall/custom_interface', { ...key, Policies }), value: now ?? { Policies } }
    },
  }
}

/** What there is once. */
export const SINGLE_THINGS: readonly Thing[] = [
  {
    name: 'who may ping',
    seen: ({ firewall }) => partOf(firewall, ['PingLan', 'PingWan']),
    next(random, now) {
      const value = { PingLan: random.below(2) === 0, PingWan: random.below(2) === 0 }
      if (random.below(5) === 0) return { call: put('/firewall/icmp', { PingLan: true }), value: now }
      return { call: put('/firewall/icmp', value), value }
    },
  },
  {
    name: 'how long a lease lasts',
    seen: ({ subnet }) => partOf(subnet, ['LeaseTime']),
    next(random) {
      const value = { LeaseTime: `${2 + random.below(40)}h0m0s` }
      return { call: put('/subnetConfig', { TinyNets: ['192.168.2.0/24'], ...value }), value }
    },
  },
  {
    name: 'where the router itself asks',
    seen: ({ firewall }) => firewall.SystemDNSOverride,
    next(random) {
      const value = random.pick(['', '9.9.9.9', '1.1.1.1'])
      return { call: put('/firewall/systemDnsOverride?test=false', value), value }
    },
  },
]
