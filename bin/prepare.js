import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitForLock } from './lock.js'
import { needs } from './packages.js'
import { giveUp, say } from './progress.js'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The runtime that package-lock.json pins; everything but this folder runs on it. */
export const NODE = join(ROOT, 'node_modules/.bin/node')

const isRoot = () => process.getuid?.() === 0
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Is what npm installed last what package-lock.json asks for? Packages for other kinds of machine may be absent. */
function npmIsCurrent() {
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json')) || !existsSync(NODE)) return false
  const wanted = readJson(join(ROOT, 'package-lock.json')).packages
  const have = readJson(join(ROOT, 'node_modules/.package-lock.json')).packages
  return Object.entries(wanted).every(
    ([path, { version, link, optional, peer }]) =>
      !path.includes('node_modules/') || link || have[path]?.version === version || (!have[path] && (optional || peer)),
  )
}

function installNpmPackages() {
  if (npmIsCurrent()) return
  say('npm packages are being installed (once; about half a minute)')
  // Unlike `npm ci` it leaves alone what is right already, and with it whatever runs from there.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
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

const GENERATED = ['dist', 'node_modules', '.docusaurus']

/** All files below `dir` that a build reads. */
function* sources(dir) {
  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) {
      if (!GENERATED.includes(entry.name)) yield* sources(path)
    } else if (!entry.name.endsWith('.test.ts')) yield path
  }
}

function fingerprint(dirs) {
  const hash = createHash('sha256')
  for (const dir of dirs)
    for (const path of sources(join(ROOT, dir)))
      hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path))
  return hash.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex')
}

/** Build the admin app when anything it is made of has changed. */
function buildWeb() {
  if (!existsSync(join(ROOT, 'web/vite.config.ts'))) return
  const stamp = join(ROOT, 'web/dist/.built-from')
  const now = fingerprint(['web', 'router/features', 'router/values'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
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

/** What the environment says of the site; `site/settings.ts` and `site/links.ts` read it. */
const siteSettings = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('SITE_'))
    .sort()
    .join('\n')

const ENOUGH_TO_BUILD_THE_SITE = 1.75 * 2 ** 30

/** Build the documentation when anything that stands in it has changed. Only its own tests need it: nothing serves it. */
function buildSite() {
  const stamp = join(ROOT, 'site/dist/.built-from')
  const now = fingerprint(['site', 'search', 'router/features', 'router/servers/http']) + siteSettings()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return
  if (totalmem() < ENOUGH_TO_BUILD_THE_SITE)
    return say('going on without the documentation: this machine has too little memory to build it')
  say('the documentation is being built (about ten seconds)')
  const docusaurus = join(ROOT, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
  const quiet = '--disable-warning=ExperimentalWarning'
  const run = (...args) => spawnSync(NODE, args, { cwd: join(ROOT, 'site'), encoding: 'utf8' })
  let built = run(quiet, docusaurus, 'build', '--out-dir', 'dist/pages')
  if (built.status === 0) built = run('--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'finish.ts')
  if (built.status !== 0) giveUp(`the documentation cannot be built:\n${built.stdout}${built.stderr}`)
  writeFileSync(stamp, now)
}

/**
 * Make the file that networks and makers are looked up in, when what it is made of has changed. Its data sets are packages
 * that may be absent: then the router does without.
 */
function buildLookup() {
  const stamp = join(ROOT, 'router/dist/.lookup-from')
  const now = fingerprint(['bin', 'router/features/lookup'])
  if (existsSync(join(ROOT, 'router/dist/lookup.bin')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now)
    return
  say('networks and makers are being sorted, to be looked up')
  // So little memory is enough, and is there on a small board.
  const memory = ['--max-semi-space-size=2', '--max-old-space-size=192']
  const { status } = spawnSync(NODE, [...memory, join(ROOT, 'bin/lookup.js')], { stdio: 'ignore' })
  if (status === 0) writeFileSync(stamp, now)
  else say('going on without what tells the network or the maker of an address; "npm run lookup" says why')
}

/** Make everything ready that `purposes` need. Does nothing, quickly, when it is. Two at once take turns. */
export async function prepare(purposes) {
  const lock = await waitForLock(join(ROOT, '.sallyport/prepare.lock'), () =>
    say('waiting for another start to finish preparing'),
  )
  try {
    installNpmPackages()
    installDebianPackages(purposes)
    buildWeb()
    if (purposes.includes('test')) buildSite()
    buildLookup()
  } finally {
    lock.release()
  }
}
