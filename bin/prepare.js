import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isBuiltFrom, NODE, NPM_INSTALL, npmIsCurrent, ROOT } from './build.js'
import { COMPILE_CACHE } from './daemon.js'
import { waitForLock } from './lock.js'
import { needs } from './packages.js'
import { giveUp, say } from './progress.js'

const isRoot = () => process.getuid?.() === 0

function installNpmPackages() {
  if (existsSync(NODE) && npmIsCurrent(ROOT)) return
  say('npm packages are being installed (once; about half a minute)')
  const { status } = spawnSync('npm', NPM_INSTALL, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) giveUp('npm install failed; its own words are above')
  if (!existsSync(NODE)) giveUp(`there is no Node 26 for ${process.platform} on ${process.arch}`)
}

const SEARCH = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin', '/usr/local/sbin']

function isInstalled(program) {
  return SEARCH.some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK)
      return dir !== ''
    } catch {
      return false
    }
  })
}

const KEEP_STOPPED = '/usr/sbin/policy-rc.d'

/** Install without starting anything: the home runs these programs itself, and this machine's network stays as it is. */
function aptInstall(packages) {
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const ownPolicy = !existsSync(KEEP_STOPPED)
  if (ownPolicy) writeFileSync(KEEP_STOPPED, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const install = () => apt('install', '--no-install-recommends', ...packages)
  try {
    return install() || (apt('update') && install())
  } finally {
    if (ownPolicy) rmSync(KEEP_STOPPED)
    // Installing also asks for a start at the next boot.
    if (existsSync('/run/systemd/system'))
      for (const service of ['unbound', 'nginx'].filter((name) => packages.some((each) => each.startsWith(name))))
        spawnSync('systemctl', ['disable', `${service}.service`], { stdio: 'ignore' })
  }
}

/** The Debian packages that are missing for `purposes`: installed by root, named to everybody else. */
function installDebianPackages(purposes) {
  const missing = () => needs.filter(({ program, needed }) => purposes.includes(needed) && !isInstalled(program))
  if (missing().length === 0) return
  const packages = [...new Set(missing().map((need) => need.package))]
  if (isRoot() && isInstalled('apt-get')) {
    say(`Debian packages are being installed: ${packages.join(' ')}`)
    aptInstall(packages)
  } else
    say(
      `Debian packages are missing; to install them: sudo apt-get install --no-install-recommends ${packages.join(' ')}`,
    )
  const absent = missing()
  const lacking = absent.filter(({ needed }) => needed === 'router' || needed === 'home')
  if (lacking.length > 0)
    giveUp(
      `it does not work without ${lacking.map(({ program, package: name }) => `${program} (package ${name})`).join(', ')}`,
    )
  for (const { program } of absent) say(`going on without ${program}`)
}

/** Build the admin app when anything it is made of has changed. */
function buildWeb() {
  if (!existsSync(join(ROOT, 'web/vite.config.ts'))) return
  const stamp = join(ROOT, 'web/dist/.built-from')
  const now = fingerprint(['web', 'router/features', 'router/values'])
  if (isBuiltFrom(stamp, now)) return
  say('the admin app is being built')
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(NODE, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'web'),
    encoding: 'utf8',
  })
  if (status !== 0) giveUp(`the admin app cannot be built:\n${stdout}${stderr}`)
  mkdirSync(join(ROOT, 'web/dist'), { recursive: true })
  writeFileSync(stamp, now)
}

/**
 * Make the file that networks and makers are looked up in, when what it is made of has changed. Its data sets are packages
 * that may be absent: then the router does without.
 */
function buildLookup() {
  const stamp = join(ROOT, 'router/dist/.lookup-from')
  const now = fingerprint(['bin', 'router/features/lookup'])
  if (existsSync(join(ROOT, 'router/dist/lookup.bin')) && isBuiltFrom(stamp, now)) return
  say('networks and makers are being sorted, to be looked up')
  // So little memory is enough, and is there on a small board.
  const memory = ['--max-semi-space-size=2', '--max-old-space-size=192']
  const { status } = spawnSync(NODE, [...memory, join(ROOT, 'bin/lookup.js')], { stdio: 'ignore' })
  if (status === 0) writeFileSync(stamp, now)
  else say('continuing without the data for networks and vendors of addresses; run "npm run lookup" to see why')
}

/** Compile the daemon into its cache when its source has changed; modules of other versions are deleted. */
function compileRouter() {
  const stamp = join(COMPILE_CACHE, 'compiled-from')
  const now = fingerprint(['bin', 'router'])
  if (isBuiltFrom(stamp, now)) return
  rmSync(COMPILE_CACHE, { recursive: true, force: true })
  mkdirSync(COMPILE_CACHE, { recursive: true })
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
  const { status } = spawnSync(NODE, [join(ROOT, 'bin/compile.js')], { env, stdio: 'ignore' })
  if (status === 0) writeFileSync(stamp, now)
}

/** Make everything ready that `purposes` need, but for the documentation (site.js). Does nothing, quickly, when it is. Two at once take turns. */
export async function prepare(purposes) {
  const lock = await waitForLock(join(ROOT, '.sallyport/prepare.lock'), () =>
    say('waiting for another start to finish preparing'),
  )
  try {
    installNpmPackages()
    installDebianPackages(purposes)
    if (!purposes.includes('router')) return
    buildWeb()
    buildLookup()
    compileRouter()
  } finally {
    lock.release()
  }
}
