import type { DynDnsStatus } from '../../../model/internet/dyndns/contract.ts'
import { type DynDnsSettings, namesOf, type Published } from '../../../model/internet/dyndns/settings.ts'
import { type Phrase, type PhraseValue, phrase, phraseFrom, severalOf } from '../../../phrases/phrase.ts'
import type { UpdateFailure } from './reason.ts'

/** What is known of the last update. */
export interface UpdateAttempt {
  /** The address that names are to have; undefined if it could not be determined. */
  readonly address: string | undefined
  /** Why nothing could be sent; undefined otherwise. */
  readonly obstacle: Phrase | undefined
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
    const reason = attempt?.failures.get(Name)?.reason
    const Address = accepted?.Address ?? ''
    return {
      ...{ Name, Address, Since: seconds(accepted?.Time), Error: String(reason ?? '') },
      ...(reason && { Coded: reason.toJSON() }),
    }
  })
  const State = stateOf(progress)
  const message = messageOf(State, attempt, Names)
  return {
    State,
    Message: String(message),
    Coded: message.toJSON(),
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
  return attempt.obstacle || attempt.failures.size > 0 ? 'failed' : 'current'
}

function messageOf(
  state: DynDnsStatus['State'],
  attempt: UpdateAttempt | undefined,
  names: DynDnsStatus['Names'],
): Phrase {
  switch (state) {
    case 'off':
      return phrase('internet.dyndnsOff')
    case 'waiting':
      return phrase('internet.dyndnsNothingSent')
    case 'updating':
      return phrase('internet.dyndnsUpdating')
    case 'current': {
      const since = Math.max(...names.map(({ Since }) => Since))
      const code = names.length === 1 ? 'internet.dyndnsNameCurrent' : 'internet.dyndnsNamesCurrent'
      return phrase(code, listed(names), attempt?.address ?? '', timeText(since))
    }
    case 'failed': {
      if (attempt?.obstacle) return attempt.obstacle
      const failed = Object.values(Object.groupBy(names, ({ Error: text }) => text))
      const reasons = failed.flatMap((alike = []) => {
        const [{ Coded } = {}] = alike
        return Coded ? [phrase('machine.about', listed(alike), phraseFrom(Coded))] : []
      })
      return severalOf(reasons) ?? phrase('internet.dyndnsNothingSent')
    }
  }
}

/** So many names are listed. */
const MOST_LISTED = 3

const listed = (names: DynDnsStatus['Names']): PhraseValue =>
  names.length > MOST_LISTED
    ? phrase('internet.dyndnsManyNames', names.length)
    : names.map(({ Name }) => Name).join(', ')

/** Such as `2026-11-22 14:02 UTC`. */
const timeText = (unix: number): string => `${new Date(unix * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
