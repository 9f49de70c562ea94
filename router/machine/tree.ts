export type PathKind = 'file' | 'directory' | 'link' | 'other'

/** Sum of the files in a directory. A file with several names in it is counted once. */
export interface TreeSize {
  readonly bytes: number
  /** Files and directories. */
  readonly entries: number
}

/** A file or directory below another one. */
export interface TreeEntry {
  /** Relative. */
  readonly path: string
  readonly kind: PathKind
  readonly bytes: number
}

/** Work with directories whose content others have written. Symbolic links are never followed within a tree. */
export interface FileTree {
  /** What is at a path; undefined if there is nothing. */
  kindOf(path: string): PathKind | undefined
  /** All entries below a directory; the parent comes first. None if it does not exist. */
  walk(path: string): AsyncIterable<TreeEntry>
  /** The space that is occupied on the disk. Stops counting after `mostEntries`. */
  sizeOf(path: string, mostEntries: number): Promise<TreeSize>
  /** Moves a file or directory within a file system. */
  rename(from: string, to: string): void
  /** Gives a directory, not its content, to a user. Throws if it is no directory. */
  changeOwner(directory: string, uid: number): void
}
