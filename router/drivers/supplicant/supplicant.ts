import { Unavailable } from '../../errors.ts'
import type { Control, ControlledProgramMachine } from '../../machine/machine.ts'
import { openQueue } from '../../machine/queue.ts'
import { connectionWords } from '../../model/internet/connection/connection.ts'
import type { WifiNetwork } from '../../model/internet/connection/wifi.ts'
import { phrase } from '../../phrases/phrase.ts'
import { parseFields } from '../../wire/hostapd.ts'
import { parseNetworkNumbers, parseStationEvent } from '../../wire/supplicant.ts'
import { sendingTo } from '../command.ts'
import { openProgram } from '../program.ts'
import { digestOfSettings, networkSettings, priorityOf, supplicantConfig } from './network.ts'
import { after, BEGINNING, type StationState, stateOfStation, withNetworks } from './progress.ts'

const START_TIMEOUT_MS = 20_000
/** While another network is preferred to the connected one, a scan this often finds it when it is in range. */
const SCAN_INTERVAL_MS = 300_000

export interface SupplicantOptions {
  readonly machine: ControlledProgramMachine
  readonly link: string
  /** Where its files are, for as long as the machine runs. */
  readonly directory: string
  /** Where its control socket is: a short path, since those of sockets are limited to 107 bytes. */
  readonly control: string
  readonly onState: (state: StationState) => void
  /** wpa_supplicant has exited unexpectedly. */
  readonly onEnd: () => void
}

/** The access point that a station is connected to. */
export interface AccessPointConnection {
  readonly BSSID: string
  /** MHz. */
  readonly frequency: number
  /** dBm; 0 if unknown. */
  readonly signal: number
}

/**
 * The wpa_supplicant of one link. It outlives this process: the link stays connected while the router restarts, and a process
 * that runs is taken over with the networks that it has.
 */
export interface Supplicant extends Disposable {
  readonly isRunning: boolean
  state(): StationState
  /** Undefined while it is not connected. */
  connection(): Promise<AccessPointConnection | undefined>
  /**
   * Makes these its networks. A connection continues if its network is among them as before, until one with a higher priority is
   * found. The rules of the country, of ISO 3166-1, limit the channels and the power. Throws `Unavailable` or `CommandFailed` with
   * the reason.
   */
  apply(networks: readonly WifiNetwork[], country: string | undefined): Promise<void>
  stop(): Promise<void>
  /** Leaves it running. */
  [Symbol.dispose](): void
}

interface Known {
  readonly digest: string
  readonly priority: number
}

interface Running {
  readonly control: Control
  readonly watched: Disposable
  /** The next scan for a network that is preferred. */
  scan: Disposable
  /** By the number that it has given them. */
  readonly known: Map<number, Known>
  /** The country that this process has set. */
  country: string | undefined
}

const expectOk = sendingTo('wifi.supplicantRefused')

