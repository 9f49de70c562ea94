import assert from 'node:assert/strict'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isInstalled } from '../../../bin/packages.js'
import { buildPackage } from '../../../install/deb/build.ts'
import { openSigner } from '../../../install/deb/openpgp.ts'
import { publishPackages } from '../../../install/deb/repository.ts'
import { writeRelease } from '../../../install/release.ts'
import { ROOT } from '../../process/place.ts'
import { run } from '../../process/program.ts'
import { until } from '../../process/until.ts'
import {
  api,
  changedFilesOfPackages,
  joinNetwork,
  LINKS,
  openSite,
  PROVIDER,
  permit,
  setUp,
  stateOf,
} from './install.fixture.ts'

/** The Debian package from an apt repository on a static web server: installed, upgraded, removed and purged with apt. */
const dir = mkdtempSync(join(ROOT, '.sallyport/apt-'))
after(() => rmSync(dir, { recursive: true }))
const repository = join(dir, 'served')
const site = await openSite()
after(() => site[Symbol.asyncDispose]())
const { debian, laptop, provider } = site
const { namespace: machine } = debian

/** Makes an OpenPGP key. Returns the file with its secret key. */
async function makeKey(name: string): Promise<string> {
  const home = mkdtempSync('/tmp/sallyport-gpg-')
  const gpg = ['gpg', '--homedir', home, '--batch', '--passphrase', '']
  await run([...gpg, '--quick-generate-key', `${name} <${name}@example.org>`, 'ed25519', 'sign', '30d'])
  const path = join(dir, `${name}.key`)
  await run([...gpg, '--output', path, '--export-secret-keys'])
  await run(['gpgconf', '--homedir', home, '--kill', 'all'])
  rmSync(home, { recursive: true })
  return path
}
const key = await makeKey('owner')

function publish(...files: readonly string[]): void {
  using signer = openSigner(key)
  publishPackages(files, { folder: repository, signer })
}

/** Makes the package of a release of this checkout with another version. `edit` changes the text of each file of its bundle. */
async function build(version: string, edit?: (text: string) => string): Promise<string> {
  const release = join(dir, `release-${version}`)
  await writeRelease(release, { version })
  const bundle = join(release, 'router/dist/daemon')
  if (edit)
    for (const name of readdirSync(bundle).filter((one) => one.endsWith('.js')))
      writeFileSync(join(bundle, name), edit(readFileSync(join(bundle, name), 'utf8')))
  const maintainer = 'Sallyport <owner@example.org>'
  const path = buildPackage({
    to: dir,
    release,
    version,
    arch: process.arch,
    maintainer,
    time: 1_796_000_000,
    level: 0,
  })
  rmSync(release, { recursive: true })
  return path
}

const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Runs a command as an administrator of the machine. */
const shell = (...argv: readonly string[]) =>
  machine.outcome(['env', PATH, 'DEBIAN_FRONTEND=noninteractive', 'APT_CONFIG=/root/apt.conf', ...argv], {
    timeoutMs: 300_000,
  })
const apt = (...args: readonly string[]) => shell('apt-get', '-q', '-y', ...args)
const version = () => api(debian, '/version')
const stateOfPackage = async (): Promise<string> =>
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the format of dpkg-query(1)
  (await shell('dpkg-query', '--show', '--showformat', '${db:Status-Abbrev}${Version}', 'sallyport')).stdout.trim()

const write = (path: string, input: string) => machine.run(['tee', path], { input })
const first = await build('0.1.0')
publish(first)
provider.start(['busybox', 'httpd', '-f', '-p', `${PROVIDER}:8000`, '-h', repository])
// Only this repository can be reached: packages of Debian itself are installed already, or not available. Programs that other packages run
// after apt, such as PackageKit, are not run.
await write(
  '/root/apt.conf',
  'Dir::Etc::sourcelist "/root/sallyport.sources"; Dir::Etc::sourceparts "-"; Dir::Etc::parts "-"; Acquire::http::Proxy "false";\n',
)
await write(
  '/root/sallyport.sources',
  `Types: deb\nURIs: http://${PROVIDER}:8000\nSuites: stable\nComponents: main\nSigned-By: /etc/apt/keyrings/sallyport.asc\n`,
)
const keyring = (name: string) => machine.run(['install', '-D', '-m', '644', name, '/etc/apt/keyrings/sallyport.asc'])
await keyring(join(repository, 'sallyport-archive-keyring.asc'))

const before = await stateOf(debian)
const changed = await changedFilesOfPackages(debian)

test('lintian reports neither errors nor warnings', {
  skip: !isInstalled('lintian') && 'lintian is missing',
}, async () => {
  await run(['lintian', '--fail-on', 'error,warning', '--allow-root', first], { timeoutMs: 600_000 })
})

