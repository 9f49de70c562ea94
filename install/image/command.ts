import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../bin/build.js'
import { print } from '../conversation.ts'
import { versionHere } from '../release.ts'
import { BOARDS, type BoardName, isBoard, unpackFiles, unpackPackages } from './boards.ts'
import { writeBundle } from './bundle.ts'
import { writeDisk } from './disk.ts'
import { type Architecture, isArchitecture } from './layout.ts'
import { buildRoot } from './rootfs.ts'
import { debianSources } from './sources.ts'

const USAGE = `usage: npm run image -- [--architecture amd64|arm64] [--board pi4] [--to FOLDER] [--suite bookworm] [--mirror URL]
                          [--keyring FILE] [--bundle --cert FILE --key FILE] [--trust FILE --url ADDRESS]

  Makes an image of a disk with this router. Needs no root.

  --architecture  amd64, for PCs with BIOS or UEFI, is the default; arm64 is for machines with UEFI
  --board         pi4: for the Raspberry Pi 4, whose firmware is downloaded from the component non-free-firmware of Debian
  --to            the folder for the image, .sallyport/image by default
  --suite         the release of Debian
  --mirror        a mirror of Debian; by default, those of apt on this machine
  --keyring       the certificate (PEM) of those who may sign bundles for it
  --bundle        make also a bundle, which updates routers that have that certificate
  --cert          the certificate (PEM) of the signer of the bundle
  --key           its key (PEM)
  --trust         the list of keys (root.json) of a repository of releases, and
  --url           its address: the router is updated from there between two images
`

/** Where Debian's packages grub-pc-bin and grub-efi-amd64-bin have GRUB. That of another processor is only in packages for it. */
const GRUB = '/usr/lib/grub'
const GRUB_ARM64 = 'grub-efi-arm64-bin'

const { values } = parseArgs({
  options: {
    architecture: { type: 'string' },
    board: { type: 'string' },
    to: { type: 'string', default: join(ROOT, '.sallyport/image') },
    suite: { type: 'string', default: 'bookworm' },
    mirror: { type: 'string' },
    keyring: { type: 'string' },
    bundle: { type: 'boolean', default: false },
    cert: { type: 'string' },
    key: { type: 'string' },
    trust: { type: 'string' },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(USAGE)
else await makeImage(resolve(values.to))

async function makeImage(to: string): Promise<void> {
  const { suite, cert, key, board, trust, url: source } = values
  if (values.bundle && !(cert && key)) throw new Error('--bundle needs --cert and --key: a bundle is signed')
  if (board !== undefined && !isBoard(board))
    throw new Error(`--board: there is no ${board}; there is ${Object.keys(BOARDS).join(', ')}`)
  const architecture = values.architecture ?? (board === undefined ? 'amd64' : 'arm64')
  if (!isArchitecture(architecture) || (board !== undefined && architecture !== 'arm64'))
    throw new Error(`--architecture: ${architecture} is not possible${board ? ` for ${board}` : ''}`)
  const version = versionHere()
  const work = join(to, 'work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const { squashfs, archive } = await buildRoot({
    ...{ version, architecture, suite, work },
    sources: sourcesWith(['main']),
    updates: { ...(trust === undefined ? {} : { trust }), source },
    keyring: values.keyring && readFileSync(values.keyring, 'utf8'),
  })
  const image = join(to, `sallyport-${version}-${board ?? architecture}.img`)
  print('- disk')
  const grub = grubOf(architecture, work)
  writeDisk(image, { architecture, squashfs, grub, work, board: board && boardFiles(board, archive, work) })
  print(image)
  if (!cert || !key) return
  const bundle = join(to, `sallyport-${version}-${architecture}.raucb`)
  print('- bundle')
  writeBundle(bundle, { version, architecture, squashfs, certificate: resolve(cert), key: resolve(key), work })
  print(bundle)
}

function sourcesWith(components: readonly string[]): readonly string[] {
  const { mirror, suite } = values
  return mirror === undefined ? debianSources(components) : [`deb ${mirror} ${suite} ${components.join(' ')}`]
}

/** The folder with the modules of GRUB, in a folder for each platform. */
function grubOf(architecture: Architecture, work: string): string {
  if (architecture === 'amd64') return GRUB
  const folder = join(work, 'grub')
  const unpacking = { packages: [GRUB_ARM64], paths: [`${GRUB.slice(1)}/arm64-efi`] }
  unpackPackages({ ...unpacking, architecture, suite: values.suite, sources: sourcesWith(['main']), work }, folder)
  return join(folder, GRUB)
}

/** The files of a board, by their paths on its boot partition. The device trees are those of the kernel in the image. */
function boardFiles(name: BoardName, archive: string, work: string): Readonly<Record<string, string>> {
  const { packages, components, packaged, trees, texts } = BOARDS[name]
  const folder = join(work, 'board')
  const paths = Object.values(packaged)
  const sources = sourcesWith(components)
  unpackPackages({ architecture: 'arm64', suite: values.suite, sources, packages, paths, work }, folder)
  unpackFiles(
    archive,
    trees.map((tree) => `usr/lib/linux-image-*/broadcom/${tree}`),
    folder,
  )
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, path), text)
  const found = (pattern: string): string => globSync(pattern, { cwd: folder }).map((path) => join(folder, path))[0]!
  return {
    ...Object.fromEntries(Object.entries(packaged).map(([to, from]) => [to, join(folder, from)])),
    ...Object.fromEntries(trees.map((tree) => [tree, found(`usr/lib/linux-image-*/broadcom/${tree}`)])),
    ...Object.fromEntries(Object.keys(texts).map((path) => [path, join(folder, path)])),
  }
}
