import type { Core } from '../../../core.ts'
import { Invalid, Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { MAX_ARCHIVE_BYTES } from '../../../model/machine/backup/contract.ts'
import { archiveName } from '../../../model/machine/backup/name.ts'
import { asTyped, generateRecoveryKey } from '../../../model/machine/backup/recoverykey.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { VERSION } from '../../../store/documents.ts'
import { type DeriveKey, readArchive, sealArchive } from './archive.ts'
import { type ArchiveDirectory, openArchiveDirectory } from './archivedirectory.ts'
import { stateOf } from './restore.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'vault'> {
  readonly machine: Pick<Machine, 'clock' | 'listFiles' | 'readFile' | 'writeFile' | 'removeFile' | 'makeDirectory'>
  readonly deriveKey: DeriveKey
  /** The directory of archives. */
  readonly directory: string
  readonly release: string
}

/** Creates archives, for callers and on schedule. */
export interface Making {
  readonly archives: ArchiveDirectory
  /** One job at a time, since each needs much memory; throws `Unavailable` during another one. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Created when it is first needed. */
  recoveryKey(): Promise<string>
  isBusy(): boolean
  /**
   * Stores an archive from elsewhere and returns its name: an existing one if this router already has the archive. Throws `Invalid` if
   * it is no archive.
   */
  bring(name: string, read: () => Promise<string>): Promise<string>
  /**
   * Creates an archive in the directory, in place of the one named `replaces`, and returns its name. Without a passphrase, it is
   * encrypted with the recovery key.
   */
  make(options: { readonly passphrase?: string | undefined; readonly replaces?: string }): Promise<string>
}

export function openMaking({ machine, facts, change, vault, deriveKey, directory, release }: Deps): Making {
  const archives = openArchiveDirectory(machine, directory)
  const { alone, isBusy } = openAlone()

  async function recoveryKey(): Promise<string> {
    if (facts.setting('backup').RecoveryKey === '')
      await change((draft) => {
        if (draft.setting('backup').RecoveryKey === '')
          draft.set('backup', { RecoveryKey: vault.seal(generateRecoveryKey()) })
      })
    return vault.open(facts.setting('backup').RecoveryKey)
  }

  /** A time that no archive name has yet: of two archives in the same millisecond, the second gets the next. */
  function freeTime(): number {
    const taken = archives.list()
    let made = machine.clock.now()
    while (taken.includes(archiveName(release, made))) made++
    return made
  }

  return {
    archives,
    alone,
    isBusy,
    recoveryKey,
    bring: (name, read) =>
      alone(async () => {
        const text = await read()
        readArchive(text)
        const known = archives.list().find((other) => archives.read(other) === text)
        if (known === undefined) archives.keep(name, text)
        return known ?? name
      }),
    make: ({ passphrase: given, replaces }) =>
      alone(async () => {
        if (!facts.setting('setup').done) throw new Invalid(phrase('machine.setupNotDone'))
        const passphrase = given === undefined ? await recoveryKey() : asTyped(given)
        // The archive contains the time that is in its name, so an upload gets the same name again.
        const made = freeTime()
        const name = archiveName(release, made)
        const text = await sealArchive(stateOf(facts, vault, VERSION), passphrase, deriveKey, { made, release })
        if (text.length > MAX_ARCHIVE_BYTES) throw new Unavailable(phrase('machine.stateTooLarge'))
        archives.keep(name, text, replaces)
        return name
      }),
  }
}

/** The text while another archive is created or restored. */
function openAlone(): Pick<Making, 'alone' | 'isBusy'> {
  let isBusy = false
  return {
    isBusy: () => isBusy,
    async alone(work) {
      if (isBusy) throw new Unavailable(phrase('machine.backupBusy'))
      isBusy = true
      try {
        return await work()
      } finally {
        isBusy = false
      }
    },
  }
}
