import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../bin/build.js'
import { versionHere, writeRelease } from '../release.ts'
import { buildPackage } from './build.ts'
import { openSigner } from './openpgp.ts'
import { publishPackages } from './repository.ts'

const USAGE = `usage: npm run deb -- [--to FOLDER] [--maintainer 'NAME <ADDRESS>'] [--trust root.json]
                      [--repository FOLDER --key FILE]
       npm run deb -- --repository FOLDER --key FILE [--renew | PACKAGE.deb ...]

  Makes the Debian package of this checkout for this processor, and adds it to an apt repository that any static file server can serve.

  --to           the folder for the package; .sallyport/deb by default
  --maintainer   by default DEBFULLNAME and DEBEMAIL, or the name and address of git
  --trust        the list of keys of a repository of releases, for "sallyport update --source"
  --repository   the folder of the apt repository
  --key          a file with the secret OpenPGP key that signs its lists: gpg --output FILE --export-secret-keys ADDRESS
  --renew        only sign the lists again: apt refuses them after 90 days
  PACKAGE.deb    add these packages, such as those for another processor
`

/** What git reports of this checkout; empty without git. */
const git = (...args: readonly string[]): string =>
  spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).stdout?.trim() ?? ''

function maintainerHere(): string {
  const { DEBFULLNAME: name = git('config', 'user.name'), DEBEMAIL: address = git('config', 'user.email') } =
    process.env
  if (!name || !address) throw new Error("name the maintainer of the package: --maintainer 'NAME <ADDRESS>'")
  return `${name} <${address}>`
}

/** The time of the package, in seconds since 1970: that of the last commit, so that the same sources give the same package. */
const timeHere = (): number =>
  Number(process.env.SOURCE_DATE_EPOCH ?? (git('log', '-1', '--format=%ct') || Math.floor(Date.now() / 1000)))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: join(ROOT, '.sallyport/deb') },
    maintainer: { type: 'string' },
    trust: { type: 'string' },
    repository: { type: 'string' },
    key: { type: 'string' },
    renew: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Returns the path of the package of this checkout. */
async function build(): Promise<string> {
  const maintainer = values.maintainer ?? maintainerHere()
  const version = versionHere()
  const release = join(values.to, `.release-${version}`)
  try {
    await writeRelease(release, values.trust === undefined ? {} : { trust: values.trust })
    return buildPackage({ to: values.to, release, version, arch: process.arch, maintainer, time: timeHere() })
  } finally {
    rmSync(release, { recursive: true, force: true })
  }
}

const isForRepository = values.repository !== undefined
if (
  values.help ||
  isForRepository !== (values.key !== undefined) ||
  (!isForRepository && (values.renew || positionals.length > 0))
) {
  process.stdout.write(USAGE)
  process.exitCode = values.help ? 0 : 1
} else {
  const packages = values.renew || positionals.length > 0 ? positionals : [await build()]
  for (const path of packages) process.stdout.write(`${path}\n`)
  if (values.repository !== undefined && values.key !== undefined) {
    using signer = openSigner(values.key)
    publishPackages(packages, { folder: values.repository, signer })
    process.stdout.write(`The lists in ${values.repository} are signed, and valid for 90 days.\n`)
  }
}
