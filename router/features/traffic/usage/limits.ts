import type { Core } from '../../../core.ts'
import { startOf } from '../../../model/traffic/usage/calendar.ts'
import type { LimitUse, TrafficLimit } from '../../../model/traffic/usage/usage.ts'
import type { Draft } from '../../../store/facts.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import { MINUTE_MS } from '../flows/kept.ts'
import type { Owners } from '../flows/owners.ts'
import type { Rollup } from './rollup.ts'

interface Deps extends Pick<Core, 'clock' | 'zone' | 'facts'> {
  readonly rollup: Pick<Rollup, 'periods'>
  readonly owners: Pick<Owners, 'identityOf'>
}

/** The key of a limit: its device or group. */
export const keyOfLimit = ({ Device, Group }: TrafficLimit): string => (Device ? `device ${Device}` : `group ${Group}`)

/** Deletes the limits of devices or groups that were deleted: later ones of the same name start without. */
export function endLimits(draft: Draft, isGone: (limit: TrafficLimit) => boolean): void {
  const limits = draft.setting('trafficLimits')
  if (limits.some(isGone))
    draft.set(
      'trafficLimits',
      limits.filter((limit) => !isGone(limit)),
    )
}

/** The limits with what was used of them this month. Those of devices and groups that do not exist any more are left out. */
export async function limitUse({ facts, clock, zone, rollup, owners }: Deps): Promise<LimitUse[]> {
  const limits = facts.setting('trafficLimits')
  if (limits.length === 0) return []
  const now = clock.now()
  const [month] = await rollup.periods('month', now, now + 1, 1)
  const used = new Map<string, number>()
  for (const [owner, [, , down, up]] of month?.value ?? []) {
    const identity = owners.identityOf(owner)
    const device = identity === undefined ? undefined : facts.devices.get(identity)
    if (identity === undefined || !device) continue
    for (const key of [`device ${identity}`, ...device.Groups.map((name) => `group ${name}`)])
      used.set(key, (used.get(key) ?? 0) + down + up)
  }
  const Since = new Date(startOf('month', now, zone())).toISOString()
  return limits.flatMap((limit) => {
    const found = limit.Device ? facts.devices.get(limit.Device) : facts.groups.get(limit.Group)
    return found ? { ...limit, Name: found.Name, Used: used.get(keyOfLimit(limit)) ?? 0, Since } : []
  })
}

interface WatchDeps extends Deps, Pick<Core, 'bus' | 'onFailure'> {
  /** By key of the limit: the month, then for each event of the month the bytes of the limit, with `:80` for the warning. */
  readonly saved: KeyValueLog
  readonly minuteMs?: number | undefined
}

/** Shares of a limit for which the event is published, in percent. */
const PERCENTS = [100, 80] as const

/**
 * Publishes `traffic:limit` when a device or group has used 80 percent of its limit and when it has used all of it: once a month
 * each, and again for a limit of other bytes.
 */
export function watchLimits({ bus, saved, minuteMs = MINUTE_MS, onFailure, ...deps }: WatchDeps): Disposable {
  const { clock } = deps
  let published: Map<string, string> | undefined
  let timer: Disposable | undefined
  let closed = false

  async function check(): Promise<void> {
    const limits = await limitUse(deps)
    if (closed) return
    published ??= saved.read()
    const present = new Set(limits.map(keyOfLimit))
    const deleted = [...published.keys()].filter((key) => !present.has(key))
    saved.change(new Map(deleted.map((key) => [key, undefined])))
    for (const key of deleted) published.delete(key)
    for (const limit of limits) {
      const { Device: MAC, Group, Bytes, Used, Name, Since } = limit
      const Percent = PERCENTS.find((percent) => Used * 100 >= Bytes * percent)
      if (Percent === undefined) continue
      const key = keyOfLimit(limit)
      const [month, ...before] = published.get(key)?.split(' ') ?? []
      const events = month === Since ? before : []
      const event = Percent === 100 ? `${Bytes}` : `${Bytes}:${Percent}`
      if (events.includes(event) || events.includes(`${Bytes}`)) continue
      const value = [Since, ...events, event].join(' ')
      published.set(key, value)
      saved.change(new Map([[key, value]]))
      bus.publish('traffic:limit', { MAC, Group, Name, Percent, Bytes, Used, Since })
    }
  }
  const keepChecking = async (): Promise<void> => {
    await check().catch((error) => onFailure('traffic limits could not be checked', error))
    if (!closed) timer = clock.after(minuteMs, () => void keepChecking())
  }
  void keepChecking()
  return {
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
