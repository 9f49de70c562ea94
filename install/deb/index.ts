import { createHash } from 'node:crypto'
import { type Field, paragraph } from './control.ts'

/** The lists of an apt repository, as text: `Packages` and `Release` (Debian's RepositoryFormat, apt-secure(8)). Pure. */

/** A package of a repository. */
export interface Listed {
  readonly architecture: string
  readonly version: string
  /** Its paragraph in `Packages`. */
  readonly text: string
}

const fieldOf = (text: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''

const listed = (text: string): Listed => ({
  architecture: fieldOf(text, 'Architecture'),
  version: fieldOf(text, 'Version'),
  text,
})

/** A package for `Packages`, by its control file and its file in the repository: `path` from the root of the repository, bytes, hexadecimal. */
export const listPackage = (
  control: string,
  { path, size, sha256 }: { readonly path: string; readonly size: number; readonly sha256: string },
): Listed =>
  listed(
    `${control.trimEnd()}\n${paragraph([
      ['Filename', path],
      ['Size', String(size)],
      ['SHA256', sha256],
    ])}`,
  )

/** The packages of a file `Packages`. */
export const readPackages = (text: string): Listed[] =>
  text
    .split(/\n{2,}/)
    .filter((one) => one.trim() !== '')
    .map((one) => listed(`${one.trimEnd()}\n`))

/** A file `Packages`. */
export const writePackages = (packages: readonly Listed[]): string => packages.map(({ text }) => text).join('\n')

/** A file that `Release` lists: its path from the folder of `Release`, and its content. */
export interface Index {
  readonly path: string
  readonly content: Buffer
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

interface ReleaseOptions {
  readonly suite: string
  readonly component: string
  readonly architectures: readonly string[]
  readonly indexes: readonly Index[]
  /** In milliseconds since 1970. */
  readonly now: number
  /** Days until apt refuses the list, unless it is signed again. */
  readonly validDays: number
}

const DAY_MS = 24 * 3600_000
/** A date as apt reads it. */
const dateOf = (time: number): string => new Date(time).toUTCString().replace('GMT', 'UTC')

/** The file `Release`, whose signature covers all packages by their hashes. */
export const writeReleaseFile = ({
  suite,
  component,
  architectures,
  indexes,
  now,
  validDays,
}: ReleaseOptions): string =>
  paragraph([
    ['Origin', 'Sallyport'],
    ['Label', 'Sallyport'],
    ['Suite', suite],
    ['Codename', suite],
    ['Date', dateOf(now)],
    ['Valid-Until', dateOf(now + validDays * DAY_MS)],
    ['Acquire-By-Hash', 'yes'],
    ['Architectures', architectures.join(' ')],
    ['Components', component],
    ['SHA256', `\n${indexes.map(({ path, content }) => `${sha256Of(content)} ${content.length} ${path}`).join('\n')}`],
  ] satisfies Field[])

/** The SHA-256 of a file that `Release` lists, in hexadecimal; undefined if it is not listed. */
export const hashIn = (release: string, path: string): string | undefined =>
  release
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find((words) => words.length === 3 && words[2] === path)?.[0]
