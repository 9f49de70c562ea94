import { z } from 'zod'
import { archiveName, isArchiveName, madeAt } from '../../../../router/model/machine/backup/name.ts'

/** The unencrypted header of a backup. */
const Clear = z.object({ Sallyport: z.literal('backup'), Made: z.iso.datetime(), Release: z.string().max(64) })

export interface BackupSummary {
  /** The name on the router, regardless of the name of the file. */
  readonly name: string
  readonly made: Date
  readonly release: string
}

/** A backup to restore. */
export interface ChosenBackup extends BackupSummary {
  /** For a backup that is not on the router. */
  readonly from?: {
    readonly place: 'file' | 'server'
    /** Stores it on the router, and resolves with its name there. */
    readonly bring: () => Promise<string>
  }
}

/** What the name of a backup says. */
export const archiveOf = (name: string): BackupSummary => ({
  name,
  made: new Date(madeAt(name)),
  release: releaseIn(name),
})

/** Undefined for a file that is not a backup. */
export function archiveIn(text: string): BackupSummary | undefined {
  const clear = Clear.safeParse(parsed(text))
  if (!clear.success) return undefined
  const made = new Date(clear.data.Made)
  const name = archiveName(clear.data.Release, made.getTime())
  return isArchiveName(name) ? { name, made, release: clear.data.Release } : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The release that created it, which is part of its name. */
export const releaseIn = (name: string): string => /^sallyport-v(.+)-\d{8}T\d{9}Z\.backup$/.exec(name)?.[1] ?? ''
