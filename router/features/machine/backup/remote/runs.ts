import { randomBytes } from 'node:crypto'
import type { Core } from '../../../../core.ts'
import { Invalid, phraseOf, Unavailable } from '../../../../errors.ts'
import type { Machine } from '../../../../machine/machine.ts'
import { madeAt } from '../../../../model/machine/backup/name.ts'
import type {
  GivenRemote,
  RemoteStatus,
  RemoteTest,
  ShownRemote,
} from '../../../../model/machine/backup/remote/contract.ts'
import { remoteFaultPhrase } from '../../../../model/machine/backup/remote/faultphrase.ts'
import {
  nextRun,
  noRemoteState,
  type RemoteSettings,
  type RemoteState,
} from '../../../../model/machine/backup/remote/settings.ts'
import { phrase } from '../../../../phrases/phrase.ts'
import { zoneOf } from '../../../../store/timezone.ts'
import { switchOnFirst } from '../../../messages/alerts/rows.ts'
import type { Making } from '../making.ts'
import { StoringFailed } from './failure.ts'
import { type PlaceDeps, store } from './place.ts'
import { demandRunnable, isSamePlace, revised, shown, unsealedSettings } from './revision.ts'

const TICK_MS = 60_000
/** After a failure on schedule. */
export const RETRIES_MS = [5 * 60_000, 30 * 60_000, 120 * 60_000] as const

/** Backups that are deleted after a further one was stored: a slow server must not take hours. */
const MOST_REMOVED = 30

interface Deps extends PlaceDeps, Pick<Core, 'facts' | 'change' | 'vault' | 'clock' | 'onFailure' | 'bus'> {
  readonly machine: PlaceDeps['machine'] & Pick<Machine, 'createSshKey'>
  readonly making: Pick<Making, 'make' | 'isBusy' | 'archives'>
}

/** Makes backups on schedule and stores them on another machine; one at a time. */
export interface RemoteBackups extends Disposable {
  config(): ShownRemote
  /** Throws `Invalid`. */
  configure(given: GivenRemote): Promise<ShownRemote>
  test(given: GivenRemote): Promise<RemoteTest>
  /** Makes and stores one now. Throws `Invalid` if it is not set up, `Unavailable` while another archive is made. */
  run(): Promise<RemoteStatus>
  publicKey(): Promise<string>
}

