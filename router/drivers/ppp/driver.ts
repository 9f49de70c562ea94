import type { Frame, PppoeSession } from '../../compiler/network.ts'
import type { Drift } from '../../events/catalogue.ts'
import { openQueue } from '../../machine/queue.ts'
import { type ConnectionNote, connectionWords } from '../../model/internet/connection/connection.ts'
import type { PppState } from '../../model/internet/ppp/ppp.ts'
import type { UplinkLease, UplinkState } from '../../presence/tables.ts'
import { type Driver, type Items, itemOf } from '../driver.ts'
import { leaseFile, parseLease } from '../lease.ts'
import { stateIn } from './log.ts'
import { openPppd, type Pppd, type PppdMachine } from './pppd.ts'

/** Pauses before another attempt to start pppd, the last one for all that follow. */
const RETRY_MS = [1000, 5000, 30_000]
/** The same after a refusal: some providers lock an account after too many attempts. pppd itself would pause for seconds. */
const REFUSED_MS = [30_000, 60_000, 300_000]

export interface SessionItem extends Omit<PppoeSession, 'parent' | 'vlan'> {
  readonly kind: 'session'
}

const CONNECTING: ConnectionNote = { Code: 'connecting', Text: '' }

const failed = (Text: string): ConnectionNote => ({ Code: 'program_failed', Text })

/** What the driver reports of a session; undefined for none. */
export interface PppReports {
  /** Resolves when the address is in use, or cannot be used. */
  lease(link: string, lease: UplinkLease | undefined): Promise<void>
  state(link: string, state: UplinkState | undefined): void
}

export interface PppDriver extends Driver<SessionItem>, Disposable {
  /** Undefined for a session that it does not run. */
  state(link: string): PppState | undefined
}

interface Managed {
  readonly pppd: Pppd
  readonly inTurn: ReturnType<typeof openQueue>
  attempts: number
  retry: Disposable | undefined
  /** The lease file as it was last read; undefined before that. */
  leased: string | undefined
  reported: PppState | undefined
}

/**
 * A PPP daemon for each PPPoE session, Debian's pppd. Applying does not wait for a session to open: its state and its address are reported.
 * The address is a lease, as one from a DHCP server.
 */
export function pppDriver(machine: PppdMachine, directory: string, reports: PppReports): PppDriver {
  const items = new Map<string, SessionItem>()
  const managed = new Map<string, Managed>()

  function manage(link: string): Managed {
    const pppd = openPppd({
      machine,
      link,
      directory,
      lease: leaseFile(directory, link),
      onNews: () => void update(link),
      onEnd: () => ended(link, 'connecting', failed('pppd has ended'), RETRY_MS),
    })
    const state = { pppd, inTurn: openQueue(), attempts: 0, retry: undefined, leased: undefined, reported: undefined }
    managed.set(link, state)
    return state
  }

  function report(link: string, state: PppState['state'], note: ConnectionNote, since = machine.clock.now()): void {
    const one = managed.get(link)
    if (!one || !items.has(link)) return
    const reason = connectionWords([note])
    if (one.reported?.state === state && one.reported.reason === reason) return
    one.reported = { state, reason, since }
    reports.state(link, { link, connected: state === 'connected', network: '', notes: [note] })
  }

  async function make(link: string): Promise<void> {
    const item = items.get(link)
    if (!item) return
    const one = managed.get(link) ?? manage(link)
    one.retry?.[Symbol.dispose]()
    if (one.reported?.state === 'refused') report(link, 'connecting', CONNECTING)
    try {
      await one.pppd.apply(item)
      if (items.get(link) === item) await update(link)
    } catch (error) {
      ended(link, 'failed', failed(error instanceof Error ? error.message : String(error)), RETRY_MS)
    }
  }

  const update = async (link: string): Promise<void> => {
    const one = managed.get(link)
    await one?.inTurn(() => readFiles(link, one))
  }

  /** Reads what pppd and its scripts have written. */
  async function readFiles(link: string, one: Managed): Promise<void> {
    if (!items.has(link)) return
    const text = machine.readFile(leaseFile(directory, link)) ?? ''
    const { event, lease } = parseLease(link, text)
    if (text !== one.leased) {
      one.leased = text
      const mtu = lease && (await machine.readLinks()).find(({ name }) => name === link)?.mtu
      if (one.leased !== text || !items.has(link)) return
      await reports.lease(link, lease && { ...lease, ...(mtu && { mtu }) })
      if (one.leased !== text || !items.has(link)) return
    }
    if (lease) {
      one.attempts = 0
      report(link, 'connected', { Code: 'connected', Text: '' }, Number(/^since=(\d+)$/m.exec(text)?.[1] ?? 0) * 1000)
      return
    }
    if (event === 'bound') {
      report(link, 'failed', { Code: 'unusable_address', Text: '' })
      return
    }
    const { state, note } = stateIn(one.pppd.log()) ?? { state: 'connecting', note: CONNECTING }
    if (state === 'refused') await refused(link, note)
    else if (state !== 'connected') report(link, state, note)
  }

  async function refused(link: string, note: ConnectionNote): Promise<void> {
    const one = managed.get(link)
    if (one?.reported?.state === 'refused') return
    ended(link, 'refused', note, REFUSED_MS)
    await one?.pppd.stop()
  }

  function ended(link: string, state: PppState['state'], note: ConnectionNote, pauses: readonly number[]): void {
    const one = managed.get(link)
    if (!one || !items.has(link)) return
    one.leased = ''
    void reports.lease(link, undefined)
    report(link, state, note)
    one.retry?.[Symbol.dispose]()
    const pause = pauses[Math.min(one.attempts++, pauses.length - 1)] ?? 0
    one.retry = machine.clock.after(pause, () => void make(link))
  }

  async function unmake(link: string): Promise<void> {
    const one = managed.get(link) ?? manage(link)
    one.retry?.[Symbol.dispose]()
    one.reported = undefined
    one.leased = undefined
    void reports.lease(link, undefined)
    reports.state(link, undefined)
    await one.pppd.stop()
  }

  return {
    name: 'ppp',
    frame: sessionItems,
    member: () => new Map(),
    read: async () => byKey([...items.values()]),
    async apply(steps): Promise<Drift[]> {
      for (const step of steps) {
        const { link } = itemOf(step)
        if (step.value) items.set(link, step.value)
        else items.delete(link)
        const one = managed.get(link)
        if (one) one.attempts = 0
        void (step.value ? make(link) : unmake(link))
      }
      return []
    },
    state: (link) => managed.get(link)?.reported,
    [Symbol.dispose]() {
      for (const { pppd, retry } of managed.values()) {
        retry?.[Symbol.dispose]()
        pppd[Symbol.dispose]()
      }
      managed.clear()
    },
  }
}

const sessionItems = ({ sessions }: Frame): Items<SessionItem> =>
  byKey(
    sessions.map(({ link, carrier, username, secret, mtu }) => ({
      kind: 'session',
      link,
      carrier,
      username,
      secret,
      mtu,
    })),
  )

const byKey = (items: readonly SessionItem[]): Items<SessionItem> =>
  new Map(items.map((item) => [`session ${item.link}`, item]))
