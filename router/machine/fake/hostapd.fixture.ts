import { CommandFailed, Unavailable } from '../../errors.ts'
import { verbatim } from '../../phrases/phrase.ts'
import type { Mac } from '../../values/mac.ts'
import type { Machine } from '../machine.ts'

interface Entry {
  readonly psk: string
  readonly mac: Mac
}

interface Network {
  ssid: string
  /** The newest first, as hostapd searches them. */
  sae: Entry[]
  readonly receivers: Set<(event: string) => void>
  readonly stations: Map<Mac, Record<string, string>>
}

export type FakeHostapd = ReturnType<typeof fakeHostapd>

/** hostapd in memory: what it was started with, the commands that it was sent, and the events that it is made to send. */
export function fakeHostapd(files: Map<string, string>) {
  const running = new Map<
    number,
    { readonly networks: Map<string, Network>; readonly control: string; ended: Set<() => void> }
  >()
  const sent: string[] = []
  let refusal: string | undefined
  let refuses: (config: string) => boolean = () => true
  let most = Number.POSITIVE_INFINITY
  let status = 'ENABLED'
  let nextPid = 5000

  const network = (): Network => ({ ssid: '', sae: [], receivers: new Set(), stations: new Map() })
  function networkAt(link: string): Network {
    for (const { networks } of running.values()) {
      const found = networks.get(link)
      if (found) return found
    }
    throw new Error(`no access point runs on ${link}`)
  }

  function start(argv: readonly string[]): void {
    const [, , , pidFile = '', , global = '', config = ''] = argv
    if (refusal !== undefined && refuses(files.get(config) ?? '')) throw new CommandFailed(argv, 1, refusal)
    const networks = new Map<string, Network>()
    let current = network()
    for (const line of (files.get(config) ?? '').split('\n')) {
      const [name = '', value = ''] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]
      if (name === 'interface' || name === 'bss') {
        current = network()
        networks.set(value, current)
      }
      if (name === 'ssid2') current.ssid = Buffer.from(value, 'hex').toString()
      if (name === 'sae_password') current.sae.unshift(entryOf(value))
    }
    const pid = nextPid++
    running.set(pid, { networks, control: global, ended: new Set() })
    files.set(pidFile, `${pid}\n`)
    files.set(`/proc/${pid}/cmdline`, argv.join('\0'))
  }

  function end(pid: number): void {
    const process = running.get(pid)
    running.delete(pid)
    files.delete(`/proc/${pid}/cmdline`)
    for (const ended of process?.ended ?? []) ended()
  }

  function answer(pid: number, link: string | undefined, command: string): string {
    const process = running.get(pid)
    if (!process) throw new Unavailable(verbatim('connection refused'))
    sent.push(link === undefined ? command : `${link}: ${command}`)
    const [word = '', first = '', ...rest] = command.split(' ')
    if (link === undefined) {
      if (word === 'INTERFACES') return `${[...process.networks.keys()].join('\n')}\n`
      if (word === 'TERMINATE') queueMicrotask(() => end(pid))
      if (word === 'ADD' && process.networks.size >= most) return 'FAIL\n'
      if (word === 'ADD')
        process.networks.set(/interface=(.*)/.exec(files.get(first.replace(/^.*?:/, '')) ?? '')?.[1] ?? '', network())
      if (word === 'REMOVE') process.networks.delete(first)
      return 'OK\n'
    }
    const here = networkAt(link)
    const nextOf = (mac: Mac): string => {
      const macs = [...here.stations.keys()]
      if (mac !== '' && !here.stations.has(mac)) return 'FAIL\n'
      const next = macs[macs.indexOf(mac) + 1]
      return next === undefined ? '' : stationText(next, here.stations.get(next))
    }
    if (word === 'SET' && first === 'sae_password') {
      if (rest.join(' ') === '') here.sae = []
      else here.sae.unshift(entryOf(rest.join(' ')))
    }
    if (word === 'DEAUTHENTICATE') here.stations.delete(first)
    if (word === 'STATUS') return statusText(status, process.networks)
    if (word === 'STA') return stationText(first, here.stations.get(first))
    if (word === 'STA-FIRST') return nextOf('')
    if (word === 'STA-NEXT') return nextOf(first)
    return 'OK\n'
  }

  const openControl: Machine['openControl'] = async (path, receive) => {
    const link = path.slice(path.lastIndexOf('/') + 1)
    for (const [pid, { networks, control }] of running) {
      const isGlobal = path === control
      const here = isGlobal ? undefined : networks.get(link)
      if (!isGlobal && !here) continue
      here?.receivers.add(receive)
      return {
        request: async (command) => answer(pid, isGlobal ? undefined : link, command),
        settle: async () => undefined,
        [Symbol.dispose]: () => void here?.receivers.delete(receive),
      }
    }
    throw new Unavailable(verbatim(`${path}: connection refused`))
  }

  return {
    /** Every command, with the link of the network that it was sent to. */
    sent,
    openControl,
    start,
    watchProcess(pid: number, ended: () => void): Disposable {
      const process = running.get(pid)
      if (!process) queueMicrotask(ended)
      process?.ended.add(ended)
      return { [Symbol.dispose]: () => void process?.ended.delete(ended) }
    },
    /** Processes that run now. */
    pids: () => [...running.keys()],
    kill: end,
    /** From now on it does not start with such a configuration, for this reason; undefined: it does. */
    refuse(reason: string | undefined, isRefused: (config: string) => boolean = () => true) {
      refusal = reason
      refuses = isRefused
    },
    /** No more networks than this are added. */
    limitNetworks(count: number) {
      most = count
    },
    /** The state of the access points: `ENABLED` is the first. */
    setState(state: string) {
      status = state
    },
    /** An event of a network. */
    happen(link: string, event: string): void {
      for (const receive of networkAt(link).receivers) receive(`<3>${event}`)
    },
    /** The passphrase that a station has to prove in WPA3: of several entries that fit, the newest. */
    saePassphrase: (link: string, mac: Mac): string | undefined =>
      networkAt(link).sae.find((entry) => entry.mac === mac || entry.mac === 'ff:ff:ff:ff:ff:ff')?.psk,
    saeEntries: (link: string): number => networkAt(link).sae.length,
    /** A station connects, on the link of this number. `fields` are more of what hostapd prints about it. */
    join(link: string, mac: Mac, number: number, more = '', fields: Record<string, string> = {}): void {
      const here = networkAt(link)
      here.stations.set(mac, { flags: '[AUTH][ASSOC][AUTHORIZED]', vlan_id: String(number), ...fields })
      for (const receive of here.receivers) receive(`<3>AP-STA-CONNECTED ${mac}${more}`)
    },
    /** A station takes this step of SAE: 1 is its commit, 2 its confirm. */
    authenticate(link: string, mac: Mac, step: 1 | 2): void {
      const bytes = `b0003a01020000000000${mac.replaceAll(':', '')}020000000000100003000${step}000000`
      for (const receive of networkAt(link).receivers) receive(`<3>AP-MGMT-FRAME-RECEIVED buf=${bytes}`)
    },
    leave(link: string, mac: Mac): void {
      const here = networkAt(link)
      here.stations.delete(mac)
      for (const receive of here.receivers) receive(`<3>AP-STA-DISCONNECTED ${mac}`)
    },
  }
}

function entryOf(text: string): Entry {
  const at = text.lastIndexOf('|mac=')
  return { psk: text.slice(0, at), mac: text.slice(at + '|mac='.length) }
}

/** Channel 1, with all networks of the radio. */
const statusText = (state: string, networks: ReadonlyMap<string, Network>): string =>
  [
    `state=${state}\nphy=phy0\nfreq=2412\nchannel=1\n`,
    ...[...networks].map(([link, { ssid }], index) => `bss[${index}]=${link}\nssid[${index}]=${ssid}\n`),
  ].join('')

const stationText = (mac: Mac, fields: Record<string, string> | undefined): string =>
  fields
    ? `${mac}\n${Object.entries(fields)
        .map(([name, value]) => `${name}=${value}\n`)
        .join('')}`
    : 'FAIL\n'
