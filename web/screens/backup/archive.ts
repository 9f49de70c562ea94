import { z } from 'zod'
import { archiveName, isArchiveName } from '../../../router/features/backup/name.ts'

/** The unencrypted header of a backup. */
const Clear = z.object({ Sallyport: z.literal('backup'), Made: z.iso.datetime(), Release: z.string().max(64) })

export interface Archive {
  /** The name on the router, whatever the file is called. */
  readonly name: string
  readonly made: Date
  readonly release: string
}

/** Undefined for a file that is not a backup. */
export function archiveIn(text: string): Archive | undefined {
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
