import { createHash } from 'node:crypto'
import { Unavailable } from '../../errors.ts'
import { guestLink, wpa2Link } from '../../features/radios/radio.ts'
import type { Control, Machine } from '../../machine/machine.ts'
import { openQueue } from '../../machine/queue.ts'
import type { Mac } from '../../values/mac.ts'
import { type ApEvent, parseEvent, parseFields } from '../../wire/hostapd.ts'
import {
  channelSwitch,
  differInChannel,
  guestConfig,
  hasWpa2,
  type Places,
  radioConfig,
  startConfig,
} from './config.ts'
import type { AccessPointItem, GuestItem } from './item.ts'
import { changeOf, type Passphrases, parsePskFile, pskFile } from './passphrases.ts'

/** hostapd starts, or says why not, within this time; a radio that first listens for radar is waited for afterwards. */
const START_TIMEOUT_MS = 20_000
const STOP_TIMEOUT_MS = 5000

/** What a radio should be now. */
export interface Wanted {
  readonly item: AccessPointItem
  readonly guest: GuestItem | undefined
  readonly passphrases: Passphrases
}

export type HostapdMachine = Pick<
  Machine,
  | 'run'
  | 'readLinks'
  | 'openControl'
  | 'watchProcess'
  | 'readFile'
  | 'writeFile'
  | 'removeFile'
  | 'makeDirectory'
  | 'clock'
>

export interface HostapdOptions {
  readonly machine: HostapdMachine
  readonly link: string
  /** Where its files are, for as long as the machine runs. */
  readonly directory: string
  /** Where its control sockets are: a short path, since theirs are limited to 107 bytes. */
  readonly control: string
  /** `network` is the link of the network that it happened on. */
  readonly onEvent: (event: ApEvent, network: string) => void
  /** hostapd has ended without being asked to. */
  readonly onEnd: () => void
}

/**
 * The access point daemon of one radio. It outlives this process: stations stay connected while the router restarts, and a
 * daemon that runs with the wanted settings is taken over as it is.
 */
export interface Hostapd {
  readonly isRunning: boolean
  /** The links of its networks that run. */
  networks(): readonly string[]
  /** Make it as wanted. Throws `Unavailable` or `CommandFailed` with the reason. */
  apply(wanted: Wanted): Promise<void>
  stop(): Promise<void>
  /** Sends all passphrases again, whatever it has. Throws `Unavailable`. */
  reload(wanted: Wanted): Promise<void>
  /** The answer of one of its networks to a command. Throws `Unavailable`. */
  request(network: string, command: string): Promise<string>
  /** Let go of it; it runs on. */
  [Symbol.dispose](): void
}

interface Running {
  readonly pid: number
  readonly config: string
  readonly global: Control
  readonly networks: Map<string, Control>
  readonly watched: Disposable
  guest: string | undefined
  passphrases: Passphrases
}

