import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tool.ts'
import { architectureOf, debianVersion } from './architecture.ts'
import { type Contents, writeTree } from './tree.ts'

interface BuildOptions extends Contents {
  /** The folder for the package. It is also used for its files until the package is complete. */
  readonly to: string
  /** The level of xz(1). */
  readonly level?: number
}

/** Makes a Debian package of a release. The same release, time and maintainer give the same bytes. Returns its path. */
export function buildPackage({ to, level = 6, ...contents }: BuildOptions): string {
  mkdirSync(to, { recursive: true })
  const folder = mkdtempSync(join(to, '.tree-'))
  const path = join(to, `sallyport_${debianVersion(contents.version)}_${architectureOf(contents.arch)}.deb`)
  try {
    writeTree(folder, contents)
    runTool(['dpkg-deb', '--root-owner-group', '-Zxz', `-z${level}`, '--build', folder, path], {
      environment: { SOURCE_DATE_EPOCH: String(contents.time) },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  return path
}
