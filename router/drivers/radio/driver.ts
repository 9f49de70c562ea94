import { Unavailable } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { ControlledProgramMachine } from '../../machine/machine.ts'
import type { LinkAttributes } from '../../machine/routing.ts'
import type { AccessPoints, RadioEvent } from '../../model/wifi/radios/accesspoint.ts'
import { type RadioSettings, radioOf } from '../../model/wifi/radios/radio.ts'
import { type RadioFault, radioFaultSentence } from '../../model/wifi/radiostate/fault.ts'
import type { ChannelChoice } from '../../model/wifi/radiostate/state.ts'
import { phrase } from '../../phrases/phrase.ts'
import { parseFields } from '../../wire/hostapd.ts'
import type { Driver } from '../driver.ts'
import { LAPSE_MS, openCandidates } from './candidates.ts'
import { openChoices, withChoice } from './choices.ts'
import { failsafeSettings, isFailsafeTurn } from './failsafe.ts'
import { type Hostapd, openHostapd, type Wanted } from './hostapd.ts'
import { type AccessPointItem, type GuestItem, passphraseItems, type RadioItem, radioItemsOf } from './item.ts'
import { deriveKey, type Passphrases, waitingIn } from './passphrases.ts'
import { radioFaultOf } from './reason.ts'
import { scanAll } from './scan.ts'

/** Pauses before another attempt, the last one for all that follow. */
const LAST_RETRY_MS = 30_000
const RETRY_MS = [1000, 5000, LAST_RETRY_MS]
/** A network that runs for this long works. One that is not there by then does not come. */
const SETTLED_MS = 60_000
/** hostapd enables a network again after some changes, such as of the country. */
const RECOVERY_MS = 3000
/** hostapd has left a channel with radar by then: ETSI EN 301 893 permits 10 seconds. */
const RADAR_MS = 15_000

/** `missing`: there is no such link, or another radio has its name. */
export interface RadioState {
  readonly state: 'starting' | 'running' | 'failsafe' | 'failed' | 'missing'
  /** Why it has failed, or runs the failsafe configuration; otherwise empty. */
  readonly reason: string
  /** The same for programs. */
  readonly fault?: RadioFault | undefined
}

export interface RadioDriver extends Driver<RadioItem>, AccessPoints, Disposable {
  /** Every access point ends, and starts again with its own settings. */
  restart(): Promise<void>
  /** Sends all passphrases again to every access point that runs. No station is disconnected. Throws `Unavailable`. */
  reloadPassphrases(): Promise<void>
  /** By the links of access points that should run. */
  states(): ReadonlyMap<string, RadioState>
  /** Runs the failsafe configuration until the settings change, or a restart. Throws `Unavailable`. */
  failsafe(link: string): Promise<void>
  /** The automatic choice of a channel for a radio; undefined where there is none. */
  choiceOf(link: string): ChannelChoice | undefined
  /** Chooses the channel anew, and changes to it. Throws `Unavailable`, `CommandFailed`. */
  choose(link: string): Promise<ChannelChoice>
  /** Scans all channels with a radio, and returns what `iw` prints of the networks. The link is up afterwards. Throws `CommandFailed`. */
  scan(link: string): Promise<string>
  /** To be called after links were added, removed or renamed. */
  learnLinks(links: Iterable<LinkAttributes>): void
}

const withFault = (state: 'failed' | 'failsafe', fault: RadioFault): RadioState => ({
  ...{ state, reason: radioFaultSentence(fault), fault },
})

interface Managed {
  readonly hostapd: Hostapd
  now: RadioState
  /** The settings that the failures are about. */
  settings: RadioSettings | undefined
  failures: number
  /** Why the failsafe configuration is to run: the last failure, or a caller. */
  failsafe: RadioFault | undefined
  /** The number of the link that it was started on. */
  index: number | undefined
  /** What runs: with the chosen channel, or the failsafe configuration. */
  running: RadioSettings | undefined
  readonly timers: Map<Task, Disposable>
}

/** Start again, check whether hostapd transmits, choose a channel. */
type Task = 'retry' | 'look' | 'choose'

/**
 * An access point daemon for each radio, Debian's hostapd, with the passphrases of all devices. Starting one takes seconds, during
 * which no call waits. When `apply` returns, a passphrase is in effect, and stations with the previous one are disconnected.
 */
