import type { Uplink } from '../../../compiler/network.ts'
import type { Core } from '../../../core.ts'
import { connectionWords } from '../../../model/internet/connection/connection.ts'
import { uplinkLink } from '../../../model/internet/links/interface.ts'
import type { WanConfig } from '../../../model/internet/uplinks/config.ts'
import { faultOf, type UplinkFault } from '../../../model/internet/uplinks/fault.ts'
import type { Outage, Sample, UplinkStatus } from '../../../model/internet/uplinks/status.ts'
import { judge, UNKNOWN, type UplinkVerdict, uplinkComplaintOf } from '../../../model/internet/uplinks/verdict.ts'
import { openRepeated } from '../../../presence/repeat.ts'
import type { Entry } from '../../../store/table.ts'
import type { UplinkBook } from './book.ts'
import { askOver } from './probe.ts'
import { UplinkRecord } from './record.ts'
import type { SampleScale } from './series.ts'

export interface UplinkWatch extends Disposable {
  /** Reports changed facts: a cable that is out need not wait for the next round. */
  learn(entries: readonly Entry[]): void
  /** Begins a round now. */
  check(): void
  status(): UplinkStatus[]
  /** At most `count` samples, newest first: of each minute or hour, or of each round; undefined unless `link` is an uplink. */
  history(
    link: string,
    selection?: { scale?: SampleScale | undefined; count?: number | undefined },
  ): Sample[] | undefined
  /** Newest first. */
  outages(): Outage[]
}

interface Watched {
  readonly record: UplinkRecord
  verdict: UplinkVerdict
}

/**
 * Probes every uplink at intervals. The results are facts (`uplinkHealth`), from which routes, marks and connections are
 * derived.
 */
