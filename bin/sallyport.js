#!/usr/bin/env node
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT } from './build.js'
import { daemonCommand } from './daemon.js'
import { findNamespaces } from './namespaces.js'
import { prepare } from './prepare.js'
import { say } from './progress.js'
import { whyNoRadios } from './radios.js'

const USAGE = `usage: sallyport <command>

  start [--unset] [--quiet] [--uplink public|private]   open the virtual home on http://127.0.0.1:8000
  start --vm                                            the same in a virtual machine, with simulated radios
  start --demonstration                                 the app with simulated devices, where no network can be created
  home list                                             list its devices
  home exec <device> -- <command>                       run a command inside a device
  home join <device> [passphrase]                       connect a device
  home leave <device>                                   disconnect it
  home reset                                            delete the saved state of a home
  vpn add <name> [--home-only] [--file FILE]            add a VPN device and show its QR code
  vpn list                                              list VPN devices with state and traffic
  vpn remove <name>                                     remove one
  users list                                            list users with their roles
  users add <name> --role viewer|parent|owner           add a user; a parent needs --group GROUP
  users role <name> viewer|parent|owner                 change the role of a user
  users password <name> [--remove-codes]                set a new password
  users remove <name>                                   remove a user
  prepare                                               install and build what start needs, as for an image
  site [--host H] [--port N]                            serve the documentation alone, on http://127.0.0.1:8080/pages/
  run --uplink IF --lan IF [--radio IF] [--data DIR]    run the router on this machine
  run --virtual [--endpoint HOST] [--setup-only]        run a router without a home, reached only through its VPN
  install [--uplink IF] [--lan IF,IF] [--radio IF]      install the router as a service of this machine, after showing the plan
          [--virtual] [--plan] [--yes] [-- OPTIONS]     OPTIONS: more of "sallyport run"
  confirm                                               keep an installation: otherwise it is undone after five minutes
  uninstall [--purge] [--yes]                           undo it; --purge also removes the saved state
  release --keys FOLDER --to FOLDER                     make a signed release, for "sallyport update" of installed routers
  deb [--repository FOLDER --key FILE]                  make a Debian package, and add it to a signed apt repository
  image [--to FOLDER]                                   make an image of a disk with the router, for PCs
  test [--all] [feature or file ...]                    run the tests
  bench                                                 run the benchmarks
  kills [COUNT [SEED]]                                  kill the router 200 times during writes
  soak [--hours N]                                      run the router for 24 hours with 200 devices and changes
  agree [COUNT [SEED]]                                  compare 30,000 DNS responses with unbound's

  SALLYPORT_HOST and SALLYPORT_PORT set the listen address of the home, SALLYPORT_DATA its data directory,
  SALLYPORT_ADMIN_PASSWORD the administrator's password.
`

/** Continues as another program, with its exit code. The IPC channel closes when this process ends. */
function goOn(command, args, detached) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
  return child
}

/** Runs a program in the foreground. It gets its signals from the terminal. */
function converse([command, ...args]) {
  const child = goOn(command, args, false)
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
}

/** Runs a program until a signal stops it. It gets signals only from this process, so each arrives once. */
function supervise([command, ...args]) {
  const child = goOn(command, args, true)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
}

/** Builds the documentation and waits for it. */
function buildSite() {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'bin/site.js')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

