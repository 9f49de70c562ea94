import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/**
 * What an overlay's upper directory changes below the folder `path`, one line a file: "without PATH", "with PATH", or "other PATH" for
 * a different content. Files that another program creates in the lower directory are no changes.
 */
export function changesOf(upper: string, lower: string, path: string): string[] {
  const changes: string[] = []
  for (const name of readdirSync(join(upper, path)).toSorted()) {
    const each = join(path, name)
    const [above, below] = [stateOf(join(upper, each)), stateOf(join(lower, each))]
    if (above === undefined) continue
    // A character device with the number 0 hides the file below it (Linux, Documentation/filesystems/overlayfs.rst, "whiteouts").
    if (above.isCharacterDevice() && above.rdev === 0) {
      if (below !== undefined) changes.push(`without ${each}`)
    } else if (below === undefined) changes.push(`with ${each}`)
    else if (!above.isDirectory() && contentOf(upper, each, above) !== contentOf(lower, each, below))
      changes.push(`other ${each}`)
    if (above.isDirectory()) changes.push(...changesOf(upper, lower, each))
  }
  return changes
}

const stateOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

const contentOf = (root: string, path: string, state: Stats): string =>
  state.isFile()
    ? readFileSync(join(root, path), 'latin1')
    : state.isSymbolicLink()
      ? `link to ${readlinkSync(join(root, path))}`
      : 'no file'
