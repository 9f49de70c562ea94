import { dirname } from 'node:path'
import type { FileTree } from '../../machine/tree.ts'
import { invalidAt } from './document.ts'
import type { UsedPath } from './project.ts'

/**
 * Checks before each start that no path of a compose file leads through a symbolic link below the data directory: a plugin
 * could replace a directory that it may write by a link to one that it may not. Throws `Invalid`.
 */
export function checkPaths(tree: Pick<FileTree, 'kindOf'>, data: string, paths: readonly UsedPath[]): void {
  for (const { path, line, kind } of paths) {
    for (let at = path; at.startsWith(`${data}/`); at = dirname(at))
      if (tree.kindOf(at) === 'link') throw invalidAt(line, `${at} is a symbolic link`)
    const found = tree.kindOf(path)
    if (kind === 'build' && found !== 'directory') throw invalidAt(line, `there is no directory ${path}`)
    if ((kind === 'dockerfile' || kind === 'environment') && found !== 'file')
      throw invalidAt(line, `there is no file ${path}`)
  }
}
