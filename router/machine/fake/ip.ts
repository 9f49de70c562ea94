import { CommandFailed } from '../../errors.ts'
import { isIp } from '../../values/ip.ts'

interface FakeLink {
  readonly name: string
  readonly index: number
  readonly mac: string
  up: boolean
  readonly addresses: Set<string>
  readonly neighbours: Map<string, string>
}

/** The part of iproute2 and conntrack that the router speaks, with links that tests plug in and out. */
export function fakeIp() {
  const links = new Map<string, FakeLink>()
  const routes = new Map<string, string>()
  const flows: string[] = []
  let nextIndex = 2

  const plug = (name: string, mac = `02:00:00:00:01:${(nextIndex % 256).toString(16).padStart(2, '0')}`): void => {
    links.set(name, { name, index: nextIndex++, mac, up: true, addresses: new Set(), neighbours: new Map() })
  }
  const need = (name = ''): FakeLink => links.get(name) ?? fail(`Cannot find device "${name}"`)

  const execute = (line: string): void => {
    const [object, verb, ...words] = line.split(' ')
    const after = (word: string): string | undefined => words[words.indexOf(word) + 1]
    switch (`${object} ${verb}`) {
      case 'link add':
        if (links.has(words[0]!)) fail('RTNETLINK answers: File exists')
        plug(words[0]!)
        return
      case 'link delete':
        need(words[0])
        links.delete(words[0]!)
        return
      case 'link set':
        need(words[0]).up = words[1] === 'up'
        return
      case 'address replace':
        if (!isIp(words[0]!.split('/')[0]!)) fail(`Error: any valid prefix is expected rather than "${words[0]}".`)
        need(after('dev')).addresses.add(words[0]!)
        return
      case 'address delete':
        if (!need(after('dev')).addresses.delete(words[0]!)) fail('RTNETLINK answers: Cannot assign requested address')
        return
      case 'neighbour replace':
        need(after('dev')).neighbours.set(words[0]!, after('lladdr')!)
        return
      case 'neighbour delete':
        if (!need(after('dev')).neighbours.delete(words[0]!)) fail('RTNETLINK answers: No such file or directory')
        return
      case 'route replace':
        need(after('dev'))
        routes.set(after('metric') ?? '0', line)
        return
      case 'route delete':
        if (!routes.delete(after('metric') ?? '0')) fail('RTNETLINK answers: No such process')
        return
      default:
        fail(`Object "${object}" is unknown`)
    }
  }

  const batch = (input: string): string => {
    const complaints = input.split('\n').flatMap((line, i) => {
      try {
        if (line) execute(line)
        return []
      } catch (error) {
        return [(error as Error).message, `Command failed -:${i + 1}`]
      }
    })
    if (complaints.length > 0) throw new CommandFailed(['ip'], 1, complaints.join('\n'))
    return ''
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
        return [...routes].map(([metric, line]) => {
          const [, gateway, dev, prefsrc] = /via (\S+) dev (\S+) src (\S+)/.exec(line) ?? []
          return { dst: 'default', gateway, dev, prefsrc, metric: Number(metric) }
        })
    }
  }

  return {
    plug,
    unplug: (name: string): void => void links.delete(name),
    links,
    /** Lines as `conntrack -L` prints them; tests put some in and see which are left. */
    flows,
    async run(argv: readonly string[], options: { readonly input?: string } = {}): Promise<string> {
      const [program, ...args] = argv
      if (program === 'ip' && args.includes('-batch')) return batch(options.input ?? '')
      if (program === 'ip') return JSON.stringify(show(args.find((word) => !word.startsWith('-')) ?? ''))
      if (program === 'conntrack') return conntrack(flows, args)
      throw new CommandFailed(argv, null, 'no such program on this machine')
    },
  }
}

function conntrack(flows: string[], args: readonly string[]): string {
  const argument = (...names: string[]): string | undefined => args[args.findIndex((word) => names.includes(word)) + 1]
  const wanted = [
    ['src', args.includes('--orig-src') || args.includes('-s') ? argument('--orig-src', '-s') : undefined],
    ['dst', args.includes('--orig-dst') || args.includes('-d') ? argument('--orig-dst', '-d') : undefined],
    ['dport', args.includes('--orig-port-dst') ? argument('--orig-port-dst') : undefined],
  ]
  const matches = (line: string): boolean =>
    wanted.every(([name, value]) => value === undefined || new RegExp(` ${name}=(\\S+)`).exec(line)?.[1] === value)
  if (args.includes('-L')) return flows.filter(matches).join('\n')
  const left = flows.filter((line) => !matches(line))
  if (left.length === flows.length) throw new CommandFailed(['conntrack'], 1, '0 flow entries have been deleted.')
  flows.splice(0, flows.length, ...left)
  return ''
}

function fail(reason: string): never {
  throw new Error(reason)
}