/** Builds the documentation in the background, with low priority: the home starts without it, and /pages/ waits for it. */
function buildSiteInBackground() {
  const child = spawn('nice', ['-n', '19', process.execPath, join(ROOT, 'bin/site.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  child.on('error', () => say('continuing without the documentation: the program "nice" is missing'))
  let isOver = false
  child.on('exit', () => {
    isOver = true
  })
  // Its processes form a process group, which ends with this process.
  process.on('exit', () => {
    if (child.pid && !isOver) process.kill(-child.pid)
  })
}

const OF_SETUP = ['--name', '--endpoint', '--file']
/** The arguments without those of the set-up (bin/vpn/virtual.ts). */
const forDaemon = (args) =>
  args.filter(
    (word, index) =>
      !OF_SETUP.includes(word) && !OF_SETUP.includes(args[index - 1]) && !OF_SETUP.includes(word.split('=')[0]),
  )

const module = (path, args) => [NODE, join(ROOT, path), ...args]

const commands = {
  async start(args) {
    const isSimulated = args.includes('--demonstration') || findNamespaces().flags === undefined
    const radio = args.includes('--vm') ? ['vm', 'radio'] : whyNoRadios() === undefined ? ['radio'] : []
    await prepare(['router', 'home', 'extra', 'vpn', ...radio], { withPrograms: !isSimulated })
    supervise(module('lab/cli/start.ts', args))
    buildSiteInBackground()
  },
  async prepare() {
    await prepare(['router', 'home', 'extra', 'vpn'])
    buildSite()
  },
  async home(args) {
    converse(module('lab/cli/command.ts', args))
  },
  async vpn(args) {
    await prepare([])
    converse(module('bin/vpn/command.ts', args))
  },
  async users(args) {
    await prepare([])
    converse(module('bin/users/command.ts', args))
  },
  async run(args) {
    const isVirtual = args.includes('--virtual')
    const radio = args.some((word) => word.startsWith('--radio')) ? ['radio'] : []
    await prepare(['router', ...radio, ...(isVirtual ? ['vpn'] : [])])
    if (isVirtual) {
      const [node, ...setup] = module('bin/vpn/virtual.ts', args)
      const { status } = spawnSync(node, setup, { stdio: 'inherit' })
      if (status !== 0 || args.includes('--setup-only')) process.exit(status ?? 1)
    }
    supervise(daemonCommand(['--web', join(ROOT, 'web/dist'), '--site', join(ROOT, 'site/dist'), ...forDaemon(args)]))
    buildSiteInBackground()
  },
  async site(args) {
    await prepare([])
    buildSite()
    supervise(module('router/start/site.ts', args))
  },
  async test(args) {
    await prepare(['router', 'home', 'extra', 'vpn', 'test'])
    buildSite()
    supervise(module('lab/cli/check.ts', args))
  },
  async bench(args) {
    await prepare(['router', 'home', 'extra', 'vpn', 'test'])
    buildSite()
    supervise(module('lab/bench/start.ts', args))
  },
  async kills(args) {
    await prepare(['router', 'home', 'extra', 'vpn', 'test'])
    supervise(module('lab/cli/kills.ts', args))
  },
  async soak(args) {
    await prepare(['router', 'home', 'extra', 'vpn', 'test'])
    supervise(module('lab/soak/start.ts', args))
  },
  async agree(args) {
    await prepare(['router', 'home', 'extra', 'vpn', 'test'])
    supervise(module('lab/cli/agree.ts', args))
  },
  async install(args) {
    // The plan alone needs no build. It names the Debian packages, so that they can be removed again.
    const isBuilt = !args.includes('--plan')
    await prepare(isBuilt ? ['router'] : [], { withPrograms: false })
    if (isBuilt) buildSite()
    converse(module('install/main.ts', ['install', ...args]))
  },
  async release(args) {
    await prepare(['router'], { withPrograms: false })
    buildSite()
    converse(module('install/releases/command.ts', args))
  },
  async deb(args) {
    // Packages that are only added to a repository need no build.
    if (!args.some((word) => word === '--renew' || word.endsWith('.deb'))) {
      await prepare(['router'], { withPrograms: false })
      buildSite()
    }
    converse(module('install/deb/command.ts', args))
  },
  async image(args) {
    await prepare(['router'], { withPrograms: false })
    buildSite()
    converse(module('install/image/command.ts', args))
  },
  async confirm(args) {
    converse(module('install/main.ts', ['confirm', ...args]))
  },
  async uninstall(args) {
    converse(module('install/main.ts', ['uninstall', ...args]))
  },
}

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) await commands[name](args)
else {
  process.stdout.write(USAGE)
  process.exit(name === '' || name === 'help' || name === '--help' ? 0 : 1)
}
