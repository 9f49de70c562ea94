import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The file with the licenses of the npm packages in a build, in its folder. */
export const LICENSES = 'licenses.txt'

const HEAD = `This build contains parts of the npm packages below. Each is followed by its license.
`
const TEXTS = '{LICENSE,LICENCE,License,Licence,license,licence,COPYING,NOTICE}{,.md,.txt,-MIT,.MIT}'
const RULE = '-'.repeat(80)

/**
 * The licenses of the npm packages to which these modules belong, by name and version. The same packages give the same text. Throws for a
 * package without a license.
 * Takes absolute paths, and ignores those outside of packages and what is no path.
 */
export function licensesOf(modules: Iterable<string>): string {
  const folders = new Set<string>()
  for (const path of modules) {
    const folder = /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(path)?.[1]
    if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder)
  }
  const texts = new Set([...folders].map(licenseOf))
  return [HEAD, ...[...texts].sort()].join(`\n${RULE}\n\n`)
}

interface PackageFile {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly author?: string | { readonly name?: string }
  readonly repository?: string | { readonly url?: string }
}

function licenseOf(folder: string): string {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as PackageFile
  const texts = globSync(TEXTS, { cwd: folder }).sort()
  if (license === undefined && texts.length === 0) throw new Error(`the package ${name} has no license`)
  const title = `${name} ${version}${typeof license === 'string' ? ` (${license})` : ''}`
  if (texts.length > 0)
    return [title, ...texts.map((text) => readFileSync(join(folder, text), 'utf8').trim()), ''].join('\n\n')
  // Its authors publish no text: they and the place of the package identify it.
  const by = (typeof author === 'object' ? author.name : author) ?? 'Its authors'
  const place = (typeof repository === 'object' ? repository.url : repository) ?? basename(folder)
  return [title, `${by}, ${place}`, ''].join('\n\n')
}