export function radioDriver(
  machine: ControlledProgramMachine,
  directory: string,
  control: string,
  derive = deriveKey,
): RadioDriver {
  const items = new Map<string, RadioItem>()
  const managed = new Map<string, Managed>()
  const listeners: ((event: RadioEvent) => void)[] = []
  const choices = openChoices(machine, directory)
  const notify = (event: RadioEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const candidates = openCandidates(machine.clock)
  let lapsing: Disposable | undefined

  async function lapse(): Promise<void> {
    const lapsed = candidates.lapse()
    lapsing = candidates.size > 0 ? machine.clock.after(LAPSE_MS, () => void lapse()) : undefined
    // A radio whose hostapd has ended begins anew.
    await Promise.allSettled([...managed.values()].map(({ hostapd }) => hostapd.withdraw(lapsed)))
  }

  const accessPoint = (link: string): AccessPointItem | undefined => itemAt('access point', link)
  function itemAt<K extends RadioItem['kind']>(kind: K, link: string): Extract<RadioItem, { kind: K }> | undefined {
    return items.get(`${kind} ${link}`) as Extract<RadioItem, { kind: K }> | undefined
  }
  const passphrases = (): Passphrases =>
    new Map([...items.values()].flatMap((item) => (item.kind === 'passphrase' ? [[item.identity, item] as const] : [])))
  const wanted = (item: AccessPointItem): Wanted => ({
    item,
    guest: itemAt('guest network', item.link) as GuestItem | undefined,
    passphrases: passphrases(),
  })

  function manage(link: string): Managed {
    const hostapd = openHostapd({
      machine,
      link,
      directory,
      control,
      deriveKey: derive,
      onEvent(event, network, identity) {
        notify({ kind: 'event', radio: link, network, event, identity })
        if (event.kind === 'radar') avoid(link)
        if (event.kind === 'disabled' && network === link) later(state, 'look', RECOVERY_MS, () => look(link))
      },
      onEnd: () => fail(link, { Code: 'ended', Detail: '' }),
    })
    const state: Managed = {
      hostapd,
      now: { state: 'starting', reason: '' },
      settings: undefined,
      failures: 0,
      failsafe: undefined,
      index: undefined,
      running: undefined,
      timers: new Map(),
    }
    managed.set(link, state)
    return state
  }

  /** In place of the same task at another time. */
  function later(state: Managed | undefined, task: Task, ms: number, run: () => unknown): void {
    state?.timers.get(task)?.[Symbol.dispose]()
    state?.timers.set(
      task,
      machine.clock.after(ms, () => void run()),
    )
  }

  function enter(link: string, state: Managed, now: RadioState): void {
    if (state.now.state === now.state && state.now.reason === now.reason) return
    state.now = now
    notify({ kind: 'state', radio: link, state: now.state, reason: now.reason })
  }

  /** The link of a radio, unless another radio has its name. */
  const linkOf = ({ link, mac }: AccessPointItem, links: Iterable<LinkAttributes>): LinkAttributes | undefined =>
    [...links].find((one) => one.name === link && (mac === '' || mac === (one.permanentMac ?? one.mac)))

  /** Starts or changes the access point of a radio, by its settings now: they may have changed since this was scheduled. */
  async function make(link: string): Promise<void> {
    const item = accessPoint(link)
    if (!item) return
    const state = managed.get(link) ?? manage(link)
    const { hostapd } = state
    state.timers.get('retry')?.[Symbol.dispose]()
    if (state.settings !== item.settings)
      Object.assign(state, { settings: item.settings, failures: 0, failsafe: undefined })
    try {
      const found = linkOf(item, await machine.readLinks())
      if (!found) return await miss(link, state)
      if (state.index !== found.index) await end(link, state)
      state.index = found.index
      const isOwn = state.failsafe === undefined
      const settings = isOwn ? await ownSettings(item, state) : failsafeSettings(item.settings, state.failures)
      // Another call has done it while this one looked for a channel.
      if (accessPoint(link) !== item) return
      const wasRunning = hostapd.isRunning
      await hostapd.apply(wanted({ ...item, settings }))
      state.running = settings
      if (!wasRunning) {
        notify({ kind: 'running', radio: link, networks: hostapd.networks() })
        later(state, 'look', SETTLED_MS, () => look(link))
      }
      enter(link, state, state.failsafe ? withFault('failsafe', state.failsafe) : { state: 'running', reason: '' })
    } catch (error) {
      fail(link, radioFaultOf(error, link))
    }
  }

  /** The settings of the owner, with a channel. Looking for one does not keep a running access point from anything else. */
  async function ownSettings(item: AccessPointItem, { hostapd, running }: Managed): Promise<RadioSettings> {
    if (item.settings.channel !== 0) return item.settings
    const known = choices.known(item)
    if (known) return withChoice(item.settings, known)
    const choice = choices.choose(item)
    if (!hostapd.isRunning || !running) return withChoice(item.settings, await choice)
    const { link } = item
    choice.then(
      () => make(link),
      () => later(managed.get(link), 'choose', LAST_RETRY_MS, () => make(link)),
    )
    return running
  }

  /** hostapd keeps running without its link, and reports that it is enabled. */
  async function miss(link: string, state: Managed): Promise<void> {
    state.index = undefined
    await end(link, state)
    enter(link, state, { state: 'missing', reason: '' })
  }

  async function end(link: string, state: Managed): Promise<void> {
    if (!state.hostapd.isRunning) return
    await state.hostapd.stop()
    notify({ kind: 'stopped', radio: link })
  }

  function fail(link: string, fault: RadioFault): void {
    const state = managed.get(link)
    if (!state) return
    state.failures += 1
    const isFailsafe = isFailsafeTurn(state.failures)
    state.failsafe = isFailsafe ? fault : undefined
    const pause = RETRY_MS[isFailsafe ? 0 : Math.min(state.failures, RETRY_MS.length) - 1] ?? 0
    later(state, 'retry', pause, () => make(link))
    notify({ kind: 'failed', radio: link, reason: radioFaultSentence(fault) })
    enter(link, state, withFault('failed', fault))
  }

  /** Checks whether hostapd transmits. */
  async function look(link: string): Promise<void> {
    const state = managed.get(link)
    if (!state?.hostapd.isRunning) return
    const { state: now = '' } = parseFields(await state.hostapd.request(link, 'STATUS').catch(() => ''))
    if (now === 'ENABLED') {
      if (state.failsafe === undefined) state.failures = 0
    } else if (now === 'DFS') later(state, 'look', SETTLED_MS, () => look(link))
    else {
      await end(link, state)
      fail(link, { Code: 'no_network', Detail: now || 'unknown' })
    }
  }

  /** hostapd leaves a channel with radar. Afterwards an automatic channel is chosen again. */
  function avoid(link: string): void {
    later(managed.get(link), 'choose', RADAR_MS, () => {
      if (accessPoint(link)?.settings.channel !== 0) return
      choices.forget(link)
      void make(link)
    })
  }

  async function unmake(link: string): Promise<void> {
    const { hostapd, timers } = managed.get(link) ?? manage(link)
    managed.delete(link)
    for (const timer of timers.values()) timer[Symbol.dispose]()
    await hostapd.stop()
    notify({ kind: 'stopped', radio: link })
  }

  const demand = (link: string): AccessPointItem => {
    const item = accessPoint(link)
    if (item) return item
    throw new Unavailable(phrase('wifi.noAccessPoint', link))
  }

  return {
    name: 'radio',
    frame: radioItemsOf,
    member: passphraseItems,
    read: async () => new Map(items),
    async apply(steps): Promise<Drift[]> {
      const touched = new Set<string>()
      for (const { key, value, had } of steps) {
        if (value) items.set(key, value)
        else items.delete(key)
        const item = (value ?? had)!
        if (item.kind !== 'passphrase') touched.add(item.link)
        else for (const other of items.values()) if (other.kind === 'access point') touched.add(other.link)
      }
      await Promise.all(
        [...touched].map(async (link) => {
          const isRunning = managed.get(link)?.hostapd.isRunning
          const work = accessPoint(link) ? make(link) : unmake(link)
          if (isRunning) await work
        }),
      )
      return []
    },
    listen(listener) {
      listeners.push(listener)
      for (const [radio, { hostapd }] of managed)
        if (hostapd.isRunning) listener({ kind: 'running', radio, networks: hostapd.networks() })
    },
    async request(network, command) {
      const radio = radioOf(network)
      const state = managed.get(radio) ?? manage(radio)
      return state.hostapd.request(network, command)
    },
    networks: () =>
      new Map([...managed].flatMap(([link, { hostapd }]) => (hostapd.isRunning ? [[link, hostapd.networks()]] : []))),
    async offerNext(mac, tried) {
      const { identity, isExhausted } = candidates.next(
        mac,
        waitingIn(passphrases()).map((item) => item.identity),
        tried,
      )
      if (identity !== undefined) {
        lapsing ??= machine.clock.after(LAPSE_MS, () => void lapse())
        await Promise.allSettled([...managed.values()].map(({ hostapd }) => hostapd.offer(mac, identity)))
      }
      return !isExhausted
    },
    async restart() {
      await Promise.all(
        [...managed].map(async ([link, state]) => {
          await end(link, state)
          state.settings = undefined
          await make(link)
        }),
      )
    },
    async reloadPassphrases() {
      await Promise.all(
        [...managed].map(async ([link, { hostapd }]) => {
          const item = accessPoint(link)
          if (item) await hostapd.reload(wanted(item))
        }),
      )
    },
    async failsafe(link) {
      const { settings } = demand(link)
      Object.assign(managed.get(link) ?? manage(link), { settings, failsafe: { Code: 'requested', Detail: '' } })
      await make(link)
    },
    choiceOf(link) {
      const item = accessPoint(link)
      return item?.settings.channel === 0 ? choices.known(item) : undefined
    },
    async choose(link) {
      const choice = await choices.choose(demand(link))
      await make(link)
      return choice
    },
    scan: (link) => scanAll(machine, link),
    learnLinks(links) {
      const all = [...links]
      for (const item of items.values())
        if (item.kind === 'access point' && linkOf(item, all)?.index !== managed.get(item.link)?.index)
          void make(item.link)
    },
    states: () =>
      new Map(
        [...items.values()].flatMap((item) =>
          item.kind === 'access point'
            ? [[item.link, managed.get(item.link)?.now ?? { state: 'starting', reason: '' }] as const]
            : [],
        ),
      ),
    [Symbol.dispose]() {
      lapsing?.[Symbol.dispose]()
      for (const { hostapd, timers } of managed.values()) {
        for (const timer of timers.values()) timer[Symbol.dispose]()
        hostapd[Symbol.dispose]()
      }
      managed.clear()
      // A radio whose channel is being chosen is not started any more.
      items.clear()
    },
  }
}