export function watchUplinks(
  {
    facts,
    change,
    uplinks,
    machine,
    bus,
    onFailure,
  }: Pick<Core, 'facts' | 'change' | 'uplinks' | 'machine' | 'bus' | 'onFailure'>,
  book: UplinkBook,
): UplinkWatch {
  const { clock } = machine
  const watched = new Map<string, Watched>()
  /** Targets that have ever answered, over whichever uplink. */
  const everReplied = new Set<string>()

  /** The uplinks that are to be used, whether or not the machine can use them now. */
  const named = (): string[] =>
    [...facts.interfaces.values()].filter(({ Type, Enabled }) => Type === 'Uplink' && Enabled).map(uplinkLink)
  const targets = ({ ProbeTargets }: WanConfig): readonly string[] =>
    ProbeTargets.length > 0 ? ProbeTargets : facts.setting('dns').UpstreamProviders.map(({ IPAddress }) => IPAddress)

  const watchedAt = (link: string): Watched =>
    watched.getOrInsertComputed(link, () => ({ record: new UplinkRecord(link, book.of(link)), verdict: UNKNOWN }))

  /** Why no target can be probed over a link; undefined if one can. */
  const obstacle = (link: string): UplinkFault | undefined => {
    if (!uplinks().some((uplink) => uplink.link === link)) return faultOf('link_down')
    const state = facts.uplinkStates.get(link)
    if (state?.connected === false) return faultOf('connection', state.notes)
    if (facts.links.get(link)?.up !== true) return faultOf('no_carrier')
    const { address, router } = uplinks().find((uplink) => uplink.link === link)!
    return address && router ? undefined : faultOf('no_address')
  }

  const lookAt = async (link: string, config: WanConfig): Promise<void> => {
    const one = watchedAt(link)
    const before = one.verdict.up
    let fault = obstacle(link)
    if (fault !== undefined) {
      // There is nothing to wait for, now and when it is gone again: then one good round is enough. But an uplink that is
      // still coming up has not gone down.
      if (before !== undefined) one.verdict = { up: false, contrary: config.RecoverThreshold - 1 }
      one.record.learn({ answers: [] }, false, clock.now())
    } else {
      const gateway = uplinks().find((uplink) => uplink.link === link)!.router!
      const round = await askOver(machine, link, targets(config), gateway, config)
      for (const { target, ms } of [...round.answers, ...(round.gateway ? [round.gateway] : [])])
        if (ms !== undefined) everReplied.add(target)
      const complaint = uplinkComplaintOf(round, everReplied)
      fault = complaint && faultOf(complaint)
      one.verdict = judge(one.verdict, complaint === undefined, config)
      one.record.learn(round, one.verdict.up ?? false, clock.now())
    }
    publish(link, one, before, fault)
  }

  const publish = (
    link: string,
    { verdict: { up }, record }: Watched,
    before: boolean | undefined,
    fault: UplinkFault | undefined,
  ): void => {
    if (up === before) return
    if (up === false && fault) record.wentDown(fault, clock.now())
    else if (before === false) record.cameUp(clock.now())
    bus.publish(up ? 'wan:uplink:up' : 'wan:uplink:down', { Iface: link })
  }

  /** Make known what was found; what is not watched counts as well. */
  const settle = async (): Promise<void> => {
    const { Enabled, FailoverEnabled } = facts.setting('wan')
    const isWatched = Enabled && FailoverEnabled
    const unwell = isWatched ? [...watched].filter(([, { verdict }]) => verdict.up === false).map(([link]) => link) : []
    const left = unwell.filter((link) => facts.uplinkHealth.get(link)?.well !== false)
    const returned = [...facts.uplinkHealth.values()].map(({ link }) => link).filter((link) => !unwell.includes(link))
    if (left.length === 0 && returned.length === 0) return
    await change((draft) => {
      for (const link of left) draft.uplinkHealth.put(link, { link, well: false })
      for (const link of returned) draft.uplinkHealth.remove(link)
    })
    if (named().length < 2) return
    const Active = activeOf(uplinks())
    for (const Iface of left) bus.publish('wan:failover', { Iface, Action: 'leave', Active })
    for (const Iface of returned) bus.publish('wan:failover', { Iface, Action: 'return', Active })
  }

  const look = async (): Promise<void> => {
    const config = facts.setting('wan')
    const links = named()
    for (const link of watched.keys()) if (!links.includes(link)) watched.delete(link)
    if (config.Enabled) await Promise.all(links.map((link) => lookAt(link, config)))
    else
      for (const one of watched.values()) {
        one.verdict = UNKNOWN
        one.record.rest()
      }
    await settle()
  }

  const looking = openRepeated({
    clock,
    round: look,
    // The rounds begin at equal intervals.
    pauseMs: (tookMs) => facts.setting('wan').IntervalSeconds * 1000 - tookMs,
    leastMs: LEAST_WAIT_MS,
    onFailure: (error) => onFailure('the uplinks could not be looked after', error),
  })

  return {
    learn(entries) {
      const links = new Set([...named(), ...watched.keys()])
      const concerns = ({ table, key }: Entry): boolean =>
        table === 'interfaces' ||
        (table === 'settings' && key === 'wan') ||
        ((table === 'links' || table === 'uplinkLeases' || table === 'uplinkStates' || table === 'downLinks') &&
          links.has(key))
      if (entries.some(concerns)) looking.soon()
    },
    check: looking.soon,
    status: () =>
      named().map((link) => {
        const uplink = uplinks().find((one) => one.link === link)
        const { record, verdict } = watchedAt(link)
        return {
          Iface: link,
          Up: obstacle(link) === undefined && verdict.up !== false,
          Active: activeOf(uplinks()).includes(link),
          Gateway: uplink?.router ?? '',
          State: connectionWords(facts.uplinkStates.get(link)?.notes ?? []),
          Connection: [...(facts.uplinkStates.get(link)?.notes ?? [])],
          DNS: [...(facts.uplinkLeases.get(link)?.dns ?? [])],
          ...record.summary(clock.now()),
        }
      }),
    history(link, { scale, count } = {}) {
      if (!named().includes(link)) return undefined
      const { record } = watchedAt(link)
      return scale === undefined ? record.samples.slice(0, count) : record.series(scale, count)
    },
    outages: () => [...watched.values()].flatMap(({ record }) => record.outages).sort((a, b) => b.Start - a.Start),
    [Symbol.dispose]() {
      looking[Symbol.dispose]()
    },
  }
}

/** Changes come in bursts; and after a late round the next one does not start immediately. */
const LEAST_WAIT_MS = 100

/** What new connections leave over: of the uplinks with an address those that are well; all of them where none is. */
function activeOf(uplinks: readonly Uplink[]): string[] {
  const ready = uplinks.filter(({ address, router }) => address && router)
  const well = ready.filter((uplink) => uplink.well)
  return (well.length > 0 ? well : ready).map(({ link }) => link)
}