export function openSupplicant(options: SupplicantOptions): Supplicant {
  const { machine, link, directory, control, onState, onEnd } = options
  const inTurn = openQueue()
  const path = (name: string): string => `${directory}/supplicant-${link}.${name}`
  const program = openProgram(machine, path('pid'), path('conf'))
  let running: Running | undefined
  let progress = BEGINNING
  let reported = ''

  function report(): void {
    const state = stateOfStation(progress)
    const words = connectionWords(state.notes)
    if (words === reported) return
    reported = words
    onState(state)
  }

  function receive(line: string): void {
    const event = parseStationEvent(line)
    if (!event) return
    progress = after(progress, event)
    report()
  }

  function release(): void {
    reported = ''
    running?.watched[Symbol.dispose]()
    running?.scan[Symbol.dispose]()
    running?.control[Symbol.dispose]()
    running = undefined
  }

  /** wpa_supplicant stays with its network until it is lost, unless a scan shows another one of a higher priority. */
  function scanForPreferred(): void {
    if (!running) return
    const { control: asked, known } = running
    running.scan[Symbol.dispose]()
    const { connected, troubles } = progress
    const priorityOfCurrent = connected === undefined ? undefined : known.get(connected)?.priority
    // One that refused the router would only interrupt the connection.
    const isWorthwhile = ([id, { priority }]: [number, Known]): boolean =>
      priorityOfCurrent !== undefined &&
      priority > priorityOfCurrent &&
      (troubles.get(id) ?? 'not in range') === 'not in range'
    if ([...known].some(isWorthwhile)) asked.request('SCAN').catch(() => undefined)
    running.scan = machine.clock.after(SCAN_INTERVAL_MS, scanForPreferred)
  }

  async function connect(pid: number): Promise<Running> {
    const opened = await machine.openControl(`${control}/${link}`, receive)
    const watched = machine.watchProcess(pid, () => {
      release()
      progress = { ...BEGINNING, last: progress.last }
      onEnd()
    })
    const scan = machine.clock.after(SCAN_INTERVAL_MS, scanForPreferred)
    running = { control: opened, watched, scan, known: new Map(), country: undefined }
    return running
  }

  async function start(): Promise<Running> {
    machine.makeDirectory(directory)
    machine.makeDirectory(control)
    machine.removeFile(path('networks'))
    machine.writeFile(path('conf'), supplicantConfig(control), 0o600)
    const argv = ['wpa_supplicant', '-B', '-P', path('pid'), '-D', 'nl80211', '-i', link, '-c', path('conf')]
    const pid = await program.start(argv, START_TIMEOUT_MS)
    if (pid === undefined) throw new Unavailable(phrase('wifi.supplicantNotStarted', link))
    return connect(pid)
  }

  /** The one that was started before this process, with the networks of ours that it still has. */
  async function takeOver(): Promise<Running | undefined> {
    const pid = program.running()
    if (pid === undefined || machine.readFile(path('conf')) !== supplicantConfig(control)) return undefined
    try {
      const taken = await connect(pid)
      for (const [id, known] of readKnown(machine.readFile(path('networks')) ?? '')) taken.known.set(id, known)
      return taken
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      release()
      return undefined
    }
  }

  async function stop(): Promise<void> {
    const asked = running?.control
    running?.watched[Symbol.dispose]()
    await program.end(async () => {
      if (!asked) throw new Unavailable(phrase('wifi.supplicantDisconnected', link))
      await asked.request('TERMINATE')
    })
    release()
    progress = BEGINNING
  }

  /** Which network it is connected to now: its events are sent only to clients that are attached then. */
  async function catchUp({ control: asked }: Running): Promise<void> {
    const { wpa_state: state, id } = parseFields(await asked.request('STATUS'))
    if (state === 'COMPLETED' && id !== undefined) progress = after(progress, { kind: 'connected', id: Number(id) })
  }

  async function add({ control: asked, known }: Running, network: WifiNetwork): Promise<number> {
    const settings = networkSettings(network)
    const priority = priorityOf(network)
    const id = Number.parseInt(await asked.request('ADD_NETWORK'), 10)
    if (Number.isNaN(id)) throw new Unavailable(phrase('wifi.supplicantNetworksFull', link))
    for (const [name, value] of [...settings, ['priority', priority] as const])
      await expectOk(asked, `SET_NETWORK ${id} ${name}`, String(value))
    // With only some of them it would join one of these, and stay there.
    await expectOk(asked, `ENABLE_NETWORK ${id} no-connect`)
    known.set(id, { digest: digestOfSettings(settings), priority })
    return id
  }

  /** Before its first network is added, since it scans then. A connection continues. */
  async function setCountry(target: Running, country: string | undefined): Promise<void> {
    if (country === undefined || country === target.country) return
    await expectOk(target.control, `SET country ${country}`)
    target.country = country
  }

  async function converge(target: Running, networks: readonly WifiNetwork[]): Promise<void> {
    const { control: asked, known } = target
    const wanted = new Map(networks.map((network) => [digestOfSettings(networkSettings(network)), network]))
    const named = new Map<number, WifiNetwork>()
    let hasOthers = false
    const present = parseNetworkNumbers(await asked.request('LIST_NETWORKS'))
    for (const id of [...known.keys()]) if (!present.includes(id)) known.delete(id)
    for (const id of present) {
      const { digest = '', priority } = known.get(id) ?? {}
      const network = wanted.get(digest)
      if (!network) {
        await expectOk(asked, `REMOVE_NETWORK ${id}`)
        known.delete(id)
        continue
      }
      wanted.delete(digest)
      named.set(id, network)
      if (priority === priorityOf(network)) continue
      await expectOk(asked, `SET_NETWORK ${id} priority`, String(priorityOf(network)))
      known.set(id, { digest, priority: priorityOf(network) })
      hasOthers = true
    }
    // Reported when it is complete: a connection that was taken over has not been interrupted.
    progress = withNetworks(progress, named)
    await catchUp(target)
    const current = progress.connected === undefined ? undefined : named.get(progress.connected)
    for (const network of wanted.values()) {
      named.set(await add(target, network), network)
      hasOthers = true
      // It may be connected before the last one is added.
      progress = withNetworks(progress, new Map(named))
    }
    machine.writeFile(path('networks'), writeKnown(known), 0o600)
    // What was joined before is gone: the others are tried now, not after a pause.
    if (!current && named.size > 0) await expectOk(asked, 'REASSOCIATE')
    if (current && hasOthers) scanForPreferred()
    report()
  }

  return {
    get isRunning() {
      return running !== undefined
    },
    state: () => stateOfStation(progress),
    async connection() {
      if (!running || progress.connected === undefined) return undefined
      const { bssid = '', freq } = parseFields(await running.control.request('STATUS'))
      const { RSSI } = parseFields((await running?.control.request('SIGNAL_POLL')) ?? '')
      return { BSSID: bssid, frequency: Number(freq ?? 0), signal: Number(RSSI ?? 0) }
    },
    apply: (networks, country) =>
      inTurn(async () => {
        if (!(await machine.readLinks()).some(({ name }) => name === link))
          throw new Unavailable(phrase('wifi.radioUnplugged', link))
        let target = running ?? (await takeOver())
        if (!target) {
          await stop()
          target = await start()
        }
        await setCountry(target, country)
        await converge(target, networks)
      }),
    stop: () => inTurn(stop),
    [Symbol.dispose]: release,
  }
}

const writeKnown = (known: ReadonlyMap<number, Known>): string =>
  [...known].map(([id, { digest, priority }]) => `${id} ${digest} ${priority}\n`).join('')

function readKnown(text: string): Map<number, Known> {
  const lines = [...text.matchAll(/^(\d+) (\S+) (\d+)$/gm)]
  return new Map(lines.map(([, id, digest = '', priority]) => [Number(id), { digest, priority: Number(priority) }]))
}
