import { z } from 'zod'
import type { Core } from '../../../core.ts'
import { isForAll, type Selected } from '../../../model/firewall/rules/pfwrule.ts'
import { usedToday } from '../../../model/firewall/rules/schedule.ts'
import type { PfwUsage } from '../../../model/firewall/rules/state.ts'
import { dateAt } from '../../../model/machine/localtime/moments.ts'
import { grown } from '../../../model/traffic/flows/change.ts'
import { closeness } from '../../../model/vpn/tunnels/tunnel.ts'
import { actAsRouter } from '../../../store/actor.ts'
import type { Draft } from '../../../store/facts.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import type { Entry } from '../../../store/table.ts'
import type { Ip } from '../../../values/ip.ts'
import type { TrafficSampler } from '../../traffic/flows/sampler.ts'
import { settle } from './settle.ts'

/** A minute counts as used if a device moves so many bytes over the uplinks: more than an idle phone. */
const USED_BYTES = 64 * 1024

const Saved = z.object({ target: z.string(), date: z.string(), minutes: z.int().nonnegative() })

/** Reads saved minutes into the facts. Damaged ones are ignored: counting begins again. */
export function loadUsage(saved: Pick<KeyValueLog, 'read'>, draft: Draft): void {
  for (const [target, text] of saved.read()) {
    const usage = parsed(text)
    if (usage?.target === target) draft.pfwUsage.put(target, usage)
  }
}

function parsed(text: string): PfwUsage | undefined {
  try {
    return Saved.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock' | 'zone' | 'onFailure'> {
  readonly sampler: Pick<TrafficSampler, 'read'>
  readonly saved: Pick<KeyValueLog, 'change'>
  /** How long a minute lasts. */
  readonly minuteMs: number
}

export interface UsageCounter extends Disposable {
  /** Call with every change of the facts, after it is in force. */
  learn(entries: readonly Entry[]): void
}

/** Counts the minutes in which devices use the internet, for personas and for rules with a daily limit. */
export function countUsage({ facts, change, clock, zone, sampler, saved, minuteMs, onFailure }: Deps): UsageCounter {
  let timer: Disposable | undefined
  let last: ReadonlyMap<Ip, number> | undefined
  let closed = false

  /** What is counted, by name. */
  function targets(): Map<string, Selected> {
    const all = new Map<string, Selected>()
    for (const { Tag } of facts.personas.values()) all.set(Tag, { Devices: [], Tags: [Tag], Groups: [] })
    for (const { Id, When } of facts.pfwRules.values()) if (When.UsedMinutes > 0) all.set(Id, When)
    return all
  }

  /** The addresses that have moved enough bytes since the last call. */
  async function activeAddresses(): Promise<Ip[]> {
    const bytes = new Map<Ip, number>()
    for (const set of ['incoming_traffic_wan', 'outgoing_traffic_wan'] as const)
      for (const [ip, reading] of await sampler.read(set)) bytes.set(ip, (bytes.get(ip) ?? 0) + reading.bytes)
    const before = last
    last = bytes
    if (!before) return []
    return [...bytes].filter(([ip, now]) => grown(before.get(ip) ?? 0, now) >= USED_BYTES).map(([ip]) => ip)
  }

  async function count(): Promise<void> {
    const counted = targets()
    if (counted.size === 0) {
      last = undefined
      return
    }
    const devices = (await activeAddresses()).flatMap((ip) => facts.devices.by('RecentIP', ip) ?? [])
    const used = [...counted].filter(([, selected]) =>
      devices.some((device) => isForAll(selected) || closeness(selected, device) > 0),
    )
    if (used.length === 0) return
    const moment = { now: clock.now(), zone: zone() }
    await actAsRouter('usage', () =>
      change((draft) => {
        for (const [target] of used) {
          const minutes = usedToday(draft.pfwUsage.get(target), moment.now, moment.zone) + 1
          draft.pfwUsage.put(target, { target, date: dateAt(moment.now, moment.zone), minutes })
        }
        settle(draft, moment)
      }),
    )
  }

  const tick = async (): Promise<void> => {
    await count().catch((error) => onFailure('minutes of use could not be counted', error))
    if (!closed) timer = clock.after(minuteMs - (clock.now() % minuteMs), () => void tick())
  }
  void tick()
  return {
    learn(entries) {
      const changed = entries.filter(({ table }) => table === 'pfwUsage')
      if (changed.length > 0)
        saved.change(new Map(changed.map(({ key, after }) => [key, after ? JSON.stringify(after) : undefined])))
    },
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
