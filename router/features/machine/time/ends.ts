import type { Core } from '../../../core.ts'
import type { StepClock } from '../../../machine/stepclock.ts'
import { kindOf } from '../../../model/firewall/rules/rulekind.ts'
import { actAsRouter } from '../../../store/actor.ts'
import type { Draft } from '../../../store/facts.ts'

/** Returns the end of an entry in Unix seconds, by its name and its present end. */
type NextEnd = (name: string, end: number) => number

/**
 * Rewrites the stored ends of what lasts for a time: pauses, extra time, exceptions, mutes, sessions, devices that expire. Dates that an
 * owner chose, such as those of tokens, and times of day, such as bedtimes, are not among them.
 */
function rewriteEnds(draft: Draft, next: NextEnd): void {
  const end = (name: string, at: number): number => (at > 0 ? next(name, at) : at)
  for (const [key, row] of [...draft.pauses.rows()]) {
    const Until = end(`pause ${key}`, row.Until)
    if (Until !== row.Until) draft.pauses.put(key, { ...row, Until })
  }
  for (const [key, row] of [...draft.overrides.rows()]) {
    const Expiration = end(`override ${key}`, row.Expiration)
    if (Expiration !== row.Expiration) draft.overrides.put(key, { ...row, Expiration })
  }
  for (const [key, row] of [...draft.sessions.rows()]) {
    const Expires = end(`session ${key}`, row.Expires)
    if (Expires !== row.Expires) draft.sessions.put(key, { ...row, Expires })
  }
  for (const [key, row] of [...draft.devices.rows()]) {
    const DeviceExpiration = end(`device ${key}`, row.DeviceExpiration)
    if (DeviceExpiration !== row.DeviceExpiration) draft.devices.put(key, { ...row, DeviceExpiration })
  }
  for (const [key, row] of [...draft.pfwRules.rows()]) {
    const Until = kindOf(row) === 'pause' ? end(`rule ${key}`, row.Until) : row.Until
    const Skips = row.Skips.map((skip) => ({ ...skip, Until: end(`skip ${key} ${skip.Device}`, skip.Until) }))
    const isSame = Until === row.Until && Skips.every((skip, index) => skip.Until === row.Skips[index]?.Until)
    if (!isSame) draft.pfwRules.put(key, { ...row, Until, Skips })
  }
  for (const [key, row] of [...draft.personas.rows()]) {
    const moved = {
      PauseUntil: end(`pause of ${key}`, row.PauseUntil),
      GrantUntil: end(`grant of ${key}`, row.GrantUntil),
      PostponedUntil: end(`postponed ${key}`, row.PostponedUntil),
    }
    const isSame = (Object.keys(moved) as (keyof typeof moved)[]).every((field) => moved[field] === row[field])
    if (!isSame) draft.personas.put(key, { ...row, ...moved })
  }
  const alerts = draft.setting('alerts')
  const Mutes = alerts.Mutes.map((mute) => ({ ...mute, Until: end(`mute ${mute.RuleId} ${mute.Device}`, mute.Until) }))
  if (Mutes.some(({ Until }, index) => Until !== alerts.Mutes[index]?.Until)) draft.set('alerts', { ...alerts, Mutes })
}

/**
 * Keeps the remaining time of pauses, sessions and the like when the time of day is set: their ends move with it. The first step after a
 * start corrects a clock that was wrong at the start, as NTP does on a board without a battery. Ends that an earlier run stored are by the
 * right time then, and do not move with that step.
 */
export async function keepRemainingTimes({
  change,
  clock,
  onFailure,
}: Pick<Core, 'change' | 'onFailure'> & { readonly clock: Pick<StepClock, 'onStep'> }): Promise<void> {
  const loaded = new Map<string, number>()
  let isFirst = true
  await change((draft) =>
    rewriteEnds(draft, (name, end) => {
      loaded.set(name, end)
      return end
    }),
  )
  clock.onStep(async (differenceMs, accept) => {
    const seconds = Math.round(differenceMs / 1000)
    try {
      await actAsRouter('clock', () =>
        change((draft) => {
          rewriteEnds(draft, (name, end) => (isFirst && loaded.get(name) === end ? end : Math.max(1, end + seconds)))
          accept()
        }),
      )
    } catch (error) {
      onFailure('the ends of pauses could not be moved with the clock', error)
    }
    isFirst = false
  })
}