test('apt refuses a list that another key has signed, one that was changed, and a changed package', async () => {
  const served = join(dir, 'copy')
  cpSync(repository, served, { recursive: true })
  const restore = (): void => cpSync(served, repository, { recursive: true })
  const refusal = async (): Promise<string> => {
    // What an earlier attempt has downloaded is not continued.
    await shell('rm', '-rf', '/var/lib/apt/lists/partial')
    const { code, stdout, stderr } = await apt('update', '--error-on=any')
    assert.notEqual(code, 0, stdout)
    return `${stdout}${stderr}`
  }
  for (const path of globSync('dists/stable/main/**/{Packages*,by-hash/**/*}', {
    cwd: repository,
    withFileTypes: true,
  }))
    if (path.isFile()) appendFileSync(join(path.parentPath, path.name), '\n')
  assert.match(await refusal(), /Hash Sum mismatch|unexpected size/)
  restore()
  const release = join(repository, 'dists/stable/InRelease')
  writeFileSync(release, readFileSync(release, 'utf8').replace('Origin: Sallyport', 'Origin: Sallysport'))
  assert.match(await refusal(), /BADSIG|invalid/)
  restore()
  using stranger = openSigner(await makeKey('stranger'))
  await write('/etc/apt/keyrings/sallyport.asc', stranger.publicKey)
  assert.match(await refusal(), /NO_PUBKEY|not available/)
  await keyring(join(repository, 'sallyport-archive-keyring.asc'))
  assert.equal((await apt('update', '--error-on=any')).code, 0)
  const [pooled = ''] = globSync('pool/main/s/sallyport/*.deb', { cwd: repository })
  appendFileSync(join(repository, pooled), 'x')
  assert.notEqual((await apt('install', 'sallyport')).code, 0)
  restore()
  assert.deepEqual(await stateOf(debian), before)
})

test('the package changes no network, and prints the command that installs the router', async () => {
  const { code, stdout, stderr } = await apt('install', 'sallyport')
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /To install the router: sudo sallyport install/)
  assert.equal(await stateOfPackage(), 'ii 0.1.0')
  assert.deepEqual(await stateOf(debian), before)
  await provider.run(['ping', '-c', '1', '-W', '5', '81.2.69.7'])
})

test('the router is installed from the package, without the internet', async () => {
  const { code, stdout, stderr } = await shell('sallyport', 'install', ...LINKS, '--yes')
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.doesNotMatch(stdout, /Debian packages/)
  const unconfirmed = await shell('sallyport', 'update', '--package')
  assert.match(unconfirmed.stderr, /not confirmed yet/)
  assert.equal((await shell('sallyport', 'confirm')).code, 0)
  await setUp(site)
  await joinNetwork(site)
  await permit(site)
  await until('the internet', () => laptop.connects(PROVIDER, 80))
  assert.match((await shell('sallyport', 'update', '--package')).stdout, /0\.1\.0 is installed/)
})

test('a newer package starts its release on trial, and the release is kept', async () => {
  publish(await build('0.2.0'))
  assert.equal((await apt('update', '--error-on=any')).code, 0)
  const { code, stdout, stderr } = await apt('upgrade')
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /before: address yes, DNS yes, internet yes.*0\.2\.0 runs\. A device gets what it got before/s)
  assert.equal(await version(), '0.2.0')
  assert.equal(await stateOfPackage(), 'ii 0.2.0')
  assert.ok(await laptop.connects(PROVIDER, 80))
})

test('a release that does not start is rolled back, and dpkg is left in order', async () => {
  publish(
    await build('0.3.0', (text) => (text.includes('async function main(') ? `throw new Error('no')\n${text}` : text)),
  )
  assert.equal((await apt('update', '--error-on=any')).code, 0)
  const { code, stdout, stderr } = await apt('upgrade')
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(
    `${stdout}${stderr}`,
    /0\.3\.0 was rolled back: it does not start.*the router continues with its release/s,
  )
  assert.equal(await version(), '0.2.0')
  assert.equal(await stateOfPackage(), 'ii 0.3.0')
  assert.ok(await laptop.connects(PROVIDER, 80))
})

test('earlier versions stay in the repository, and an older package does not replace a newer router', async () => {
  const { code, stdout, stderr } = await apt('install', '--allow-downgrades', 'sallyport=0.1.0')
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(`${stdout}${stderr}`, /0\.1\.0 is older than 0\.2\.0.*add --downgrade/s)
  assert.equal(await version(), '0.2.0')
})

test('removing the package restores the machine, and purging it deletes the saved state', async () => {
  const { code, stdout, stderr } = await apt('remove', 'sallyport')
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /kept in \/var\/lib\/sallyport; to remove them: sudo apt purge sallyport/)
  await until('the addresses to be back', async () =>
    (await machine.run(['ip', '-br', '-4', 'addr'])).includes('81.2.69.7/24'),
  )
  assert.deepEqual(await stateOf(debian), before)
  assert.equal(await changedFilesOfPackages(debian), changed)
  assert.equal((await shell('test', '-e', '/var/lib/sallyport/state.db')).code, 0)
  assert.equal((await apt('purge', 'sallyport')).code, 0)
  for (const path of ['/var/lib/sallyport', '/var/lib/sallyport-install', '/var/cache/sallyport', '/usr/lib/sallyport'])
    assert.equal((await shell('test', '-e', path)).code, 1, path)
})
