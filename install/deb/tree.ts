import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { NODE, ROOT } from '../../bin/build.js'
import { PACKAGED } from '../places.ts'
import { runTool } from '../tool.ts'
import { USAGE } from '../usage.ts'
import { controlFile } from './control.ts'
import { copyrightFile, debianChangelog, manualPage } from './documents.ts'
import { setModes, sizeKibOf } from './files.ts'
import { overridesFile } from './overrides.ts'
import { MAINTAINER_SCRIPTS } from './scripts.ts'

/** What a package is made of. */
export interface Contents {
  /** The folder of a release (install/release.ts). */
  readonly release: string
  readonly version: string
  /** Of the processor, as Node names it. */
  readonly arch: string
  /** `Name <address>` */
  readonly maintainer: string
  /** The time of its newest file, in seconds since 1970. */
  readonly time: number
}

const COMMAND = '/usr/bin/sallyport'
const DOCUMENTS = '/usr/share/doc/sallyport'

const read = (path: string): string => readFileSync(path, 'utf8')
/** Without the time: the same text gives the same bytes. */
const compressed = (text: string): Buffer => gzipSync(text, { level: 9 })

/** Writes the files of a package and its control files (`DEBIAN`) into an empty folder, as `dpkg-deb --build` reads them. */
export function writeTree(folder: string, contents: Contents): void {
  const write = (path: string, content: string | Buffer, mode = 0o644): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content, { mode })
  }
  const packaged = join(folder, PACKAGED)
  cpSync(contents.release, packaged, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  prepareBinaries(packaged)
  mkdirSync(join(folder, dirname(COMMAND)), { recursive: true })
  symlinkSync(`../lib/${basename(PACKAGED)}/bin/sallyport`, join(folder, COMMAND))

  write(`${DOCUMENTS}/changelog.gz`, compressed(debianChangelog(contents)))
  write(`${DOCUMENTS}/CHANGELOG.md.gz`, compressed(read(join(ROOT, 'CHANGELOG.md'))))
  write(
    `${DOCUMENTS}/copyright`,
    copyrightFile({
      notice: read(join(ROOT, 'NOTICE')),
      runtime: read(join(dirname(NODE), '../LICENSE')),
      native: read(join(ROOT, 'node_modules/koffi/LICENSE.txt')),
    }),
  )
  write('/usr/share/man/man8/sallyport.8.gz', compressed(manualPage(USAGE, contents)))
  write('/usr/share/lintian/overrides/sallyport', overridesFile())
  write('/DEBIAN/control', controlFile({ ...contents, sizeKib: sizeKibOf(folder) }))
  for (const [name, script] of Object.entries(MAINTAINER_SCRIPTS)) write(`/DEBIAN/${name}`, script, 0o755)
  setModes(folder)
}

/** Programs that make the native modules, and modules for another C library. */
const UNUSED = ['node_modules/@koromix/*/musl_*', 'node_modules/koffi/src/koffi/src/trampolines.cjs']

/** Removes what is not used on Debian, and the symbols for debuggers, which are a quarter of Node (Debian Policy, 10.1). */
function prepareBinaries(release: string): void {
  for (const path of globSync(UNUSED, { cwd: release })) rmSync(join(release, path), { recursive: true })
  const binaries = globSync(['node_modules/node-*/bin/node', '**/*.node'], { cwd: release })
  runTool(['strip', '--strip-unneeded', '--remove-section=.comment', ...binaries.map((path) => join(release, path))])
}
