import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { noSignals, Signals, withAnnouncement, withDhcp, withDomains } from '../../../model/home/kinds/signals.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import type { Entry } from '../../../store/table.ts'
import type { Ip } from '../../../values/ip.ts'
import { isUnicastMac, type Mac } from '../../../values/mac.ts'

/** Interval between a change and its write: announcements come in bursts. */
const SAVE_MS = 60_000
/** Interval between searches of the names that devices have looked up. */
const NAMES_MS = 10 * 60_000
/** Senders of DHCP requests that are not devices yet. The request of a new device precedes its entry. */
const MOST_WAITING = 64

/** What is stored of a device. */
const Collected = z.object({
  signals: Signals,
  /** Whether the vendor of the address was looked up. */
  hasVendor: z.boolean(),
  /** Milliseconds since 1970; 0 if nothing was received. */
  changedAt: z.number(),
})
type Collected = z.infer<typeof Collected>

/** Collects the signals of devices. They survive restarts, and are deleted with the device. */
export interface SignalCollector extends Disposable {
  /** The signals of a device, and when they changed last; undefined if there is no such device. */
  of(mac: Mac): Collected | undefined
  /** Looks up the vendor of a MAC address, unless that was done before. */
  findVendor(mac: Mac): Promise<void>
  /** Adds the domains of the rules that a device has looked up. */
  findDomains(mac: Mac): void
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

export interface CollectorDeps extends Pick<Core, 'facts' | 'bus' | 'clock'> {
  readonly saved: KeyValueLog
  /** The vendor of a MAC address; empty if there is none. Rejects if the data is missing. */
  readonly vendorOf: (mac: Mac) => Promise<string>
  /** Names that the device at an address has looked up within the last hours. */
  readonly namesOf: (ip: Ip) => Iterable<string>
  /** Domains of the present rules, in lower case. */
  readonly domains: () => readonly string[]
  /** Called when the signals of a device have changed. */
  readonly onChange: (mac: Mac, signals: Signals) => void
}

export function openSignalCollector({ facts, bus, clock, saved, ...deps }: CollectorDeps): SignalCollector {
  const known = new Map<Mac, Collected>()
  const waiting = new Map<Mac, Collected>()
  const unsaved = new Map<string, string | undefined>()
  let timer: Disposable | undefined

  for (const [mac, text] of readAll(saved)) {
    const record = facts.devices.has(mac) ? readRecord(mac, text) : undefined
    if (record) known.set(mac, record)
    else unsaved.set(mac, undefined)
  }

  const save = (): void => {
    timer = undefined
    saved.change(unsaved)
    unsaved.clear()
  }
  const keep = (mac: Mac, record: Collected): void => {
    known.set(mac, record)
    unsaved.set(mac, JSON.stringify(record))
    timer ??= clock.after(SAVE_MS, save)
  }
  const edit = (mac: Mac, change: (signals: Signals) => Signals): void => {
    const isDevice = facts.devices.has(mac)
    const before = (isDevice ? known : waiting).get(mac) ?? emptyRecord(mac)
    const signals = change(before.signals)
    if (JSON.stringify(signals) === JSON.stringify(before.signals)) return
    const record = { ...before, signals, changedAt: clock.now() }
    if (isDevice) {
      keep(mac, record)
      deps.onChange(mac, signals)
      return
    }
    const [oldest] = waiting.keys()
    if (!waiting.has(mac) && waiting.size >= MOST_WAITING && oldest !== undefined) waiting.delete(oldest)
    waiting.set(mac, record)
  }

  const findVendor = async (mac: Mac): Promise<void> => {
    const record = known.get(mac) ?? emptyRecord(mac)
    if (record.hasVendor || record.signals.RandomMAC) return
    // Tried again with the next call.
    const vendor = await deps.vendorOf(mac).catch(() => undefined)
    if (vendor === undefined || !facts.devices.has(mac)) return
    keep(mac, { ...(known.get(mac) ?? record), hasVendor: true })
    edit(mac, (signals) => ({ ...signals, OUIVendor: vendor.slice(0, 128) }))
  }
  const findDomains = (mac: Mac): void => {
    const ip = facts.devices.get(mac)?.RecentIP
    if (!ip) return
    const domains = new Set(deps.domains())
    const found = new Set<string>()
    for (const name of deps.namesOf(ip))
      for (const parent of parentsOf(name)) if (domains.has(parent)) found.add(parent)
    if (found.size > 0) edit(mac, (signals) => withDomains(signals, found))
  }

  const stack = new DisposableStack()
  let isOpen = true
  let search: Disposable | undefined
  const searchAll = async (): Promise<void> => {
    for (const mac of [...facts.devices.keys()]) {
      if (!isOpen) return
      if (isUnicastMac(mac)) findDomains(mac)
      await nextTurn()
    }
    if (isOpen) search = clock.after(NAMES_MS, () => void searchAll())
  }
  search = clock.after(NAMES_MS, () => void searchAll())
  stack.use(bus.subscribe('dhcp:request', (request) => edit(request.MAC, (signals) => withDhcp(signals, request))))
  stack.use(
    bus.subscribe('zeroconf:device', (announced) => {
      if (facts.devices.has(announced.MAC)) edit(announced.MAC, (signals) => withAnnouncement(signals, announced))
    }),
  )

  return {
    of: (mac) => (facts.devices.has(mac) ? (known.get(mac) ?? emptyRecord(mac)) : undefined),
    findVendor,
    findDomains,
    learn(entries) {
      for (const { table, key, before, after } of entries) {
        if (table !== 'devices') continue
        const early = waiting.get(key)
        if (after && !before && early) {
          waiting.delete(key)
          keep(key, early)
          deps.onChange(key, early.signals)
        }
        if (after && !before && isUnicastMac(key)) void findVendor(key)
        if (!after && known.delete(key)) {
          unsaved.set(key, undefined)
          timer ??= clock.after(SAVE_MS, save)
        }
      }
    },
    [Symbol.dispose]() {
      isOpen = false
      stack.dispose()
      search?.[Symbol.dispose]()
      timer?.[Symbol.dispose]()
      if (unsaved.size > 0) save()
    },
  }
}

function readAll(saved: KeyValueLog): Map<string, string> {
  try {
    return saved.read()
  } catch {
    // The damage was reported when the history was opened: devices send these texts again.
    return new Map()
  }
}

/** `a.b.example.org`: itself and its parents. At most so many as a name has labels. */
function* parentsOf(name: string): Generator<string> {
  let rest = name.toLowerCase()
  for (;;) {
    yield rest
    const dot = rest.indexOf('.')
    if (dot === -1) return
    rest = rest.slice(dot + 1)
  }
}

const emptyRecord = (mac: Mac): Collected => ({ signals: noSignals(mac), hasVendor: false, changedAt: 0 })

/** Undefined for a text that is damaged. */
function readRecord(mac: Mac, text: string): Collected | undefined {
  try {
    const record = Collected.parse(JSON.parse(text))
    return record.signals.MAC === mac ? record : undefined
  } catch {
    return undefined
  }
}
