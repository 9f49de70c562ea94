import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall } from './apt.js'
import { fingerprint, hasRuntime, isBuiltFrom, leftOut, NODE, NPM_INSTALL, npmIsCurrent, ROOT } from './build.js'
import { BUNDLED_FROM, bundleRouter } from './bundle.js'
import { COMPILE, COMPILE_CACHE } from './daemon.js'
import { waitForLock } from './lock.js'
import { isInstalled, missingPackages, missingPrograms } from './packages.js'
import { giveUp, say } from './progress.js'

const isRoot = () => process.getuid?.() === 0

function installNpmPackages() {
  if (hasRuntime() && npmIsCurrent(ROOT) && leftOut(ROOT).length === 0) return
  say('installing npm packages (once; about 30 seconds)')
  const install = (...packages) => {
    const { status } = spawnSync('npm', [...NPM_INSTALL, ...packages], { cwd: ROOT, stdio: 'inherit' })
    if (status !== 0) giveUp('npm install failed; its output is above')
  }
  install()
  const native = leftOut(ROOT)
  if (native.length > 0) install(...native)
  if (!hasRuntime())
    giveUp(
      `npm has no package of Node 26 for ${process.platform} on ${process.arch}; install Node 26 or later, and try again`,
    )
}

/** The library that Node needs and a small Debian does not have. */
const LIBRARY = { file: 'libatomic.so.1', package: 'libatomic1' }

/** Ends with a message if the runtime cannot start. Installs the library that it needs, as root. */
function checkRuntime() {
  const failure = () => spawnSync(NODE, ['--version'], { encoding: 'utf8' }).stderr ?? `${NODE} cannot be started`
  if (failure().includes(LIBRARY.file) && isRoot() && isInstalled('apt-get')) {
    say(`installing Debian packages: ${LIBRARY.package}`)
    aptInstall([LIBRARY.package])
  }
  const reason = failure()
  if (reason.includes(LIBRARY.file))
    giveUp(`Node needs the library ${LIBRARY.file} (Debian package ${LIBRARY.package})`)
  if (reason !== '') giveUp(`Node cannot be started: ${reason}`)
}

/** Installs the Debian packages that `purposes` need, as root; otherwise prints the command that does. */
function installDebianPackages(purposes) {
  const missing = () => missingPrograms(purposes)
  if (missing().length === 0) return
  const packages = missingPackages(purposes)
  if (isRoot() && isInstalled('apt-get')) {
    say(`installing Debian packages: ${packages.join(' ')}`)
    aptInstall(packages)
  } else
    say(
      `Debian packages are missing; to install them: sudo apt-get install --no-install-recommends ${packages.join(' ')}`,
    )
  const absent = missing()
  const lacking = absent.filter(({ needed }) => needed === 'router' || needed === 'home')
  if (lacking.length > 0)
    giveUp(
      `these programs are required: ${lacking.map(({ program, package: name }) => `${program} (package ${name})`).join(', ')}`,
    )
  for (const { program } of absent) say(`continuing without ${program}`)
}

/** Builds the admin app if its sources have changed. */
function buildWeb() {
  if (!existsSync(join(ROOT, 'web/build/vite.config.ts'))) return
  const stamp = join(ROOT, 'web/dist/.built-from')
  const now = fingerprint(['web', 'router/model', 'router/values', 'router/wire'])
  if (isBuiltFrom(stamp, now)) return
  say('building the admin app')
  const { status, stdout, stderr } = spawnSync(NODE, [join(ROOT, 'web/build/build.ts')], { encoding: 'utf8' })
  if (status !== 0) giveUp(`the admin app cannot be built:\n${stdout}${stderr}`)
  mkdirSync(join(ROOT, 'web/dist'), { recursive: true })
  writeFileSync(stamp, now)
}

/**
 * Compiles the file with networks and vendors of addresses if its sources have changed. The data comes from optional npm
 * packages; without them the router has no such data.
 */
function buildLookup() {
  const stamp = join(ROOT, 'router/dist/.lookup-from')
  const now = fingerprint(['bin', 'router/model/traffic/lookup', 'router/features/traffic/lookup'])
  if (existsSync(join(ROOT, 'router/dist/lookup.bin')) && isBuiltFrom(stamp, now)) return
  say('compiling the lookup data (networks and vendors of addresses)')
  // Enough memory for it, and available on a small board.
  const memory = ['--max-semi-space-size=2', '--max-old-space-size=192']
  const { status } = spawnSync(NODE, [...memory, join(ROOT, 'bin/lookup.js')], { stdio: 'ignore' })
  if (status === 0) writeFileSync(stamp, now)
  else say('continuing without the data for networks and vendors of addresses; run "npm run lookup" to see why')
}

/** Bundles the daemon and compiles the bundle into its cache if the sources have changed; code of other versions is deleted. */
async function buildRouter() {
  if (await bundleRouter()) say('bundled the router')
  const stamp = join(COMPILE_CACHE, 'compiled-from')
  const now = readFileSync(BUNDLED_FROM, 'utf8')
  if (isBuiltFrom(stamp, now)) return
  rmSync(COMPILE_CACHE, { recursive: true, force: true })
  mkdirSync(COMPILE_CACHE, { recursive: true })
  const [command, ...args] = COMPILE
  const { status } = spawnSync(command, args, { stdio: 'ignore' })
  if (status === 0) writeFileSync(stamp, now)
}

/**
 * Prepares what `purposes` need, except for the documentation (site.js). Returns quickly if nothing is missing. One process at a time.
 * `withPrograms: false`: without Debian packages, for a simulated network or where a plan installs them.
 */
export async function prepare(purposes, { withPrograms = true } = {}) {
  const lock = await waitForLock(join(ROOT, '.sallyport/prepare.lock'), () =>
    say('waiting for another start to finish preparing'),
  )
  try {
    installNpmPackages()
    checkRuntime()
    if (withPrograms) installDebianPackages(purposes)
    if (!purposes.includes('router')) return
    buildWeb()
    buildLookup()
    await buildRouter()
  } finally {
    lock.release()
  }
}
