import { CommandFailed, Unavailable } from '../../errors.ts'
import { verbatim } from '../../phrases/phrase.ts'
import type { Machine } from '../machine.ts'

interface Station {
  readonly link: string
  readonly socket: string
  /** The settings of each network by its number. */
  readonly networks: Map<number, Map<string, string>>
  readonly receivers: Set<(event: string) => void>
  readonly ended: Set<() => void>
  connected: number | undefined
}

export type FakeSupplicant = ReturnType<typeof fakeSupplicant>

/** wpa_supplicant in memory: the commands that it was sent, and the events that it is made to send. */
export function fakeSupplicant(files: Map<string, string>) {
  const running = new Map<number, Station>()
  const sent: string[] = []
  let refusal: string | undefined
  let nextPid = 6000

  function stationAt(link: string): Station {
    for (const station of running.values()) if (station.link === link) return station
    throw new Error(`no wpa_supplicant runs on ${link}`)
  }
  const say = (station: Station, event: string): void => {
    for (const receive of station.receivers) receive(`<3>${event}`)
  }

  function start(argv: readonly string[]): void {
    const after = (flag: string): string => argv[argv.indexOf(flag) + 1] ?? ''
    if (refusal !== undefined) throw new CommandFailed(argv, 255, refusal)
    const [, control = ''] = /^ctrl_interface=(.*)$/m.exec(files.get(after('-c')) ?? '') ?? []
    const link = after('-i')
    const pid = nextPid++
    running.set(pid, {
      link,
      socket: `${control}/${link}`,
      networks: new Map(),
      receivers: new Set(),
      ended: new Set(),
      connected: undefined,
    })
    files.set(after('-P'), `${pid}\n`)
    files.set(`/proc/${pid}/cmdline`, argv.join('\0'))
  }

  function end(pid: number): void {
    const station = running.get(pid)
    running.delete(pid)
    files.delete(`/proc/${pid}/cmdline`)
    for (const ended of station?.ended ?? []) ended()
  }

  function leave(station: Station): void {
    if (station.connected === undefined) return
    station.connected = undefined
    say(station, 'CTRL-EVENT-DISCONNECTED bssid=02:00:00:00:01:00 reason=3 locally_generated=1')
  }

  function answer(pid: number, command: string): string {
    const station = running.get(pid)
    if (!station) throw new Unavailable(verbatim('connection refused'))
    sent.push(command)
    const { networks, connected } = station
    const [word = '', number = '', name = '', ...value] = command.split(' ')
    const id = Number(number)
    const network = networks.get(id)
    switch (word) {
      case 'TERMINATE':
        queueMicrotask(() => end(pid))
        return 'OK\n'
      case 'ADD_NETWORK': {
        const next = Math.max(-1, ...networks.keys()) + 1
        networks.set(next, new Map())
        return `${next}\n`
      }
      case 'SET_NETWORK':
        network?.set(name, value.join(' '))
        return network ? 'OK\n' : 'FAIL\n'
      case 'ENABLE_NETWORK':
        return network ? 'OK\n' : 'FAIL\n'
      case 'REMOVE_NETWORK':
        if (connected === id) leave(station)
        return networks.delete(id) ? 'OK\n' : 'FAIL\n'
      case 'LIST_NETWORKS':
        return ['network id / ssid / bssid / flags', ...[...networks.keys()].map((key) => `${key}\t?\tany\t`), ''].join(
          '\n',
        )
      case 'STATUS':
        return connected === undefined
          ? 'wpa_state=SCANNING\n'
          : `bssid=02:00:00:00:01:00\nfreq=2412\nid=${connected}\nwpa_state=COMPLETED\n`
      case 'SIGNAL_POLL':
        return connected === undefined ? 'FAIL\n' : 'RSSI=-50\nLINKSPEED=54\nFREQUENCY=2412\n'
      default:
        return 'OK\n'
    }
  }

  const openControl: Machine['openControl'] = async (path, receive) => {
    for (const [pid, station] of running) {
      if (station.socket !== path) continue
      station.receivers.add(receive)
      return {
        request: async (command) => answer(pid, command),
        settle: async () => undefined,
        [Symbol.dispose]: () => void station.receivers.delete(receive),
      }
    }
    throw new Unavailable(verbatim(`${path}: connection refused`))
  }

  return {
    /** Every command. */
    sent,
    openControl,
    start,
    runs: (pid: number) => running.has(pid),
    hasSocket: (path: string) => [...running.values()].some(({ socket }) => socket === path),
    watchProcess(pid: number, ended: () => void): Disposable {
      const station = running.get(pid)
      station?.ended.add(ended)
      return { [Symbol.dispose]: () => void station?.ended.delete(ended) }
    },
    /** Processes that run now. */
    pids: () => [...running.keys()],
    kill: end,
    /** From now on it does not start, for this reason; undefined: it does. */
    refuse(reason: string | undefined) {
      refusal = reason
    },
    /** The networks of the station on a link, as the settings that it was given. */
    networks: (link: string) =>
      [...stationAt(link).networks].map(([id, settings]) => ({ id, ...Object.fromEntries(settings) })),
    connect(link: string, id: number): void {
      const station = stationAt(link)
      station.connected = id
      say(station, `CTRL-EVENT-CONNECTED - Connection to 02:00:00:00:01:00 completed [id=${id} id_str=]`)
    },
    disconnect: (link: string) => leave(stationAt(link)),
    say: (link: string, event: string) => say(stationAt(link), event),
  }
}
