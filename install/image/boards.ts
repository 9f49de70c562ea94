import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tool.ts'

/**
 * Boards whose firmware is not UEFI: what their boot partition, which is the ESP, contains in addition. U-Boot is UEFI for GRUB, so that the slots, the
 * boot choice and the bundles are those of the generic image.
 */
export interface Board {
  /** Of Debian, with the components of its archive that have them. They are unpacked, not installed. */
  readonly packages: readonly string[]
  readonly components: readonly string[]
  /** Files by their paths on the partition: paths in the packages. */
  readonly packaged: Readonly<Record<string, string>>
  /** The same: the names of device trees of Debian's kernel. */
  readonly trees: readonly string[]
  /** The same: texts. */
  readonly texts: Readonly<Record<string, string>>
}

/**
 * Raspberry Pi documentation, "config.txt". The firmware adds the memory and the addresses of the board to the device tree, and passes it to
 * U-Boot. `upstream_kernel` as in Debian's package raspi-firmware.
 */
const PI4_CONFIG = `arm_64bit=1
enable_uart=1
upstream_kernel=1
kernel=u-boot.bin
`

const FIRMWARE = 'usr/lib/raspi-firmware'

export const BOARDS = {
  pi4: {
    packages: ['raspi-firmware', 'u-boot-rpi'],
    components: ['main', 'non-free-firmware'],
    packaged: {
      'start4.elf': `${FIRMWARE}/start4.elf`,
      'fixup4.dat': `${FIRMWARE}/fixup4.dat`,
      // For all boards with an arm64 processor: a machine of QEMU can start it.
      'u-boot.bin': 'usr/lib/u-boot/rpi_arm64/u-boot.bin',
      // Its license demands that it accompanies the firmware.
      'LICENCE.raspi-firmware': 'usr/share/doc/raspi-firmware/copyright',
      'LICENCE.u-boot': 'usr/share/doc/u-boot-rpi/copyright',
    },
    trees: ['bcm2711-rpi-4-b.dtb', 'bcm2711-rpi-400.dtb', 'bcm2711-rpi-cm4-io.dtb'],
    texts: { 'config.txt': PI4_CONFIG },
  },
} as const satisfies Readonly<Record<string, Board>>

export type BoardName = keyof typeof BOARDS
export const isBoard = (name: string): name is BoardName => Object.hasOwn(BOARDS, name)

interface Unpacking {
  readonly architecture: string
  readonly suite: string
  /** Lines of sources.list(5). */
  readonly sources: readonly string[]
  readonly packages: readonly string[]
  /** What is unpacked, by paths or patterns of tar(1). */
  readonly paths: readonly string[]
  /** A folder for the archive. */
  readonly work: string
}

/** Unpacks files of Debian packages for any processor into a folder. Nothing is installed, and none of their programs runs. */
export function unpackPackages({ architecture, suite, sources, packages, paths, work }: Unpacking, to: string): void {
  const tar = join(work, 'packages.tar')
  runTool(
    [
      ...['mmdebstrap', '--variant=extract', '--format=tar', `--architectures=${architecture}`],
      ...[`--include=${packages.join(',')}`, suite, tar, '-'],
    ],
    { input: `${sources.join('\n')}\n`, isShown: true },
  )
  unpackFiles(tar, paths, to)
}

/** Unpacks files of an archive, whose names begin with `./`, into a folder. Throws if one is missing. */
export function unpackFiles(tar: string, paths: readonly string[], to: string): void {
  mkdirSync(to, { recursive: true })
  const names = paths.map((path) => `./${path}`)
  runTool(['tar', '--extract', '--wildcards', '--no-same-owner', `--directory=${to}`, `--file=${tar}`, ...names])
}
