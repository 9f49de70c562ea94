import type { SegmentFiles } from '../../machine/segmentfiles.ts'
import { journalName } from './journal.ts'

/** Copies of damaged journals. Each is at most an eighth of the log. */
const MOST_COPIES = 2
const COPY = /^(\d+)\.log\.damaged$/

/** Keeps a damaged journal as `.log.damaged`, for recovery by hand, and deletes all but the newest copies. Throws the system's error. */
export function keepCopy(files: SegmentFiles, id: number): void {
  files.rename(journalName(id), `${journalName(id)}.damaged`)
  for (const { name } of copiesIn(files).slice(0, -MOST_COPIES)) files.remove(name)
}

/** Deletes the copies of journals below this number. */
export function removeCopies(files: SegmentFiles, below: number): void {
  for (const { name, id } of copiesIn(files)) if (id < below) files.remove(name)
}

const copiesIn = (files: SegmentFiles): { name: string; id: number }[] =>
  files
    .list()
    .flatMap(({ name }) => (COPY.test(name) ? [{ name, id: Number.parseInt(name, 10) }] : []))
    .sort((a, b) => a.id - b.id)
