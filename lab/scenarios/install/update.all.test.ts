import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeRelease } from '../../../install/release.ts'
import { packRelease } from '../../../install/releases/archive.ts'
import { makeKeys } from '../../../install/releases/keys.ts'
import { openRepository, publish } from '../../../install/releases/publish.ts'
import { isUpdating, type UpdateProgress, type UpdateState } from '../../../router/model/machine/releases/progress.ts'
import { systemTexts } from '../../../web/texts/machine/system.ts'
import { appOn } from '../../browser/app.ts'
import { openBrowserIn } from '../../browser/browser.ts'
import { ROOT } from '../../process/place.ts'
import { until } from '../../process/until.ts'
import { api, joinNetwork, LINKS, openSite, PASSWORD, PROVIDER, permit, setUp } from './install.fixture.ts'

/** `sallyport update`: releases of a signed repository on trial, checked with packets, kept or rolled back. */
const dir = mkdtempSync(join(ROOT, '.sallyport/repository-'))
const repository = { folder: join(dir, 'served'), keys: join(dir, 'keys') }
makeKeys(repository.keys)
/** Where the provider serves the repository: the unit of the router does not see all folders of this machine. */
const SOURCE = `http://${PROVIDER}:8081`
after(() => rmSync(dir, { recursive: true }))
const site = await openSite({ trust: openRepository(repository), source: SOURCE })
after(() => site[Symbol.asyncDispose]())
const { debian, laptop, provider, sallyport } = site
const { namespace: machine } = debian
provider.start(['busybox', 'httpd', '-f', '-p', '8081', '-h', repository.folder])

/** Publishes a release of this checkout with another version. `edit` changes the text of each file of its bundle. */
async function release(version: string, edit?: (text: string) => string): Promise<void> {
  const folder = join(dir, `sallyport-${version}`)
  await writeRelease(folder, { version, trust: join(repository.folder, 'metadata/1.root.json'), source: SOURCE })
  const bundle = join(folder, 'router/dist/daemon')
  if (edit)
    for (const name of readdirSync(bundle).filter((one) => one.endsWith('.js')))
      writeFileSync(join(bundle, name), edit(readFileSync(join(bundle, name), 'utf8')))
  const archive = join(dir, `sallyport-${version}-linux-${process.arch}.tar.zst`)
  await packRelease(folder, archive)
  await publish(
    archive,
    { channel: 'main', version, arch: process.arch, notes: `- what is new in ${version}` },
    repository,
  )
  rmSync(folder, { recursive: true })
}

const update = (...args: readonly string[]) => sallyport('update', ...args)
const version = () => api(debian, '/version')

const { updates, progress } = systemTexts

/** How the update to a release has ended. The API is not reachable for some seconds in between. */
async function ended(release: string, state: UpdateProgress['State']): Promise<UpdateProgress> {
  const now = async (): Promise<UpdateProgress | undefined> => {
    const read = (await api(debian, '/update').catch(() => undefined)) as UpdateState | undefined
    return read?.Progress.Version === release && !isUpdating(read.Progress) ? read.Progress : undefined
  }
  const progress = (await until('the end of the update', now, 180_000))!
  assert.equal(progress.State, state, JSON.stringify(progress))
  return progress
}

/** A download of the laptop that lasts. Returns how many lines it has received: the first 2,000 are kept. */
function download(): () => number {
  provider.start(['socat', 'TCP4-LISTEN:8080,fork,reuseaddr', 'SYSTEM:while sleep 0.5; do echo line; done'])
  const program = laptop.start(['socat', '-u', `TCP4:${PROVIDER}:8080,retry=50,interval=0.2`, '-'])
  return () => program.lines.length
}
let received = (): number => 0

/** The download continues. */
async function continues(): Promise<void> {
  const before = received()
  await until('more of the download', () => received() > before + 2)
}

test('a router is installed, and a device downloads through it', async () => {
  assert.equal((await sallyport('install', ...LINKS, '--yes')).code, 0)
  assert.equal((await sallyport('confirm')).code, 0)
  await setUp(site)
  await joinNetwork(site)
  await permit(site)
  received = download()
  await continues()
})

test('a newer release that works is kept, and the download continues', async () => {
  await release('0.2.0')
  assert.match((await update('--check')).stdout, /0\.2\.0 is available/)
  const { code, stdout, stderr } = await update()
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /before: address yes, DNS yes, internet yes/)
  assert.equal(await version(), '0.2.0')
  await continues()
  assert.match((await update()).stdout, /it is the newest release/)
})

test('the owner installs a release in the app, which shows what is new, how far it is, and that it runs', async () => {
  await release('0.2.1')
  await using browser = await openBrowserIn(laptop)
  const { enter, button, words } = appOn(await browser.newPage(), PASSWORD)
  await permit(site, ['wan', 'dns', 'api'])
  await enter('/admin/system')
  await button(updates.look).click()
  await words(updates.found('0.2.1')).waitFor()
  await words(updates.notes).click()
  await words('- what is new in 0.2.1').waitFor()
  const backups = (await api(debian, '/backup')) as readonly unknown[]
  await button(updates.now).click()
  await words(progress.trial('0.2.1'))
    .or(words(progress.installed('0.2.1')))
    .waitFor({ timeout: 120_000 })
  await words(progress.installed('0.2.1')).waitFor({ timeout: 120_000 })
  await words(updates.previous('0.2.0')).waitFor()
  assert.equal(await version(), '0.2.1')
  assert.equal(((await api(debian, '/backup')) as readonly unknown[]).length, backups.length + 1)
  await continues()
})

