import { createHash } from 'node:crypto'
import { Unavailable } from '../../errors.ts'
import type { Control, ControlledProgramMachine } from '../../machine/machine.ts'
import { openQueue } from '../../machine/queue.ts'
import { guestLink, wpa2Link } from '../../model/wifi/radios/radio.ts'
import { phrase } from '../../phrases/phrase.ts'
import type { Mac } from '../../values/mac.ts'
import { type ApEvent, parseEvent, parseFields } from '../../wire/hostapd.ts'
import { type Authentication, decodeAuthentication } from '../../wire/management.ts'
import { type ControlCommand, sendingTo } from '../command.ts'
import { openProgram } from '../program.ts'
import {
  channelSwitch,
  differInChannel,
  guestConfig,
  type HostapdFiles,
  hasWpa2,
  radioConfig,
  startConfig,
} from './config.ts'
import type { AccessPointItem, GuestItem } from './item.ts'
import {
  type deriveKey,
  formatRecord,
  type Keys,
  openKeys,
  type Passphrases,
  parseRecord,
  passphraseChangeOf,
  pskFile,
  saeEntries,
  saeEntry,
  waitingIn,
} from './passphrases.ts'

/** hostapd starts, or reports why not, within this time; a radio that first listens for radar is waited for afterwards. */
const START_TIMEOUT_MS = 20_000
/** Entries that later ones override stay in hostapd's list up to this many, and as many as it has devices. */
const MOST_OVERRIDDEN = 64
/** Keys for hash-to-element are derived after this time without a change: hostapd derives those of all devices, and does nothing else. */
const QUIET_MS = 1000
/** Stations that have begun an attempt; anyone in range can send frames. */
const MOST_ATTEMPTS = 1024

/** What a radio should be now. */
export interface Wanted {
  readonly item: AccessPointItem
  readonly guest: GuestItem | undefined
  readonly passphrases: Passphrases
}

export interface HostapdOptions {
  readonly machine: ControlledProgramMachine
  readonly link: string
  /** Where its files are, for as long as the machine runs. */
  readonly directory: string
  /** Where its control sockets are: a short path, since theirs are limited to 107 bytes. */
  readonly control: string
  readonly deriveKey: typeof deriveKey
  /** `network` is the link of the network that it happened on; `identity` the device whose passphrase a station has proved or tried. */
  readonly onEvent: (event: ApEvent, network: string, identity?: string) => void
  /** hostapd has exited unexpectedly. */
  readonly onEnd: () => void
}

/**
 * The access point daemon of one radio. It outlives this process: stations stay connected while the router restarts, and a
 * daemon that runs with the wanted settings is adopted.
 */
export interface Hostapd {
  readonly isRunning: boolean
  /** The links of its networks that run. */
  networks(): readonly string[]
  /** Make it as wanted. Throws `Unavailable` or `CommandFailed` with the reason. */
  apply(wanted: Wanted): Promise<void>
  stop(): Promise<void>
  /** Sends all passphrases again. Throws `Unavailable`. */
  reload(wanted: Wanted): Promise<void>
  /** Compares the next attempt of a station over WPA3 with the passphrase of this device, which waits for one. */
  offer(mac: Mac, identity: string): Promise<void>
  /** Removes what these stations were offered. */
  withdraw(stations: readonly Mac[]): Promise<void>
  /** The answer of one of its networks to a command. Throws `Unavailable`. */
  request(network: string, command: string): Promise<string>
  /** Let go of it; it runs on. */
  [Symbol.dispose](): void
}

interface Running {
  readonly config: string
  readonly global: Control
  readonly networks: Map<string, Control>
  readonly watched: Disposable
  guest: string | undefined
  passphrases: Passphrases
  readonly offered: Map<Mac, string>
  /** Entries in hostapd's list that others override. */
  overridden: number
  /** When hostapd has to derive keys for hash-to-element: entries without one refuse stations that use it. */
  derivation: 'none' | 'when quiet' | 'now'
}

const expectOk = sendingTo('wifi.hostapdRefused')

/** Adds a passphrase to hostapd's list. */
const addition = (entry: string): ControlCommand => ['SET sae_password', entry]

