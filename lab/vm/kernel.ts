import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { currently, tool, unpacked } from './debian.ts'

const MODULES = 'lib/modules/*'
/** Of Debian's kernel, what a router and its lab may need of it. */
const PARTS = [
  'boot/vmlinuz-*',
  `${MODULES}/modules.{builtin,builtin.modinfo,order}`,
  `${MODULES}/kernel/{arch,crypto,lib,net}`,
  `${MODULES}/kernel/fs/{9p,ext4,fscache,jbd2,netfs,overlayfs}`,
  `${MODULES}/kernel/fs/mbcache.ko`,
  `${MODULES}/kernel/drivers/virtio`,
  `${MODULES}/kernel/drivers/block/virtio_blk.ko`,
  `${MODULES}/kernel/drivers/net/*.ko`,
  `${MODULES}/kernel/drivers/net/{ppp,slip,wireguard}`,
  `${MODULES}/kernel/drivers/net/wireless/mac80211_hwsim.ko`,
  `${MODULES}/kernel/drivers/net/ethernet/8390`,
]

/** A kernel to boot: its image, and a directory to be its /lib/modules. */
export interface Kernel {
  readonly version: string
  readonly image: string
  readonly modules: string
}

/** Debian's current kernel, fetched once and kept below `base`. Throws `Unavailable`. */
export function fetchKernel(base: string): Kernel {
  const directory = unpacked(currently('linux-image-amd64'), base, PARTS)
  const modules = join(directory, 'lib/modules')
  const [version = ''] = readdirSync(modules)
  // The package does this when it is installed. A virtual machine that runs reads the file, so it is written once.
  if (!existsSync(join(modules, version, 'modules.dep'))) tool(['busybox', 'depmod', '-b', directory, version])
  return { version, modules, image: join(directory, 'boot', `vmlinuz-${version}`) }
}

/** The files of these modules, each after those that it depends on. */
export function withDependencies({ modules, version }: Kernel, names: readonly string[]): string[] {
  const directory = join(modules, version)
  const needs = new Map(
    readFileSync(join(directory, 'modules.dep'), 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([file = '', rest = '']) => [nameOf(file), { file, rest: rest.split(' ').filter(Boolean) }]),
  )
  const found = new Set<string>()
  const visit = (name: string): void => {
    const module = needs.get(name)
    if (!module || found.has(join(directory, module.file))) return
    module.rest.map(nameOf).forEach(visit)
    found.add(join(directory, module.file))
  }
  names.forEach(visit)
  return [...found]
}

const nameOf = (file: string): string =>
  basename(file)
    .replace(/\.ko.*$/, '')
    .replaceAll('-', '_')