export function openHostapd({ machine, link, directory, control, onEvent, onEnd }: HostapdOptions): Hostapd {
  const inTurn = openQueue()
  const path = (name: string): string => `${directory}/hostapd-${link}.${name}`
  const places: Places = { control, pskFile: path('psk') }
  let running: Running | undefined

  const attach = async (network: string): Promise<Control> => {
    const opened = await machine.openControl(`${control}/${network}`, (line) => {
      const event = parseEvent(line)
      if (event) onEvent(event, network)
    })
    running?.networks.set(network, opened)
    return opened
  }

  function release(): void {
    running?.watched[Symbol.dispose]()
    running?.global[Symbol.dispose]()
    for (const network of running?.networks.values() ?? []) network[Symbol.dispose]()
    running = undefined
  }

  async function connect(pid: number, config: string, passphrases: Passphrases): Promise<void> {
    const global = await machine.openControl(`${control}/${link}.global`, () => undefined)
    const watched = machine.watchProcess(pid, () => {
      release()
      onEnd()
    })
    running = { pid, config, global, networks: new Map(), watched, guest: undefined, passphrases }
    const names = (await global.request('INTERFACES')).split('\n').filter(Boolean)
    for (const name of names) await attach(name)
    if (names.includes(guestLink(link))) running.guest = machine.readFile(path('guest'))
  }

  async function start(wanted: Wanted, config: string): Promise<void> {
    machine.makeDirectory(directory)
    machine.makeDirectory(control)
    machine.writeFile(places.pskFile, pskFile(wanted.passphrases), 0o600)
    machine.writeFile(path('conf'), startConfig(config, wanted.passphrases), 0o600)
    machine.removeFile(path('pid'))
    await machine.run(['hostapd', '-B', '-P', path('pid'), '-g', `${control}/${link}.global`, path('conf')], {
      timeoutMs: START_TIMEOUT_MS,
    })
    const pid = Number(machine.readFile(path('pid')))
    if (!pid) throw new Unavailable(`hostapd has not started on ${link}`)
    machine.writeFile(path('digest'), digestOf(config), 0o600)
    keep(wanted.passphrases)
    await connect(pid, config, wanted.passphrases)
  }

  /** Stations stay connected. Where it does not come about, hostapd is started anew. */
  async function switchChannel({ item, passphrases }: Wanted, config: string): Promise<void> {
    const command = channelSwitch(item)
    if (!running || command === undefined || !differInChannel(running.config, config)) return
    if ((await networkOf(link).request(command)).trim() !== 'OK') return
    machine.writeFile(path('conf'), startConfig(config, passphrases), 0o600)
    machine.writeFile(path('digest'), digestOf(config), 0o600)
    running = { ...running, config }
  }

  async function stop(): Promise<void> {
    const pid = running?.pid ?? processOf()
    const global = running?.global
    if (pid === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    using _ended = machine.watchProcess(pid, resolve)
    const kill = (): void => void machine.run(['kill', '-KILL', String(pid)]).catch(() => undefined)
    using _late = machine.clock.after(STOP_TIMEOUT_MS, kill)
    // It ends because it is asked to.
    running?.watched[Symbol.dispose]()
    if (global) await global.request('TERMINATE').catch(kill)
    else kill()
    release()
    await promise
    machine.removeFile(path('pid'))
  }

  /** The daemon that was started before this process. Its number may be another program's by now. */
  function processOf(): number | undefined {
    const pid = Number(machine.readFile(path('pid')))
    const argv = pid > 0 ? (machine.readFile(`/proc/${pid}/cmdline`) ?? '') : ''
    return argv.split('\0').includes(path('conf')) ? pid : undefined
  }

  async function takeOver(config: string): Promise<void> {
    const pid = processOf()
    if (pid === undefined || machine.readFile(path('digest')) !== digestOf(config)) return
    try {
      await connect(pid, config, parsePskFile(machine.readFile(path('passphrases')) ?? ''))
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      release()
    }
  }

  async function applyGuest({ item, guest }: Wanted, mac: Mac): Promise<void> {
    if (!running) return
    const name = guestLink(link)
    const config = guest && guestConfig(guest, item, mac, places)
    if (config === running.guest) return
    if (running.networks.has(name)) {
      running.networks.get(name)?.[Symbol.dispose]()
      running.networks.delete(name)
      await expectOk(running.global, `REMOVE ${name}`)
      running.guest = undefined
    }
    if (config === undefined) return
    machine.writeFile(path('guest'), config, 0o600)
    const { phy } = parseFields(await networkOf(link).request('STATUS'))
    await expectOk(running.global, `ADD bss_config=${phy}:${path('guest')}`)
    await attach(name)
    running.guest = config
  }

  async function applyPassphrases({ item, passphrases }: Wanted): Promise<void> {
    if (!running) return
    const { commands, ended } = changeOf(running.passphrases, passphrases)
    if (commands.length === 0) return
    machine.writeFile(places.pskFile, pskFile(passphrases), 0o600)
    machine.writeFile(path('conf'), startConfig(running.config, passphrases), 0o600)
    const wpa3 = networkOf(link)
    for (const command of commands) await expectOk(wpa3, command)
    if (hasWpa2(item)) await expectOk(networkOf(wpa2Link(link)), 'RELOAD_WPA_PSK')
    if (ended.length > 0) {
      // Without this, a station comes back with the key of its last connection, whatever its passphrase.
      for (const network of running.networks.values()) await expectOk(network, 'PMKSA_FLUSH')
      for (const network of running.networks.values())
        for (const mac of ended) await network.request(`DEAUTHENTICATE ${mac}`)
    }
    keep(passphrases)
    running.passphrases = passphrases
  }

  /** What hostapd has: it does not say so itself. Written when it has them, so that after a crash the rest is sent again. */
  const keep = (passphrases: Passphrases): void => machine.writeFile(path('passphrases'), pskFile(passphrases), 0o600)

  function networkOf(name: string): Control {
    const network = running?.networks.get(name)
    if (!network) throw new Unavailable(`there is no access point on ${name}`)
    return network
  }

  return {
    get isRunning() {
      return running !== undefined
    },
    networks: () => [...(running?.networks.keys() ?? [])],
    apply: (wanted) =>
      inTurn(async () => {
        const found = (await machine.readLinks()).find(({ name }) => name === link)
        if (!found) throw new Unavailable(`there is no link ${link}`)
        const { mac, index } = found
        // A radio that was unplugged has another number, and hostapd does not find it again.
        const config = `# link ${index}\n${radioConfig(wanted.item, mac, places)}`
        if (!running) await takeOver(config)
        if (running && running.config !== config) await switchChannel(wanted, config)
        if (running?.config !== config) {
          await stop()
          await start(wanted, config)
        }
        await applyPassphrases(wanted)
        await applyGuest(wanted, mac)
      }),
    stop: () => inTurn(stop),
    reload: (wanted) =>
      inTurn(async () => {
        if (running) running.passphrases = new Map()
        await applyPassphrases(wanted)
      }),
    request: async (network, command) => networkOf(network).request(command),
    [Symbol.dispose]: release,
  }
}

async function expectOk(control: Control, command: string): Promise<void> {
  const answer = (await control.request(command)).trim()
  // The command may hold a secret.
  if (answer !== 'OK') throw new Unavailable(`hostapd refused ${command.split(' ').slice(0, 2).join(' ')}: ${answer}`)
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