export function openHostapd({
  machine,
  link,
  directory,
  control,
  deriveKey: derivation,
  onEvent,
  onEnd,
}: HostapdOptions): Hostapd {
  const inTurn = openQueue()
  const path = (name: string): string => `${directory}/hostapd-${link}.${name}`
  const program = openProgram(machine, path('pid'), path('conf'))
  const places: HostapdFiles = { control, pskFile: path('psk'), guestPskFile: path('guestpsk') }
  const keys = openKeys(derivation)
  const guestKeys = openKeys(derivation)
  let running: Running | undefined
  /** The device whose passphrase a station's attempt over WPA3 is compared with; undefined while that is not certain. */
  const attempts = new Map<Mac, string | undefined>()
  /** From the first command of a change until all events that were sent before its end are received. */
  let isChanging = false
  let waitingTasks = 0
  let quiet: Disposable | undefined

  /** One after the other; keys are derived after the last one. */
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    waitingTasks++
    return inTurn(async () => {
      waitingTasks--
      try {
        return await work()
      } finally {
        await endChange()
        if (waitingTasks === 0) planDerivation()
      }
    })
  }

  async function endChange(): Promise<void> {
    const network = running?.networks.get(link)
    if (!isChanging || !network) return
    try {
      await network.settle()
      isChanging = false
    } catch (error) {
      // Without an answer nothing is certain until another change.
      if (!(error instanceof Unavailable)) throw error
    }
  }

  function planDerivation(): void {
    quiet?.[Symbol.dispose]()
    // hostapd may have ended by then.
    const run = (): void => void inTurn(derive).catch(() => undefined)
    if (running?.derivation === 'now') run()
    if (running?.derivation === 'when quiet') quiet = machine.clock.after(QUIET_MS, run)
  }

  function begin(mac: Mac): void {
    if (!running) return
    attempts.delete(mac)
    const [oldest] = attempts.size >= MOST_ATTEMPTS ? attempts.keys() : []
    if (oldest !== undefined) attempts.delete(oldest)
    const identity = running.offered.get(mac) ?? waitingIn(running.passphrases)[0]?.identity
    attempts.set(mac, isChanging ? undefined : identity)
  }

  function receive(event: ApEvent, network: string): void {
    const authentication = event.kind === 'frame' ? decodeAuthentication(event.bytes) : undefined
    if (authentication?.step === 'commit') begin(authentication.station)
    onEvent(event, network, provedBy(event, authentication))
  }

  /** The device whose passphrase a station has proved, or has tried to: after its confirm, and when it has joined. */
  function provedBy(event: ApEvent, authentication: Authentication | undefined): string | undefined {
    const mac = event.kind === 'joined' ? event.mac : authentication?.station
    if (mac === undefined) return undefined
    if (event.kind === 'joined' && event.keyId !== undefined) return event.keyId
    return running?.passphrases.has(mac) ? mac : attempts.get(mac)
  }

  const attach = async (network: string): Promise<Control> => {
    const opened = await machine.openControl(`${control}/${network}`, (line) => {
      const event = parseEvent(line)
      if (event) receive(event, network)
    })
    running?.networks.set(network, opened)
    return opened
  }

  function release(): void {
    quiet?.[Symbol.dispose]()
    running?.watched[Symbol.dispose]()
    running?.global[Symbol.dispose]()
    for (const network of running?.networks.values() ?? []) network[Symbol.dispose]()
    running = undefined
    isChanging = false
    attempts.clear()
  }

  async function connect(pid: number, config: string, passphrases: Passphrases): Promise<void> {
    const global = await machine.openControl(`${control}/${link}.global`, () => undefined)
    const watched = machine.watchProcess(pid, () => {
      release()
      onEnd()
    })
    running = {
      ...{ config, global, watched, passphrases },
      ...{ networks: new Map(), guest: undefined, offered: new Map(), overridden: 0, derivation: 'none' },
    }
    const names = (await global.request('INTERFACES')).split('\n').filter(Boolean)
    for (const name of names) await attach(name)
    if (names.includes(guestLink(link))) running.guest = machine.readFile(path('guest'))
  }

  async function start(wanted: Wanted, config: string): Promise<void> {
    machine.makeDirectory(directory)
    machine.makeDirectory(control)
    await writeKeys(wanted)
    machine.writeFile(path('conf'), startConfig(config, wanted.passphrases), 0o600)
    const pid = await program.start(
      ['hostapd', '-B', '-P', path('pid'), '-g', `${control}/${link}.global`, path('conf')],
      START_TIMEOUT_MS,
    )
    if (pid === undefined) throw new Unavailable(phrase('wifi.hostapdNotStarted', link))
    machine.writeFile(path('digest'), digestOf(config), 0o600)
    keep(wanted.passphrases)
    await connect(pid, config, wanted.passphrases)
  }

  /** Stations stay connected. If hostapd refuses, it is started anew. */
  async function switchChannel({ item, passphrases }: Wanted, config: string): Promise<void> {
    const command = channelSwitch(item)
    if (!running || command === undefined || !differInChannel(running.config, config)) return
    if ((await networkOf(link).request(command)).trim() !== 'OK') return
    machine.writeFile(path('conf'), startConfig(config, passphrases), 0o600)
    machine.writeFile(path('digest'), digestOf(config), 0o600)
    running = { ...running, config }
  }

  async function stop(): Promise<void> {
    const global = running?.global
    // This exit is expected.
    running?.watched[Symbol.dispose]()
    await program.end(async () => {
      try {
        if (!global) throw new Unavailable(phrase('wifi.hostapdDisconnected', link))
        await global.request('TERMINATE')
      } finally {
        release()
      }
    })
    release()
  }

  async function takeOver(config: string): Promise<void> {
    const pid = program.running()
    if (pid === undefined || machine.readFile(path('digest')) !== digestOf(config)) return
    try {
      await connect(pid, config, parseRecord(machine.readFile(path('passphrases')) ?? ''))
      // What stations were offered by the process before, or closed to them, is not recorded.
      await makeAnew(running!.passphrases)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      release()
    }
  }

  async function applyGuest(wanted: Wanted, mac: Mac): Promise<void> {
    if (!running) return
    const { item, guest } = wanted
    const name = guestLink(link)
    const config = guest && guestConfig(guest, item, mac, places)
    if (config === running.guest) return
    if (running.networks.has(name)) {
      running.networks.get(name)?.[Symbol.dispose]()
      running.networks.delete(name)
      await expectOk(running.global, `REMOVE ${name}`)
    }
    running.guest = undefined
    if (config === undefined) return
    if (usesDevicePassphrases(guest)) await writeKeys(wanted)
    machine.writeFile(path('guest'), config, 0o600)
    const { phy } = parseFields(await networkOf(link).request('STATUS'))
    const isAdded = await tryTo(
      () => expectOk(running!.global, `ADD bss_config=${phy}:${path('guest')}`),
      guest?.optional === true,
    )
    if (isAdded) await attach(name)
    // Otherwise it is not tried again until the configuration changes.
    running.guest = config
  }

  async function applyPassphrases(wanted: Wanted): Promise<void> {
    if (!running) return
    const { item, passphrases } = wanted
    const change = passphraseChangeOf(running.passphrases, passphrases)
    if (!change) return
    await writeKeys(wanted)
    if (change.entries) await add(change.entries, 'when quiet')
    else await makeAnew(passphrases)
    if (hasWpa2(item)) await expectOk(networkOf(wpa2Link(link)), 'RELOAD_WPA_PSK')
    const guests = usesDevicePassphrases(wanted.guest) && running.networks.get(guestLink(link))
    if (guests) await expectOk(guests, 'RELOAD_WPA_PSK')
    if (change.ended.length > 0) {
      // Without this, a station comes back with the key of its last connection, without its passphrase.
      for (const network of running.networks.values()) await expectOk(network, 'PMKSA_FLUSH')
      for (const network of running.networks.values())
        for (const mac of change.ended) await network.request(`DEAUTHENTICATE ${mac}`)
    }
    keep(passphrases)
    running.passphrases = passphrases
    for (const [mac, identity] of running.offered)
      if (passphrases.has(mac) || !passphrases.has(identity)) running.offered.delete(mac)
  }

  async function writeKeys({ item, guest, passphrases }: Wanted): Promise<void> {
    const write = async (file: string, ssid: string, own: Keys): Promise<void> => {
      const all = await own.of(
        ssid,
        Iterator.from(passphrases.values()).map(({ psk }) => psk),
      )
      const text = pskFile(passphrases, (psk) => all.get(psk)!)
      machine.writeFile(file, text, 0o600)
    }
    await write(places.pskFile, item.settings.ssid, keys)
    if (usesDevicePassphrases(guest)) await write(places.guestPskFile, guest!.guest.Ssid, guestKeys)
  }

  /**
   * With hash-to-element, hostapd would derive the keys of all entries again with each command (2.10, `hostapd_setup_sae_pt`). It does
   * not while the setting for the network's authentication is another one, and the keys that it has stay valid. The commands are
   * sent together: in the time between the first and the last one, stations that authenticate are refused, and try again.
   */
  async function change(commands: readonly ControlCommand[], derivation: 'when quiet' | 'now'): Promise<void> {
    if (!running || commands.length === 0) return
    const wpa3 = networkOf(link)
    isChanging = true
    if (running.derivation !== 'now') running.derivation = derivation
    const use = (authentication: string): ControlCommand => ['SET wpa_key_mgmt', authentication]
    await Promise.all([use('WPA-PSK'), ...commands, use('SAE')].map((command) => expectOk(wpa3, ...command)))
  }

  async function add(entries: readonly string[], derivation: 'when quiet' | 'now'): Promise<void> {
    await change(entries.map(addition), derivation)
    if (running) running.overridden += entries.length
  }

  async function makeAnew(passphrases: Passphrases): Promise<void> {
    if (!running) return
    // The empty one deletes all earlier ones.
    await change(['', ...saeEntries(passphrases, running.offered)].map(addition), 'now')
    running.overridden = running.offered.size
  }

  async function derive(): Promise<void> {
    if (!running || running.derivation === 'none' || waitingTasks > 0) return
    if (running.overridden > MOST_OVERRIDDEN + running.passphrases.size) await makeAnew(running.passphrases)
    await endChange()
    await expectOk(networkOf(link), 'SET sae_pwe', '2')
    running.derivation = 'none'
  }

  /** What hostapd has: it does not say so itself. Written when it has them, so that after a crash the rest is sent again. */
  const keep = (passphrases: Passphrases): void =>
    machine.writeFile(path('passphrases'), formatRecord(passphrases), 0o600)

  function networkOf(name: string): Control {
    const network = running?.networks.get(name)
    if (!network) throw new Unavailable(phrase('wifi.noAccessPoint', name))
    return network
  }

  return {
    get isRunning() {
      return running !== undefined
    },
    networks: () => [...(running?.networks.keys() ?? [])],
    apply: (wanted) =>
      inOrder(async () => {
        const found = (await machine.readLinks()).find(({ name }) => name === link)
        if (!found) throw new Unavailable(phrase('wifi.linkUnknown', link))
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
    stop: () => inOrder(stop),
    reload: (wanted) =>
      inOrder(async () => {
        await applyPassphrases(wanted)
        if (!running) return
        await writeKeys(wanted)
        await makeAnew(wanted.passphrases)
        if (hasWpa2(wanted.item)) await expectOk(networkOf(wpa2Link(link)), 'RELOAD_WPA_PSK')
      }),
    offer: (mac, identity) =>
      inOrder(async () => {
        const item = running?.passphrases.get(identity)
        if (!running || !item || running.passphrases.has(mac)) return
        await add([saeEntry(mac, item.psk)], 'now')
        running.offered.set(mac, identity)
      }),
    withdraw: (stations) =>
      inOrder(async () => {
        if (!running || !stations.some((mac) => running?.offered.has(mac))) return
        for (const mac of stations) running.offered.delete(mac)
        await makeAnew(running.passphrases)
      }),
    request: async (network, command) => networkOf(network).request(command),
    [Symbol.dispose]: release,
  }
}

/** Whether it succeeds. Throws `Unavailable` unless failure is accepted. */
async function tryTo(work: () => Promise<void>, acceptsFailure: boolean): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(acceptsFailure && error instanceof Unavailable)) throw error
    return false
  }
}

const usesDevicePassphrases = (guest: GuestItem | undefined): boolean => guest?.guest.Passphrase === ''

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
