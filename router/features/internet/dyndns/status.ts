import type { DynDnsStatus } from '../../../model/internet/dyndns/contract.ts'
import { type DynDnsSettings, namesOf, type Published } from '../../../model/internet/dyndns/settings.ts'
import type { UpdateFailure } from './reason.ts'

/** What is known of the last update. */
export interface UpdateAttempt {
  /** The address that names are to have; undefined if it could not be determined. */
  readonly address: string | undefined
  /** Why nothing could be sent; empty otherwise. */
  readonly obstacle: string
  readonly failures: ReadonlyMap<string, UpdateFailure>
}

export interface DynDnsProgress {
  readonly settings: DynDnsSettings
  readonly published: Published
  readonly attempt: UpdateAttempt | undefined
  readonly isRunning: boolean
  /** Milliseconds since 1970; undefined for none. */
  readonly lastAttempt: number | undefined
  readonly nextAttempt: number | undefined
}

const seconds = (ms: number | undefined): number => Math.floor((ms ?? 0) / 1000)

/** The state of dynamic DNS as clients see it. */
export function statusOfDynDns(progress: DynDnsProgress): DynDnsStatus {
  const { settings, published, attempt, lastAttempt, nextAttempt } = progress
  const isOff = settings.Provider === ''
  const Names = namesOf(settings).map(({ name: Name }) => {
    const accepted = published.Names.find((one) => one.Name === Name)
    const reason = attempt?.failures.get(Name)?.reason ?? ''
    return { Name, Address: accepted?.Address ?? '', Since: seconds(accepted?.Time), Error: reason }
  })
  const State = stateOf(progress)
  return {
    State,
    Message: messageOf(State, attempt, Names),
    Address: (!isOff && attempt?.address) || '',
    LastAttempt: seconds(lastAttempt),
    NextAttempt: isOff ? 0 : seconds(nextAttempt),
    Names,
  }
}

function stateOf({ settings, attempt, isRunning }: DynDnsProgress): DynDnsStatus['State'] {
  if (settings.Provider === '') return 'off'
  if (isRunning) return 'updating'
  if (!attempt) return 'waiting'
  return attempt.obstacle !== '' || attempt.failures.size > 0 ? 'failed' : 'current'
}

function messageOf(
  state: DynDnsStatus['State'],
  attempt: UpdateAttempt | undefined,
  names: DynDnsStatus['Names'],
): string {
  switch (state) {
    case 'off':
      return 'dynamic DNS is off'
    case 'waiting':
      return 'nothing has been sent to the provider yet'
    case 'updating':
      return 'an update is running'
    case 'current': {
      const since = Math.max(...names.map(({ Since }) => Since))
      const verb = names.length === 1 ? 'is' : 'are'
      return `${listed(names)} ${verb} ${attempt?.address} since ${timeText(since)}`
    }
    case 'failed': {
      if (attempt?.obstacle) return attempt.obstacle
      const failed = names.filter(({ Error: text }) => text !== '')
      const reasons = [...new Set(failed.map(({ Error: text }) => text))]
      const which = (reason: string) => listed(failed.filter(({ Error: text }) => text === reason))
      return reasons.map((reason) => `${which(reason)}: ${reason}`).join('; ')
    }
  }
}

/** So many names are listed. */
const MOST_LISTED = 3

const listed = (names: DynDnsStatus['Names']): string =>
  names.length > MOST_LISTED ? `${names.length} names` : names.map(({ Name }) => Name).join(', ')

/** Such as `2026-11-22 14:02 UTC`. */
const timeText = (unix: number): string => `${new Date(unix * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
