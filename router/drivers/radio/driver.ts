import type { Drift } from '../../events/catalogue.ts'
import type { RunningAccessPoints } from '../../features/stations/readings.ts'
import type { AccessPoints, RadioEvent } from '../../presence/stations.ts'
import type { Driver } from '../driver.ts'
import { type Hostapd, type HostapdMachine, openHostapd, type Wanted } from './hostapd.ts'
import { type AccessPointItem, frameItems, type GuestItem, memberItems, type RadioItem } from './item.ts'
import type { Passphrases } from './passphrases.ts'

/** Pauses before another attempt, the last one for all that follow. */
const RETRY_MS = [1000, 5000, 30_000]

export interface RadioDriver extends Driver<RadioItem>, AccessPoints, RunningAccessPoints, Disposable {
  /** Every access point ends, and starts again. */
  restart(): Promise<void>
  /** The links of access points that run, and why others do not. */
  states(): ReadonlyMap<string, 'running' | 'starting' | { readonly failed: string }>
}

interface Managed {
  readonly hostapd: Hostapd
  failed: string | undefined
  attempts: number
  retry: Disposable | undefined
}

/**
 * An access point daemon for each radio, Debian's hostapd, with the passphrases of all devices. Starting one takes seconds, during
 * which nobody waits; a passphrase is in force, and who joined with the one before it is out, when `apply` returns.
 */
export function radioDriver(machine: HostapdMachine, directory: string, control: string): RadioDriver {
  const items = new Map<string, RadioItem>()
  const managed = new Map<string, Managed>()
  let listener: (event: RadioEvent) => void = () => undefined

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
      onEvent: (event, network) => listener({ kind: 'event', radio: link, network, event }),
      onEnd: () => ended(link, 'hostapd has ended'),
    })
    const state = { hostapd, failed: undefined, attempts: 0, retry: undefined }
    managed.set(link, state)
    return state
  }

  /** What is wanted of this radio by the time that its turn comes. */
  async function make(link: string): Promise<void> {
    const item = accessPoint(link)
    if (!item) return
    const state = managed.get(link) ?? manage(link)
    state.retry?.[Symbol.dispose]()
    const wasRunning = state.hostapd.isRunning
    try {
      await state.hostapd.apply(wanted(item))
      Object.assign(state, { failed: undefined, attempts: 0 })
      if (!wasRunning) listener({ kind: 'running', radio: link, networks: state.hostapd.networks() })
    } catch (error) {
      ended(link, error instanceof Error ? error.message : String(error))
    }
  }

  function ended(link: string, reason: string): void {
    const state = managed.get(link)
    if (!state) return
    state.failed = reason
    const pause = RETRY_MS[Math.min(state.attempts++, RETRY_MS.length - 1)] ?? 0
    state.retry = machine.clock.after(pause, () => void make(link))
    listener({ kind: 'failed', radio: link, reason })
  }

  async function unmake(link: string): Promise<void> {
    const state = managed.get(link) ?? manage(link)
    managed.delete(link)
    state.retry?.[Symbol.dispose]()
    await state.hostapd.stop()
    listener({ kind: 'stopped', radio: link })
  }

  return {
    name: 'radio',
    frame: frameItems,
    member: memberItems,
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
    listen(notify) {
      listener = notify
      for (const [radio, { hostapd }] of managed)
        if (hostapd.isRunning) listener({ kind: 'running', radio, networks: hostapd.networks() })
    },
    request(network, command) {
      const radio = network.replace(/\.(w2|ap0)$/, '')
      const state = managed.get(radio) ?? manage(radio)
      return state.hostapd.request(network, command)
    },
    networks: () =>
      new Map([...managed].flatMap(([link, { hostapd }]) => (hostapd.isRunning ? [[link, hostapd.networks()]] : []))),
    async restart() {
      await Promise.all(
        [...managed].map(async ([link, { hostapd }]) => {
          await hostapd.stop()
          listener({ kind: 'stopped', radio: link })
          await make(link)
        }),
      )
    },
    states: () =>
      new Map(
        [...items.values()].flatMap((item) => {
          if (item.kind !== 'access point') return []
          const state = managed.get(item.link)
          const failed = state?.failed
          const now = state?.hostapd.isRunning ? 'running' : failed === undefined ? 'starting' : { failed }
          return [[item.link, now] as const]
        }),
      ),
    [Symbol.dispose]() {
      for (const { hostapd, retry } of managed.values()) {
        retry?.[Symbol.dispose]()
        hostapd[Symbol.dispose]()
      }
      managed.clear()
    },
  }
}
