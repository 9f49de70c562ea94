import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { replaceFile } from '../releases/files.ts'
import { runTool } from '../tool.ts'
import {
  hashIn,
  type Index,
  type Listed,
  listPackage,
  readPackages,
  sha256Of,
  writePackages,
  writeReleaseFile,
} from './index.ts'
import type { Signer } from './openpgp.ts'

/**
 * A repository of Debian packages for any static file server: `pool/` with the packages, and `dists/` with their lists, which are signed. All
 * versions stay, so that an owner can return to an earlier one.
 */
const SUITE = 'stable'
const COMPONENT = 'main'
const POOL = `pool/${COMPONENT}/s/sallyport`
const LISTS = `dists/${SUITE}`
/** For apt, in the option `Signed-By`. */
const PUBLIC_KEY = 'sallyport-archive-keyring.asc'
/** As long as the lists of `sallyport update` (install/releases/publish.ts). */
const VALID_DAYS = 90

interface Repository {
  readonly folder: string
  readonly signer: Signer
  /** In milliseconds since 1970. */
  readonly now?: number
}

/**
 * Adds packages (paths) to a repository, and signs its lists anew; without packages it only does the latter. Throws if the present lists are
 * not signed by the same key, or a different file of the same version is in it.
 */
export function publishPackages(files: readonly string[], { folder, signer, now = Date.now() }: Repository): void {
  const packages = readLists(folder, signer)
  for (const file of files) {
    const { entry, path } = describe(file)
    const isSame = ({ architecture, version }: Listed): boolean =>
      architecture === entry.architecture && version === entry.version
    const published = packages.find(isSame)
    if (published !== undefined && published.text !== entry.text)
      throw new Error(`another file of version ${entry.version} for ${entry.architecture} is published already`)
    if (published === undefined) packages.push(entry)
    replaceFile(inFolder(folder, path), readFileSync(file))
  }
  writeLists(packages, folder, signer, now)
}

/** A path in a repository, whose folder is created. */
function inFolder(folder: string, path: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  return join(folder, path)
}

/** The list entry of a package file, and its path in the repository. */
function describe(file: string): { readonly entry: Listed; readonly path: string } {
  const content = readFileSync(file)
  const control = runTool(['dpkg-deb', '--field', file])
  const field = (name: string): string => runTool(['dpkg-deb', '--field', file, name]).trim()
  const path = `${POOL}/${field('Package')}_${field('Version')}_${field('Architecture')}.deb`
  return { entry: listPackage(control, { path, size: content.length, sha256: sha256Of(content) }), path }
}

const packagesOf = (architecture: string): string => `${COMPONENT}/binary-${architecture}/Packages`

/** The packages of the signed lists of a repository; none if it is new. Throws if they are not those that were signed. */
function readLists(folder: string, signer: Signer): Listed[] {
  const signed = join(folder, LISTS, 'InRelease')
  if (!existsSync(signed)) return []
  const release = signer.verify(signed)
  const architectures = /^Architectures: (.*)$/m.exec(release)?.[1]?.split(' ') ?? []
  return architectures.flatMap((architecture) => {
    const path = packagesOf(architecture)
    const content = readFileSync(join(folder, LISTS, path))
    if (hashIn(release, path) !== sha256Of(content))
      throw new Error(`${join(folder, LISTS, path)} was changed after it was signed`)
    return readPackages(content.toString())
  })
}

/** Writes the lists of all packages. A client that has read the lists before finds them by their hashes. The signed list is replaced last. */
function writeLists(packages: readonly Listed[], folder: string, signer: Signer, now: number): void {
  const architectures = [...new Set(packages.map(({ architecture }) => architecture))].sort()
  const indexes = architectures.flatMap((architecture): Index[] => {
    const content = Buffer.from(writePackages(packages.filter((one) => one.architecture === architecture)))
    const path = packagesOf(architecture)
    return [
      { path, content },
      { path: `${path}.gz`, content: gzipSync(content, { level: 9 }) },
    ]
  })
  for (const { path, content } of indexes) {
    replaceFile(inFolder(folder, `${LISTS}/${dirname(path)}/by-hash/SHA256/${sha256Of(content)}`), content)
    replaceFile(inFolder(folder, `${LISTS}/${path}`), content)
  }
  const text = writeReleaseFile({
    suite: SUITE,
    component: COMPONENT,
    architectures,
    indexes,
    now,
    validDays: VALID_DAYS,
  })
  replaceFile(inFolder(folder, PUBLIC_KEY), signer.publicKey)
  const { inline, detached } = signer.sign(text)
  replaceFile(inFolder(folder, `${LISTS}/Release`), text)
  replaceFile(inFolder(folder, `${LISTS}/Release.gpg`), detached)
  replaceFile(inFolder(folder, `${LISTS}/InRelease`), inline)
}
