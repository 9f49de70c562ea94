import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../bin/build.js'
import { print } from '../conversation.ts'
import { versionHere } from '../release.ts'
import { writeBundle } from './bundle.ts'
import { writeDisk } from './disk.ts'
import { buildRoot } from './rootfs.ts'
import { debianSources } from './sources.ts'

const USAGE = `usage: npm run image -- [--to FOLDER] [--suite bookworm] [--mirror URL] [--keyring FILE]

  Makes an image of a disk with this router, for PCs (amd64, BIOS and UEFI). Needs no root.

  --to        the folder for the image, .sallyport/image by default
  --suite     the release of Debian
  --mirror    a mirror of Debian; by default, those of apt on this machine
  --keyring   the certificate (PEM) of those who may sign bundles for it
  --bundle    make also a bundle, which updates routers that have that certificate
  --cert      the certificate (PEM) of the signer of the bundle
  --key       its key (PEM)
`

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: join(ROOT, '.sallyport/image') },
    suite: { type: 'string', default: 'bookworm' },
    mirror: { type: 'string' },
    keyring: { type: 'string' },
    bundle: { type: 'boolean', default: false },
    cert: { type: 'string' },
    key: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(USAGE)
else await makeImage(resolve(values.to))

async function makeImage(to: string): Promise<void> {
  const { suite, mirror, cert, key } = values
  if (values.bundle && !(cert && key)) throw new Error('--bundle needs --cert and --key: a bundle is signed')
  const architecture = 'amd64'
  const version = versionHere()
  const work = join(to, 'work')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const squashfs = await buildRoot({
    ...{ version, architecture, suite, work },
    sources: mirror === undefined ? debianSources() : [`deb ${mirror} ${suite} main`],
    keyring: values.keyring && readFileSync(values.keyring, 'utf8'),
  })
  const image = join(to, `sallyport-${version}-${architecture}.img`)
  print('- disk')
  writeDisk(image, squashfs, work)
  print(image)
  if (!cert || !key) return
  const bundle = join(to, `sallyport-${version}-${architecture}.raucb`)
  print('- bundle')
  writeBundle(bundle, { version, squashfs, certificate: resolve(cert), key: resolve(key), work })
  print(bundle)
}
