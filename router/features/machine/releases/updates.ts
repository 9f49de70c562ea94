import type { Core } from '../../../core.ts'
import { CommandFailed, Conflict, Invalid, phraseOf, phraseOrText, Unavailable } from '../../../errors.ts'
import { nextTime } from '../../../model/machine/localtime/moments.ts'
import {
  isUpdating,
  noUpdate,
  type UpdateProgress,
  type UpdateState,
} from '../../../model/machine/releases/progress.ts'
import { releaseChannel } from '../../../model/machine/releases/release.ts'
import { isNewer } from '../../../model/machine/releases/version.ts'
import { type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import type { Installed } from './installed.ts'
import type { ReleaseWatch } from './watch.ts'

/** The time of day of an update at night. */
const NIGHT = '03:30'
/** The clock or the time zone may be set in the meantime. */
const LONGEST_WAIT_MS = 3600_000
const FOLLOW_MS = 1000
/** An update that has written nothing after so many seconds was never started. */
const LONGEST_START_S = 60

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock' | 'bus' | 'version' | 'onFailure' | 'zone'> {
  readonly installed: Installed | undefined
  readonly watch: Pick<ReleaseWatch, 'offered' | 'newest' | 'look'>
  /** Makes a backup. Throws with the reason. */
  readonly backUp: () => Promise<unknown>
}

/** What a program has printed, or what an error says. */
const reasonOf = (error: unknown): PhraseValue => (error instanceof CommandFailed ? error.reason : phraseOrText(error))

/** What the owner requests, and the proof that an older release needs. */
export interface UpdateRequest {
  /** Empty for the one of the settings, or the newest. */
  readonly version: string
  readonly when: 'now' | 'night'
  /** Throws unless the caller may install an older release. */
  readonly demandProof: () => void
}

/** Installs releases: when the owner requests it, in the next night, or automatically. */
export interface ReleaseUpdates extends Disposable {
  state(): UpdateState
  look(): Promise<UpdateState>
  /** Begins an update or plans it. Throws `Invalid`, `Conflict`, `Unavailable` and what `demandProof` throws. */
  install(request: UpdateRequest): Promise<void>
  cancel(): Promise<void>
}

