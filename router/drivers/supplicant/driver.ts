import type { Frame, WifiLink } from '../../compiler/network.ts'
import { CommandFailed } from '../../errors.ts'
import type { Drift } from '../../events/catalogue.ts'
import type { ControlledProgramMachine } from '../../machine/machine.ts'
import { connectionWords } from '../../model/internet/connection/connection.ts'
import type { UplinkState } from '../../presence/tables.ts'
import { type Driver, type Items, itemOf } from '../driver.ts'
import type { StationState } from './progress.ts'
import { type AccessPointConnection, openSupplicant, type Supplicant } from './supplicant.ts'

/** A link that joins the networks of others. */
interface StationItem extends WifiLink {
  readonly kind: 'station'
}

const stationItemsOf = ({ wifiUplinks }: Pick<Frame, 'wifiUplinks'>): Items<StationItem> =>
  new Map(wifiUplinks.map((uplink) => [`station ${uplink.link}`, { kind: 'station', ...uplink }]))

/** Pauses before another attempt, the last one for all that follow. */
const RETRY_MS = [1000, 5000, 30_000]

export interface SupplicantDriver extends Driver<StationItem>, Disposable {
  /** The state of the link of an uplink over wifi; undefined for any other link. */
  state(link: string): Promise<WifiState | undefined>
}

export interface WifiState {
  readonly state: StationState['state'] | 'starting' | 'failed'
  readonly network: string
  readonly message: string
  readonly connection: AccessPointConnection | undefined
}

interface Managed {
  readonly supplicant: Supplicant
  /** The index of the link when it was started; the link may be unplugged and another one get its name. */
  index: number | undefined
  failed: string | undefined
  attempts: number
  retry: Disposable | undefined
}

/**
 * Debian's wpa_supplicant for each uplink over wifi. Starting one takes a second, during which nothing waits; its state becomes a
 * fact (`learn`).
 */
export function supplicantDriver(
  machine: ControlledProgramMachine,
  directory: string,
  control: string,
  indexNow: (link: string) => number | undefined,
  learn: (link: string, state: UplinkState | undefined) => void,
): SupplicantDriver {
  const items = new Map<string, StationItem>()
  const managed = new Map<string, Managed>()

  function manage(link: string): Managed {
    const supplicant = openSupplicant({
      machine,
      link,
      directory,
      control,
      onState: ({ state, network, notes }) => learn(link, { link, connected: state === 'connected', network, notes }),
      onEnd: () => ended(link, 'wpa_supplicant has ended'),
    })
    const made = { supplicant, index: undefined, failed: undefined, attempts: 0, retry: undefined }
    managed.set(link, made)
    return made
  }

  /** What is wanted of this link by the time that its turn comes. */
  async function make(link: string): Promise<void> {
    const one = managed.get(link) ?? manage(link)
    one.retry?.[Symbol.dispose]()
    try {
      one.index = indexNow(link)
      const { networks = [], country } = items.get(`station ${link}`) ?? {}
      await one.supplicant.apply(networks, country)
      Object.assign(one, { failed: undefined, attempts: 0 })
    } catch (error) {
      ended(link, supplicantFailureReason(error, link))
    }
  }

  function ended(link: string, reason: string): void {
    const one = managed.get(link)
    if (!one) return
    one.failed = reason
    one.retry?.[Symbol.dispose]()
    const pause = RETRY_MS[Math.min(one.attempts++, RETRY_MS.length - 1)] ?? 0
    one.retry = machine.clock.after(pause, () => void make(link))
    const { network } = one.supplicant.state()
    learn(link, { link, connected: false, network, notes: [{ Code: 'program_failed', Text: reason }] })
  }

  async function unmake(link: string): Promise<void> {
    const one = managed.get(link) ?? manage(link)
    managed.delete(link)
    one.retry?.[Symbol.dispose]()
    await one.supplicant.stop()
    learn(link, undefined)
  }

  return {
    name: 'supplicant',
    frame: stationItemsOf,
    member: () => new Map(),
    async read() {
      const isStale = (link: string): boolean => {
        const [had, now] = [managed.get(link)?.index, indexNow(link)]
        return had !== undefined && now !== undefined && had !== now
      }
      // It would have to be started anew for another link of the same name.
      for (const [key, { link }] of [...items])
        if (isStale(link)) {
          items.delete(key)
          await unmake(link)
        }
      return new Map(items)
    },
    async apply(steps): Promise<Drift[]> {
      await Promise.all(
        steps.map(async (step) => {
          const { link } = itemOf(step)
          if (step.value) items.set(step.key, step.value)
          else items.delete(step.key)
          const isRunning = managed.get(link)?.supplicant.isRunning
          const work = step.value ? make(link) : unmake(link)
          if (isRunning) await work
        }),
      )
      return []
    },
    async state(link) {
      const one = managed.get(link)
      if (!one) return undefined
      if (one.failed !== undefined) return { state: 'failed', network: '', message: one.failed, connection: undefined }
      if (!one.supplicant.isRunning)
        return { state: 'starting', network: '', message: 'starting', connection: undefined }
      // It may end at this moment.
      const connection = await one.supplicant.connection().catch(() => undefined)
      const { state, network, notes } = one.supplicant.state()
      return { state, network, message: connectionWords(notes), connection }
    },
    [Symbol.dispose]() {
      for (const { supplicant, retry } of managed.values()) {
        retry?.[Symbol.dispose]()
        supplicant[Symbol.dispose]()
      }
      managed.clear()
    },
  }
}

const PACKAGE = 'wpasupplicant'
/** What wpa_supplicant prints at every start and every end, for any reason. */
const NOISE = /^(Successfully initialized|nl80211: deinit|Failed to initialize driver|CTRL-EVENT|$)/

/** Why wpa_supplicant does not run, in one line. It prints the reason first, and then what follows from it. */
export function supplicantFailureReason(error: unknown, link: string): string {
  if (!(error instanceof CommandFailed)) return error instanceof Error ? error.message : String(error)
  if (error.stderr.endsWith('ENOENT'))
    return `the program ${error.argv[0]} is not installed: apt-get install ${PACKAGE}`
  const lines = error.stderr.split('\n').map((line) => line.trim().replace(`${link}: `, ''))
  return lines.find((line) => !NOISE.test(line)) ?? 'wpa_supplicant does not start'
}
