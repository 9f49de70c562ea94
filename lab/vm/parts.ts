import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { COMPILE_CACHE } from '../../bin/daemon.js'
import { ROOT } from '../process/place.ts'
import { EMULATOR } from './boot.ts'
import { tool, Unavailable, unpacked } from './debian.ts'
import { fetchKernel, type Kernel } from './kernel.ts'

/** Where the parts are kept. */
export const BASE = join(ROOT, '.sallyport/vm')

/** What a virtual machine is made of. */
export interface Parts {
  readonly kernel: Kernel
  readonly busybox: string
  /** Directory with the rules of the countries for radios. */
  readonly regulatory: string
  /**
   * Its compile cache: a processor with other features does not use the cache of this machine.
   */
  readonly shares: Readonly<Record<string, string>>
}

/** Fetches the parts, once, from Debian's packages. Throws `Unavailable` when there can be no virtual machine here. */
export function fetchParts(): Parts {
  if (process.arch !== 'x64') throw new Unavailable(`no virtual machine is made on ${process.arch}`)
  tool([EMULATOR, '--version'])
  const kernel = fetchKernel(BASE)
  const regulatory = join(unpacked('wireless-regdb', BASE, ['lib/firmware/*']), 'lib/firmware')
  const busybox = join(unpacked('busybox-static', BASE, ['bin/busybox']), 'bin/busybox')
  const cache = join(BASE, 'compiled')
  mkdirSync(cache, { recursive: true })
  return { kernel, busybox, regulatory, shares: { [COMPILE_CACHE]: cache } }
}

/** The environment of its programs, as `NAME=value`. */
export const variablesOf = ({ regulatory }: Parts): string[] => [
  'NODE_DISABLE_COLORS=1',
  `SALLYPORT_REGULATORY=${regulatory}`,
  `NODE_COMPILE_CACHE=${COMPILE_CACHE}`,
]