export function openUpdates(deps: Deps): ReleaseUpdates {
  const { facts, change, clock, bus, version, installed, watch, backUp, onFailure, zone } = deps
  let isBeginning = false
  const remember = (more: Partial<{ Planned: string; Failed: string }>) =>
    change((draft) => draft.set('updateMemory', { ...draft.setting('updateMemory'), ...more }))
  const written = (): UpdateProgress => installed?.progress() ?? noUpdate()
  /** The update that was begun, and the time of the last step of the one before: it has not written anything since. */
  let starting: { readonly update: UpdateProgress; readonly since: number } | undefined
  const progress = (): UpdateProgress => {
    const now = written()
    return starting && now.Time <= starting.since ? starting.update : now
  }

  const state = (): UpdateState => ({
    Possible: installed !== undefined,
    Source: installed?.source ?? '',
    Releases: watch.offered.filter(({ Version }) => isNewer(Version, version)),
    Previous: installed?.previous() ?? '',
    ...facts.setting('updateMemory'),
    Progress: progress(),
  })

  /** The requested version; undefined if it is running already. Throws `Invalid`. */
  function requested({ version: named }: Pick<UpdateRequest, 'version'>): string | undefined {
    const chosen = named || facts.setting('release').CustomVersion
    if (chosen === version) return undefined
    if (chosen === '') return watch.newest
    const isHere = chosen === installed?.previous() || watch.offered.some(({ Version }) => Version === chosen)
    if (!isHere) throw new Invalid(phrase('machine.releaseUnknown', chosen), named === '' ? undefined : 'Version')
    return chosen
  }

  async function begin(chosen: string): Promise<void> {
    if (installed === undefined) throw new Invalid(phrase('machine.releaseNotInstalled'))
    if (isBeginning || isUpdating(progress())) throw new Conflict(phrase('machine.updateUnderWay'))
    isBeginning = true
    try {
      // Of a router that was not set up, there is nothing to keep.
      if (facts.setting('setup').done) await backUp()
    } catch (error) {
      throw new Unavailable(phrase('machine.updateWithoutBackup', phraseOrText(error)))
    } finally {
      isBeginning = false
    }
    const channel = releaseChannel(facts.setting('release'))
    const source = facts.setting('releaseSource').URL
    await remember({ Planned: '' })
    const since = written().Time
    try {
      await installed.begin({ version: chosen, channel, source, isDowngrade: isNewer(version, chosen) })
    } catch (error) {
      throw new Unavailable(phrase('machine.updateNotBegun', reasonOf(error)))
    }
    const update: UpdateProgress = { ...noUpdate(), State: 'downloading', Version: chosen, Before: version }
    starting = { update, since }
    follow(since)
  }

  // An update stops this router. The one that is started then waits for the end: the release on trial, or the one before.
  let following: Disposable | undefined
  /** Waits for the end of the update that writes after `since`. */
  function follow(since: number, secondsLeft = LONGEST_START_S): void {
    following?.[Symbol.dispose]()
    following = clock.after(FOLLOW_MS, () => {
      const now = written()
      if (isUpdating(now)) follow(since)
      else if (now.Time > since)
        void finish(now).catch((error) => onFailure('the end of an update could not be saved', error))
      else if (secondsLeft > 0) follow(since, secondsLeft - 1)
      else neverStarted()
    })
  }
  function neverStarted(): void {
    if (!starting) return
    const Reason = 'the update did not start; see: journalctl --unit=sallyport-update'
    starting = { ...starting, update: { ...starting.update, State: 'failed', Reason } }
    void finish(starting.update)
  }
  async function finish({ State, Version, Before, Losses, Reason }: UpdateProgress): Promise<void> {
    if (State === 'installed') bus.publish('system:update:installed', { Version, Before })
    else bus.publish('system:update:failed', { Version, Losses, Reason })
    if (State === 'rolled_back') await remember({ Failed: Version })
  }

  let timer: Disposable | undefined
  let nightAt = nextTime(NIGHT, clock.now(), zone())
  function waitForNight(): void {
    const left = nightAt - clock.now()
    timer = clock.after(Math.min(Math.max(left, 0), LONGEST_WAIT_MS), () => {
      if (clock.now() >= nightAt) void atNight().catch((error) => onFailure('a release could not be installed', error))
      nightAt = nextTime(NIGHT, clock.now(), zone())
      waitForNight()
    })
  }
  async function atNight(): Promise<void> {
    const { Planned, Failed } = facts.setting('updateMemory')
    const { Auto, Check } = facts.setting('updates')
    const automatic = Auto && Check && watch.newest !== Failed ? watch.newest : undefined
    const chosen = Planned || automatic
    if (installed === undefined || !chosen) return
    try {
      await begin(chosen)
    } catch (error) {
      bus.publish('system:update:failed', { Version: chosen, Losses: [], Reason: String(phraseOf(error)) })
    }
  }

  if (installed) {
    waitForNight()
    const found = written()
    // After a power cut, the update ended before this start.
    if (isUpdating(found)) follow(0)
    else if (found.State === 'rolled_back' && found.Version !== facts.setting('updateMemory').Failed)
      void finish(found).catch((error) => onFailure('the end of an update could not be saved', error))
  }
  async function look(): Promise<UpdateState> {
    const found = await watch.look().catch((error: unknown) => {
      throw new Invalid(phrase('machine.releasesUnreadable', reasonOf(error)))
    })
    if (found === undefined) throw new Invalid(phrase('machine.releaseSourceMissing'))
    return state()
  }
  return {
    state,
    look,
    async install({ version: named, when, demandProof }) {
      if (installed === undefined) throw new Invalid(phrase('machine.releaseNotInstalled'))
      if (watch.offered.length === 0 && named !== installed.previous()) await look()
      const chosen = requested({ version: named })
      if (chosen === undefined) return
      if (isNewer(version, chosen)) demandProof()
      if (when === 'night') await remember({ Planned: chosen })
      else await begin(chosen)
    },
    cancel: async () => void (await remember({ Planned: '' })),
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      following?.[Symbol.dispose]()
    },
  }
}
