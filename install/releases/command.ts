import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../bin/build.js'
import { versionHere, writeRelease } from '../release.ts'
import { packRelease } from './archive.ts'
import { makeKeys } from './keys.ts'
import { notesOf } from './notes.ts'
import { openRepository, publish } from './publish.ts'

const USAGE = `usage: npm run release -- --keys FOLDER --to FOLDER [--channel main|-dev] [--url ADDRESS]
       npm run release -- --make-keys FOLDER

  Makes the release of this checkout for this processor, and adds it to a repository that any static file server can serve.

  --make-keys   make the keys of a new repository. Keep two of the three for root apart from the others, offline.
  --keys        the folder with the keys
  --to          the folder of the repository
  --channel     main by default
  --url         where the repository will be served: routers with this release are updated from there
`

const { values } = parseArgs({
  options: {
    keys: { type: 'string' },
    to: { type: 'string' },
    channel: { type: 'string', default: 'main' },
    url: { type: 'string' },
    'make-keys': { type: 'string' },
  },
})

if (values['make-keys']) makeKeys(values['make-keys'])
else if (values.keys && values.to) {
  const { arch } = process
  const version = versionHere()
  const folder = join(ROOT, '.sallyport/release', `sallyport-${version}`)
  const archive = `${folder}-linux-${arch}.tar.zst`
  const repository = { folder: values.to, keys: values.keys }
  await writeRelease(folder, { trust: openRepository(repository), source: values.url })
  await packRelease(folder, archive)
  const notes = notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  await publish(archive, { channel: values.channel, version, arch, notes }, repository)
  rmSync(folder, { recursive: true })
  process.stdout.write(`${version} for ${arch} is in ${values.to}\n`)
} else {
  process.stdout.write(USAGE)
  process.exitCode = 1
}
