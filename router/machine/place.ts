import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder `router`. Its package.json is the nearest one of this source, and of its bundle in `dist/daemon`. */
const ROUTER = dirname(findPackageJSON(import.meta.url) ?? import.meta.filename)

const isBundled = import.meta.filename.endsWith('.js')

/** The path of a file in the folder `router`. */
export const routerFile = (name: string): string => join(ROUTER, name)

/** The path of a program or thread by its source: its bundle, if this module is in the bundle (bin/bundle.js lists all). */
export const routerProgram = (source: `${string}.ts`): string =>
  isBundled ? join(import.meta.dirname, source.replaceAll('/', '-').replace(/ts$/, 'js')) : routerFile(source)

/** The command that starts superd: requests to the router come before its work on plugins. */
export const superdCommand = (): string[] => [
  ...['nice', '-n', '5', process.execPath, ...process.execArgv],
  routerProgram('superd/main.ts'),
]
