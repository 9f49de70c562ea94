import { CommandFailed } from '../../errors.ts'
import type { Connection } from '../../wire/conntrack.ts'
import type { LinkChange, LinkFailure } from '../machine.ts'

interface FakeLink {
  readonly name: string
  readonly index: number
  readonly mac: string
  up: boolean
  readonly addresses: Set<string>
  readonly neighbours: Map<string, string>
}

type DefaultRoute = Extract<LinkChange, { kind: 'default route' }>

/** The part of the kernel's links and connections that the router speaks to, with links that tests plug in and out. */
export function fakeIp() {
  const links = new Map<string, FakeLink>()
  const routes = new Map<number, DefaultRoute>()
  const flows: Connection[] = []
  let nextIndex = 2

  const add = (name: string, mac: string, up: boolean): void =>
    void links.set(name, { name, index: nextIndex++, mac, up, addresses: new Set(), neighbours: new Map() })
  const plug = (name: string, mac = `02:00:00:00:01:${(nextIndex % 256).toString(16).padStart(2, '0')}`): void =>
    add(name, mac, true)

  const change = (wanted: LinkChange): LinkFailure | undefined => {
    const { kind, present } = wanted
    const link = links.get(wanted.link)
    if (kind === 'bridge' && present) {
      if (!link) add(wanted.link, '02:00:00:00:02:01', false)
      return undefined
    }
    if (!link) return present ? { missing: true, reason: 'no such device' } : undefined
    switch (kind) {
      case 'bridge':
        links.delete(wanted.link)
        return
      case 'up':
        link.up = present
        return
      case 'address':
        if (wanted.prefix > 32) return { missing: false, reason: 'ipv4: Invalid prefix length' }
        if (present) link.addresses.add(`${wanted.ip}/${wanted.prefix}`)
        else link.addresses.delete(`${wanted.ip}/${wanted.prefix}`)
        return
      case 'neighbour':
        if (present) link.neighbours.set(wanted.ip, wanted.mac)
        else link.neighbours.delete(wanted.ip)
        return
      case 'default route':
        if (present) routes.set(wanted.metric, wanted)
        else routes.delete(wanted.metric)
        return
    }
  }

  const show = (what: string): unknown => {
    switch (what) {
      case 'link':
      case 'address':
        return [...links.values()].map(({ name, index, mac, up, addresses }) => ({
          ifname: name,
          ifindex: index,
          address: mac,
          flags: up ? ['UP', 'LOWER_UP'] : [],
          addr_info: [...addresses].map((address) => {
            const [local, prefixlen] = address.split('/')
            return { family: 'inet', local, prefixlen: Number(prefixlen), scope: 'global' }
          }),
        }))
      case 'neighbour':
        return [...links.values()].flatMap(({ name, neighbours }) =>
          [...neighbours].map(([dst, lladdr]) => ({ dst, dev: name, lladdr, state: ['PERMANENT'] })),
        )
      default:
        return [...routes.values()].map(({ gateway, link, source, metric }) => ({
          dst: 'default',
          gateway,
          dev: link,
          prefsrc: source,
          metric,
        }))
    }
  }

  return {
    plug,
    unplug: (name: string): void => void links.delete(name),
    links,
    /** The connections that are tracked; tests put some in and see which are left. */
    flows,
    changeLinks: async (changes: readonly LinkChange[]) => changes.map(change),
    async connections(of: readonly string[] | 'all'): Promise<readonly Connection[]> {
      return flows.filter(
        ({ original }) => of === 'all' || of.includes(original.source) || of.includes(original.destination),
      )
    },
    async endConnections(ended: readonly Connection[]): Promise<void> {
      flows.splice(0, flows.length, ...flows.filter((flow) => !ended.includes(flow)))
    },
    async run(argv: readonly string[]): Promise<string> {
      const [program, ...args] = argv
      if (program === 'ip') return JSON.stringify(show(args.find((word) => !word.startsWith('-')) ?? ''))
      throw new CommandFailed(argv, null, 'no such program on this machine')
    },
  }
}