test('the owner returns to the release before, which is still on the disk', async () => {
  await api(debian, '/update', { Version: '0.2.0' })
  await ended('0.2.0', 'installed')
  assert.equal(await version(), '0.2.0')
  await continues()
})

test('an older release needs a word of the owner', async () => {
  await release('0.1.5')
  assert.match((await update('0.1.5')).stderr, /older than 0\.2\.0.*--downgrade/)
  assert.equal(await version(), '0.2.0')
})

/** An update to a release in which devices do not reach the internet. */
const updateToBroken = (...args: readonly string[]) => update('0.3.0', ...args)
const onTrial = () =>
  until('the release to be on trial', async () => (await version().catch(() => '')) === '0.3.0', 60_000)

test('a release that breaks forwarding is rolled back, with the state of before, and the download continues', async () => {
  await release('0.3.0', (text) => text.replaceAll('kind: "masquerade"', 'kind: "accept"'))
  const devices = await api(debian, '/devices')
  // A release that works is kept as soon as it does: a longer time would only be waited for.
  const trial = updateToBroken('--seconds', '20')
  await onTrial()
  const curl = ['curl', '-s', '-X', 'PUT', '-u', `admin:${PASSWORD}`, '-w', '%{http_code}']
  const change = [...curl, '--unix-socket', '/run/sallyport/console', 'http://localhost/checkupdates']
  assert.match((await machine.outcome(change)).stdout, /An update is being checked.*503$/s)
  const { code, stderr } = await trial
  assert.equal(code, 1)
  assert.match(stderr, /0\.3\.0 was rolled back: a device (does not reach the internet|gets no address)/)
  assert.equal(await version(), '0.2.0')
  await continues()
  assert.deepEqual(Object.keys((await api(debian, '/devices')) as object), Object.keys(devices as object))
  assert.equal((await machine.run(['ip', '-br', 'link'])).includes('sprprobe'), false)
})

test('an update by the API that breaks forwarding is rolled back, and its event says so', async () => {
  await api(debian, '/update', { Version: '0.3.0' })
  const { Losses } = await ended('0.3.0', 'rolled_back')
  assert.ok(Losses.includes('internet') || Losses.includes('lease'), String(Losses))
  assert.equal(await version(), '0.2.0')
  await continues()
  await until('the event', async () =>
    JSON.stringify(await api(debian, '/events?topic=system:update:failed')).includes('0.3.0'),
  )
})

test('a second update is refused, and one that is killed during the check is rolled back by a timer', async () => {
  const trial = updateToBroken('--seconds', '180')
  await onTrial()
  assert.match((await update()).stderr, /another sallyport command/)
  assert.match((await sallyport('uninstall', '--yes')).stderr, /another sallyport command/)
  await machine.run(['pkill', '--signal', 'KILL', '--full', 'main.js update'])
  assert.equal((await trial).code, null)
  assert.match(await machine.run(['systemctl', 'list-timers', '--no-pager']), /sallyport-trial-overdue\.timer/)
  // What the timer starts after ten minutes.
  await machine.run(['systemctl', 'start', 'sallyport-trial-overdue.service'], { timeoutMs: 120_000 })
  await until('the last good release', async () => (await version().catch(() => '')) === '0.2.0')
  await until('the internet', () => laptop.connects(PROVIDER, 80))
  assert.match((await sallyport('roll-back')).stdout, /No update is being checked/)
})

test('a release that does not start is rolled back', async () => {
  await release('0.4.0', (text) => (text.includes('async function main(') ? `throw new Error('no')\n${text}` : text))
  const { stderr } = await update()
  assert.match(stderr, /0\.4\.0 was rolled back: it does not start/)
  assert.equal(await version(), '0.2.0')
  await continues()
})

test('a power cut while a release is on trial leads back to the last good one, and to the state of before', async () => {
  await release('0.6.0')
  assert.equal((await update()).code, 0)
  // As an update leaves it when the power fails during the check.
  const folder = '/var/lib/sallyport-install'
  const trial = { from: '/opt/sallyport/releases/0.2.0', to: '/opt/sallyport/releases/0.6.0' }
  await machine.run([
    'tar',
    '--create',
    '--exclude=dnslog',
    `--file=${folder}/before.tar`,
    '--directory=/var/lib/sallyport',
    '.',
  ])
  await machine.run(['tee', `${folder}/trial`], { input: JSON.stringify(trial) })
  const [MAC = '', { Name }] = Object.entries((await api(debian, '/devices')) as Record<string, { Name: string }>)[0]!
  await api(debian, `/device?identity=${encodeURIComponent(MAC)}`, { Name: 'renamed on trial' })
  await debian.powerCycle()
  await until('the router', async () => (await version().catch(() => '')) === '0.2.0')
  const devices = Object.values((await api(debian, '/devices')) as Record<string, { Name: string }>)
  assert.deepEqual(
    devices.map((device) => device.Name),
    [Name],
  )
})

test('an archive that was cut off, and a repository of others, change nothing', async () => {
  await release('0.7.0')
  const folder = join(repository.folder, 'targets/main/0.7.0')
  truncateSync(join(folder, readdirSync(folder)[0]!), 1000)
  assert.match((await update()).stderr, /not updated: /)
  const foreign = { folder: join(dir, 'foreign'), keys: join(dir, 'foreign-keys') }
  makeKeys(foreign.keys)
  writeFileSync(join(dir, 'x.tar.zst'), 'x')
  await publish(join(dir, 'x.tar.zst'), { channel: 'main', version: '9.0.0', arch: process.arch }, foreign)
  assert.match((await sallyport('update', '--source', foreign.folder)).stderr, /the list of releases is not used/)
  assert.equal(await version(), '0.2.0')
})
