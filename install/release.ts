import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { NODE, ROOT } from '../bin/build.js'
import { bundle, bundleRelease } from '../bin/bundle.js'
import { LICENSES, licensesOf } from '../bin/licenses.ts'

/**
 * A release is one folder with all that an installed router needs, at the same paths as in a checkout: the bundle of the router, the app,
 * the documentation, the commands, and the runtime. It needs no npm.
 */

/** Files that the bundle of the router reads. */
const READ = [
  'router/package.json',
  'router/dist/lookup.bin',
  'router/drivers/ppp/ppp-{up,down}',
  'router/drivers/uplink/udhcpc-script',
  'router/features/messages/automations/{program,stripping}.ts',
  'node_modules/koffi/{package.json,LICENSE.txt,index.*,indirect.*}',
  'node_modules/koffi/{src,lib}/**/*.{js,cjs,json}',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
]

/** The parts with native code. */
const NATIVE_READ = ['node_modules/@koromix/koffi-linux-*/**']

/** The commands of an installed router, by the name of their bundle. */
const COMMANDS = {
  'main.js': 'install/main.ts',
  'reach.js': 'install/update/reach.ts',
  'image.js': 'install/image/boot/main.ts',
  'vpn.js': 'bin/vpn/command.ts',
  'users.js': 'bin/users/command.ts',
}

const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" --disable-warning=ExperimentalWarning "$here/main.js" "$@"
`

/** The version of this checkout. */
export const versionHere = (): string =>
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

export interface ReleaseOptions {
  readonly version?: string
  /** The parts with native code are those of `native`, a folder with `node_modules`, and not those of this checkout. */
  readonly native?: { readonly folder: string; readonly runtime: string }
  /** The list of keys (root.json) of the repository whose updates it accepts. */
  readonly trust?: string
  /** The address of that repository, from which it is updated unless its owner names another one. */
  readonly source?: string | undefined
}

/** Writes the release of this checkout, whose app and documentation are built, into a folder. What was there is replaced. */
export async function writeRelease(
  folder: string,
  { version = versionHere(), native, trust, source }: ReleaseOptions = {},
): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const copy = (path: string, from = join(ROOT, path)): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(from, join(folder, path), { recursive: true, preserveTimestamps: true })
  }
  const modules = [...(await bundleRelease(folder)), join(ROOT, 'node_modules/koffi/index.js')]
  const copyAll = (patterns: readonly string[], root: string): void => {
    for (const path of globSync(patterns, { cwd: root, withFileTypes: true })) {
      const name = relative(root, join(path.parentPath, path.name))
      if (path.isFile()) copy(name, join(root, name))
    }
  }
  copyAll(READ, ROOT)
  copyAll(NATIVE_READ, native?.folder ?? ROOT)
  for (const built of ['web/dist', 'site/dist']) if (existsSync(join(ROOT, built))) copy(built)
  const runtime = native?.runtime ?? relative(ROOT, NODE)
  copy(runtime, join(native?.folder ?? ROOT, runtime))
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const commands = await bundle(COMMANDS, bin)
  for (const { path, contents } of commands.files) writeFileSync(path, contents)
  // The app and the documentation have such a file as well.
  writeFileSync(join(folder, LICENSES), licensesOf([...modules, ...commands.modules]))
  symlinkSync(join('..', runtime), join(bin, 'node'))
  writeFileSync(join(bin, 'sallyport'), LAUNCHER, { mode: 0o755 })
  // The modules of the bundles are ES modules.
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'sallyport', version, type: 'module' })}\n`)
  if (trust !== undefined) copy('trust/root.json', trust)
  if (trust !== undefined && source !== undefined) writeFileSync(join(folder, 'trust/source'), `${source}\n`)
  // Its version is that of the router, too.
  const router = join(folder, 'router/package.json')
  writeFileSync(router, JSON.stringify({ ...JSON.parse(readFileSync(router, 'utf8')), version }))
}
