import { realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../conversation.ts'
import { fetchNative, type Processor } from '../native.ts'
import { type ReleaseOptions, writeRelease } from '../release.ts'
import { runTool } from '../tool.ts'
import { IMAGE_RELEASES } from './files.ts'
import { type Architecture, LARGEST_ROOT } from './layout.ts'
import { EXCLUDED, INCLUDED, imagePackages } from './packages.ts'
import { stageImage } from './plan.ts'

export interface Root {
  readonly version: string
  readonly architecture: Architecture
  /** Of Debian, such as `bookworm`. */
  readonly suite: string
  /** Lines of sources.list(5). */
  readonly sources: readonly string[]
  /** A folder for files that are needed while it is built. */
  readonly work: string
  /** The certificate of those who may sign bundles, in PEM. Without it, no bundle is accepted. */
  readonly keyring?: string | undefined
  /** The repository of releases from which `sallyport update` and the app update the router between two images. */
  readonly updates?: Pick<ReleaseOptions, 'trust' | 'source'>
}

/** For a hook of mmdebstrap, which is a line for sh(1): in the image, as root of it. */
const inImage = (argv: readonly string[]): string => `chroot "$1" ${argv.map((word) => `'${word}'`).join(' ')}`

/** The names of npm, and the programs that remove symbols. */
const PROCESSORS: Readonly<Record<Architecture, Processor>> = { amd64: 'x64', arm64: 'arm64' }
const STRIP: Readonly<Record<Architecture, string>> = {
  amd64: 'x86_64-linux-gnu-strip',
  arm64: 'aarch64-linux-gnu-strip',
}

/** The parts of a release with native code for a processor; undefined for that of this machine. */
function nativeOf(architecture: Architecture, work: string): { folder: string; runtime: string } | undefined {
  const processor = PROCESSORS[architecture]
  if (process.arch === processor) return undefined
  const folder = join(work, 'native')
  return { folder, runtime: fetchNative(processor, folder) }
}

/** Small enough for a slot: documentation and caches are of no use on a router. */
const CLEAN = 'rm -rf "$1"/var/cache/* "$1"/var/log/* "$1"/var/lib/apt "$1"/usr/share/doc-base "$1"/boot/System.map-*'

/**
 * Builds the root file system of a slot: Debian packages, the release of this checkout, and the files of an image. Returns the paths of
 * the squashfs and of an archive with the same files. Works without root, in user namespaces. Throws if a program fails, or if it is too large for a slot.
 */
export async function buildRoot({
  version,
  architecture,
  suite,
  sources,
  work,
  keyring,
  updates,
}: Root): Promise<{ readonly squashfs: string; readonly archive: string }> {
  const [early, late] = [join(work, 'early'), join(work, 'late')]
  const [earlyTar, lateTar, rootTar] = [`${early}.tar`, `${late}.tar`, join(work, 'root.tar')]
  const squashfs = join(work, 'root.squashfs')
  print('- release of the router')
  const commands = stageImage(version, architecture, { early, late, keyring })
  const release = join(early, IMAGE_RELEASES, version)
  const native = nativeOf(architecture, work)
  await writeRelease(release, { ...updates, ...(native ? { native } : {}) })
  // 33 MB of symbols for debuggers.
  runTool([STRIP[architecture], '--strip-unneeded', realpathSync(join(release, 'bin/node'))])
  for (const [folder, tar] of [
    [early, earlyTar],
    [late, lateTar],
  ] as const)
    runTool([
      'tar',
      '--create',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      `--file=${tar}`,
      `--directory=${folder}`,
      '.',
    ])

  print('- Debian packages (this takes minutes)')
  const hooks = [
    `--essential-hook=tar-in ${earlyTar} /`,
    ...commands.map((argv) => `--customize-hook=${inImage(argv)}`),
    `--customize-hook=${CLEAN}`,
    `--customize-hook=tar-in ${lateTar} /`,
  ]
  runTool(
    [
      ...['mmdebstrap', '--variant=minbase', '--format=tar', `--architectures=${architecture}`],
      ...EXCLUDED.map((pattern) => `--dpkgopt=path-exclude=${pattern}`),
      ...INCLUDED.map((pattern) => `--dpkgopt=path-include=${pattern}`),
      `--include=${imagePackages(architecture).join(',')}`,
      ...hooks,
      ...[suite, rootTar, '-'],
    ],
    { input: `${sources.join('\n')}\n`, isShown: true },
  )
  print('- squashfs')
  rmSync(squashfs, { force: true })
  runTool(['mksquashfs', '-', squashfs, '-tar', '-comp', 'gzip', '-b', '512K', '-quiet', '-no-progress'], {
    from: rootTar,
  })
  const { size } = statSync(squashfs)
  if (size > LARGEST_ROOT) throw new Error(`the root file system has ${size} bytes; a slot may have ${LARGEST_ROOT}`)
  return { squashfs, archive: rootTar }
}