export function openRemoteBackups(deps: Deps): RemoteBackups {
  const { machine, facts, change, vault, clock, bus, making, onFailure } = deps
  let running: Promise<void> | undefined
  /** Attempts of the current run on schedule that have failed. */
  let failures = 0
  let retryAt: number | undefined

  const settings = (): RemoteSettings => facts.setting('remoteBackup')
  const state = (): RemoteState => facts.setting('remoteBackupState')
  const save = (more: Partial<RemoteState>) =>
    change((draft) => draft.set('remoteBackupState', { ...draft.setting('remoteBackupState'), ...more }))
  const isSetUp = (): boolean => settings().Host !== '' || settings().URL !== ''

  function status(): RemoteStatus {
    const { Enabled } = settings()
    const { Attempted, Succeeded, Message, Fault, Stored, Ran } = state()
    const State = running
      ? 'running'
      : retryAt !== undefined
        ? 'retrying'
        : Message !== ''
          ? 'failed'
          : Succeeded > 0
            ? 'stored'
            : Enabled
              ? 'waiting'
              : 'off'
    const Next = Enabled ? (retryAt ?? nextRun(settings(), Ran, zoneOf(facts))) : 0
    const unix = (ms: number): number => Math.floor(ms / 1000)
    return {
      ...{
        State,
        Message,
        Fault: Fault ?? null,
        Attempted: unix(Attempted),
        Succeeded: unix(Succeeded),
        Next: unix(Next),
      },
      Stored: [...Stored],
    }
  }

  /** The archive of this run; a further attempt sends the same one, also after a restart of the router. */
  async function archive(isNew: boolean): Promise<string> {
    const { Local, Ran, Stored } = state()
    const isThere = making.archives.list().includes(Local)
    const made = Date.parse(madeAt(Local))
    const isOfThisRun = made > Ran && made <= clock.now() && !Stored.includes(Local)
    if (!isNew && isThere && isOfThisRun) return Local
    // Only one on this router: the others there were made by hand.
    const name = await making.make({ replaces: Local })
    await save({ Local: name })
    return name
  }

  async function storeArchive(isNew: boolean): Promise<void> {
    const place = settings()
    const name = await archive(isNew)
    const { Stored, Unconfirmed = [] } = state()
    const unconfirmed = Unconfirmed.filter((old) => old !== name).slice(-MOST_REMOVED)
    await save({ Unconfirmed: [...unconfirmed, name] })
    const outdated = Stored.filter((old) => old !== name).slice(0, -(place.Keep - 1) || undefined)
    const remove = [...unconfirmed, ...outdated].slice(0, MOST_REMOVED)
    const put = { name, text: making.archives.read(name) }
    const { removed } = await store(deps, unsealedSettings(place, vault), { put, remove })
    await change((draft) => {
      // Another place may have been chosen in the meantime.
      if (!isSamePlace(draft.setting('remoteBackup'), place)) return
      draft.set('remoteBackupState', {
        ...draft.setting('remoteBackupState'),
        ...{ Ran: clock.now(), Attempted: clock.now(), Succeeded: clock.now(), Message: '', Fault: undefined },
        Stored: [...Stored.filter((old) => old !== name && !removed.includes(old)), name],
        Unconfirmed: unconfirmed.filter((old) => !removed.includes(old)),
      })
    })
    bus.publish('backup:remote:stored', { Name: name, Place: placeOf(place) })
  }

  /** One run at a time; a call during another one has its result. */
  async function shareRun(run: () => Promise<void>): Promise<void> {
    if (running) return running
    running = run()
    try {
      await running
    } finally {
      running = undefined
    }
  }

  /** Throws what made the attempt fail, after it was saved. */
  const attempt = (isNew: boolean): Promise<void> =>
    storeArchive(isNew).catch(async (error: Error) => {
      const Fault = error instanceof StoringFailed ? error.fault : undefined
      await save({ Attempted: clock.now(), Message: error.message, Fault })
      throw error
    })

  function report(error: Error): void {
    const { Succeeded } = state()
    const Since = Succeeded === 0 ? '' : new Date(Succeeded).toISOString()
    const Coded = (error instanceof StoringFailed ? remoteFaultPhrase(error.fault) : phraseOf(error)).toJSON()
    bus.publish('backup:remote:failed', { Place: placeOf(settings()), Reason: error.message, Coded, Succeeded: Since })
    onFailure('the backup could not be stored on another machine', error)
  }

  async function runOnSchedule(): Promise<void> {
    if (retryAt === undefined) failures = 0
    retryAt = undefined
    try {
      await attempt(false)
    } catch (error) {
      const wait = error instanceof StoringFailed && error.isLasting ? undefined : RETRIES_MS[failures++]
      if (wait !== undefined) {
        retryAt = clock.monotonic() + wait
        return
      }
      await save({ Ran: clock.now() })
      report(error as Error)
    }
  }

  function tick(): void {
    timer = clock.after(TICK_MS, tick)
    if (!settings().Enabled || running) return
    const now = clock.now()
    // The clock was set back: a time of the future would delay the next run for as long.
    if (state().Ran > now) {
      save({ Ran: now, Local: '' }).catch((error) => onFailure('the time of the last backup', error))
      return
    }
    const isDue =
      retryAt === undefined ? now >= nextRun(settings(), state().Ran, zoneOf(facts)) : clock.monotonic() >= retryAt
    if (isDue) shareRun(runOnSchedule).catch((error) => onFailure('the scheduled backup', error))
  }
  let timer = clock.after(TICK_MS, tick)

  return {
    config: () => shown(settings(), status()),

    async configure(given) {
      await change((draft) => {
        const before = draft.setting('remoteBackup')
        const after = revised(before, given, vault)
        demandRunnable(after)
        draft.set('remoteBackup', after)
        if (after.Enabled && !before.Enabled) switchOnFirst(draft, 'backup-failed')
        const kept = isSamePlace(before, after) ? draft.setting('remoteBackupState') : noRemoteState()
        draft.set('remoteBackupState', { ...kept, Ran: clock.now(), Message: '', Fault: undefined })
      })
      retryAt = undefined
      return shown(settings(), status())
    },

    async test(given) {
      const place = unsealedSettings(revised(settings(), given, vault), vault)
      const name = `sallyport-test-${randomBytes(4).toString('hex')}`
      const put = { name, text: 'A test of backups by Sallyport. It may be deleted.\n' }
      try {
        const { removed } = await store(deps, place, { put, remove: [name] })
        const IsDeleted = removed.includes(name)
        const Message = IsDeleted
          ? 'A test file was stored and deleted.'
          : `A test file was stored, but could not be deleted: old backups will stay there.`
        return { Ok: true, Message, Fault: null, Field: '', HostKey: place.HostKey, IsDeleted }
      } catch (error) {
        if (!(error instanceof StoringFailed)) throw error
        return { Ok: false, IsDeleted: false, ...error.shown() }
      }
    },

    async run() {
      if (!isSetUp()) throw new Invalid(phrase('machine.backupPlaceNotChosen'))
      if (!running && making.isBusy()) throw new Unavailable(phrase('machine.backupBusy'))
      retryAt = undefined
      await shareRun(() => attempt(true)).catch(report)
      return status()
    },

    async publicKey() {
      if (settings().PublicKey === '') {
        const { publicKey, privateKey } = await machine.createSshKey()
        await change((draft) => {
          const now = draft.setting('remoteBackup')
          if (now.PublicKey === '')
            draft.set('remoteBackup', { ...now, PublicKey: publicKey, SealedPrivateKey: vault.seal(privateKey) })
        })
      }
      return settings().PublicKey
    },

    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

/** Where, for people: without secrets. */
const placeOf = ({ Kind, Host, URL, Bucket }: RemoteSettings): string =>
  Kind === 'sftp'
    ? Host
    : Kind === 's3'
      ? `${new globalThis.URL(URL).hostname}/${Bucket}`
      : new globalThis.URL(URL).hostname
