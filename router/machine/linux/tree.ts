import { closeSync, constants, fchownSync, lstatSync, openSync, renameSync, type Stats } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileTree, PathKind, TreeEntry, TreeSize } from '../tree.ts'

/** Bytes of a block of stat(2). */
const BLOCK = 512

const kindIn = (stats: Stats): PathKind =>
  stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other'

async function* visit(path: string, below = ''): AsyncGenerator<TreeEntry & { readonly stats: Stats }> {
  // A file that another process removes in the meantime is skipped.
  const directory = await opendir(join(path, below)).catch(() => undefined)
  if (!directory) return
  for await (const { name } of directory) {
    const entry = join(below, name)
    const stats = await lstat(join(path, entry)).catch(() => undefined)
    if (!stats) continue
    const kind = kindIn(stats)
    yield { path: entry, kind, bytes: stats.blocks * BLOCK, stats }
    if (kind === 'directory') yield* visit(path, entry)
  }
}

async function sizeOf(path: string, mostEntries: number): Promise<TreeSize> {
  let bytes = 0
  let entries = 0
  const counted = new Set<string>()
  for await (const { stats, ...entry } of visit(path)) {
    entries += 1
    if (entries > mostEntries) break
    if (stats.nlink > 1 && entry.kind !== 'directory') {
      const file = `${stats.dev}:${stats.ino}`
      if (counted.has(file)) continue
      counted.add(file)
    }
    bytes += entry.bytes
  }
  return { bytes, entries }
}

export const fileTree: FileTree = {
  kindOf(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats && kindIn(stats)
  },
  walk: visit,
  sizeOf,
  rename: renameSync,
  changeOwner(directory, uid) {
    const fd = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    try {
      fchownSync(fd, uid, uid)
    } finally {
      closeSync(fd)
    }
  },
}
