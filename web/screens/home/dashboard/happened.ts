import type { AuditEntry } from '../../../../router/model/access/audit/entry.ts'
import type { Outage } from '../../../../router/model/internet/uplinks/status.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { logTexts as logs } from '../../../texts/machine/logs.ts'
import { titleOf as titleIn } from '../../access/audit/fields.ts'
import type { Fault } from './faults/words.ts'

const { events } = homeTexts

/** An event as the Home screen shows it. */
export interface Happened {
  readonly key: string
  readonly at: Date
  readonly kind: 'added' | 'changed' | 'removed' | 'down' | 'back'
  readonly title: string
  /** Who did it, or how long it lasted; empty where there is nothing to say. */
  readonly note: string
  /** Why an uplink went down. */
  readonly fault?: Fault
}

/** The newest of what was changed, and of how the internet went and came. */
export function latest(entries: readonly AuditEntry[], outages: readonly Outage[], most: number): Happened[] {
  return [...entries.filter(isChange).map(changed), ...outages.flatMap(wentAndCame)]
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most)
}

/** Who signs in changes nothing of the home. A VPN peer is added and deleted with its device, which has a name. */
const isChange = ({ What }: AuditEntry): boolean => !/^(session of|VPN peer) /.test(What)

function changed(entry: AuditEntry): Happened {
  const { Id, Time, Before, After, ...by } = entry
  const kind = Before === null && After !== null ? 'added' : Before !== null && After === null ? 'removed' : 'changed'
  return { key: `change ${Id}`, at: new Date(Time), kind, title: titleOf(entry), note: events[kind](whoOf(by)) }
}

/** `device laptop (02:…)` as `Device laptop`: the key is for those who read the whole record. */
const titleOf = (entry: AuditEntry): string =>
  titleIn(entry, logs.change)
    .replace(/ \([^()]*\)$/, '')
    .replace(/ \*$/, events.forEveryone)

function whoOf({ Who, Kind }: Pick<AuditEntry, 'Who' | 'Kind'>): string {
  if (Kind === 'router') return events.router
  if (Kind === 'console') return events.console
  return Who || events.anonymous
}

function wentAndCame(outage: Outage): Happened[] {
  const { Iface, Start, End } = outage
  const start = new Date(Start * 1000)
  const went: Happened = {
    key: `down ${Iface} ${Start}`,
    at: start,
    kind: 'down',
    title: events.down(Iface),
    note: '',
    fault: { kind: 'uplink', of: outage },
  }
  if (End === 0) return [went]
  const end = new Date(End * 1000)
  const note = events.lasted(lengthOf((end.getTime() - start.getTime()) / 1000))
  return [went, { key: `back ${Iface} ${End}`, at: end, kind: 'back', title: events.back(Iface), note }]
}
