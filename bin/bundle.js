import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fingerprint, isBuiltFrom, ROOT } from './build.js'

/** The folder of the bundle: the programs, and the parts that they load. */
export const BUNDLE = join(ROOT, 'router/dist/daemon')

/** The file with the fingerprint of the sources of the bundle. */
export const BUNDLED_FROM = join(BUNDLE, '.built-from')

/** The sources of the router's programs and threads, by the name of their bundle. `routerProgram` returns the path of either. */
const SOURCES = {
  'main.js': 'router/main.ts',
  'root-main.js': 'router/root/main.ts',
  'superd-main.js': 'router/superd/main.ts',
  'servers-dns-worker.js': 'router/servers/dns/worker.ts',
  'store-events-worker.js': 'router/store/events/worker.ts',
  'features-dns-blocklists-lists-program.js': 'router/features/dns/blocklists/lists/program.ts',
}
export const PROGRAMS = Object.keys(SOURCES)

/** A running router loads some parts of its bundle only when they are needed: parts of earlier bundles are kept for a week. */
const KEPT_MS = 7 * 24 * 3600 * 1000

/**
 * Bundles the router, unless the bundle has been made from the present sources. Several processes may do so at the same time: each
 * file appears complete, and parts before the programs that load them. Returns whether it was bundled. Throws esbuild's errors.
 */
export async function bundleRouter() {
  const now = fingerprint(['bin', 'router'])
  if (isBuiltFrom(BUNDLED_FROM, now)) return false
  const { files } = await bundle(SOURCES, BUNDLE)
  mkdirSync(BUNDLE, { recursive: true })
  const isProgram = ({ path }) => PROGRAMS.includes(basename(path))
  for (const { path, contents } of [...files.filter((file) => !isProgram(file)), ...files.filter(isProgram)])
    replaceFile(path, contents)
  removeOld(new Set(files.map(({ path }) => basename(path))))
  replaceFile(BUNDLED_FROM, now)
  return true
}

/**
 * Bundles programs (sources by the name of their bundle) for a folder, without writing anything. Returns the files, and the absolute paths of
 * the modules that they are made of. Throws esbuild's errors.
 *
 * @param {Readonly<Record<string, string>>} programs
 * @param {string} outdir
 */
export async function bundle(programs, outdir) {
  const { build } = await import('esbuild') // It is missing until npm packages have been installed.
  const { outputFiles: files, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(programs).map(([name, source]) => ({
      in: join(ROOT, source),
      out: basename(name, '.js'),
    })),
    outdir,
    bundle: true,
    splitting: true, // What is imported on demand stays in separate files.
    format: 'esm',
    platform: 'node',
    target: 'node26',
    // Native modules; ssh2 does without the latter.
    external: ['koffi', 'cpu-features', 'esbuild'],
    sourcemap: 'linked',
    sourcesContent: false,
    chunkNames: 'part-[hash]',
    // For libraries in CommonJS: ES modules do not have these.
    banner: {
      js: [
        "import { createRequire as requireOf } from 'node:module'",
        'const require = requireOf(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname',
      ].join('\n'),
    },
    logLevel: 'silent',
    metafile: true,
    write: false,
  })
  return { files, modules: Object.keys(metafile.inputs).map((path) => join(ROOT, path)) }
}

/**
 * Writes the bundle of the router for a release in the folder `root`, without parts of earlier ones. Returns the modules that it is made of.
 *
 * @param {string} root
 */
export async function bundleRelease(root) {
  const outdir = join(root, 'router/dist/daemon')
  mkdirSync(outdir, { recursive: true })
  const { files, modules } = await bundle(SOURCES, outdir)
  for (const { path, contents } of files) writeFileSync(path, contents)
  return modules
}

function replaceFile(path, contents) {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, contents)
  renameSync(draft, path)
}

/** Deletes what only earlier bundles had. */
function removeOld(current) {
  for (const name of readdirSync(BUNDLE)) {
    const age = Date.now() - (statSync(join(BUNDLE, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (!current.has(name) && age > KEPT_MS) rmSync(join(BUNDLE, name), { force: true })
  }
}
