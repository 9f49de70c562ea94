#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { daemonCommand } from './daemon.js'
import { NODE, prepare, ROOT } from './prepare.js'
import { giveUp } from './progress.js'

const USAGE = `usage: sallyport <command>

  start [--unset] [--quiet] [--uplink public|private]   open the virtual home on http://127.0.0.1:8000
  home list                                             who is in it
  home exec <device> -- <command>                       run a command inside a device
  home join|leave <device>                              connect a device, or take it away
  home reset                                            forget everything a home remembers
  run --uplink IF --lan IF [--wireless IF] [--data DIR] be the router of this machine
  test                                                  everything that is checked before a change is merged
  bench                                                 measure it

  SALLYPORT_HOST and SALLYPORT_PORT say where the home listens, SALLYPORT_DATA where it keeps its data,
  SALLYPORT_ADMIN_PASSWORD which password its administrator gets.
`

/** Go on in Node 26, as if it were this process: same terminal, same signals, same end. The channel tells it when we are gone. */
function goOn(command, ...args) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // A terminal sends Ctrl-C to both of us; what somebody sends to this process alone is passed on.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

const commands = {
  async start(args) {
    await prepare(['router', 'home'])
    goOn(NODE, join(ROOT, 'lab/start.ts'), ...args)
  },
  async home(args) {
    goOn(NODE, join(ROOT, 'lab/command.ts'), ...args)
  },
  async run(args) {
    await prepare(['router'])
    goOn(...daemonCommand(args))
  },
  async test(args) {
    await prepare(['router', 'home', 'test'])
    goOn(NODE, join(ROOT, 'lab/check.ts'), ...args)
  },
  async bench(args) {
    await prepare(['router', 'home', 'test'])
    goOn(NODE, join(ROOT, 'lab/bench/start.ts'), ...args)
  },
  async install() {
    giveUp(
      'installing as a service is not there yet. What works today: "npm start" for the virtual home, and on a real router ' +
        '"sudo npx sallyport run --uplink eth0 --lan eth1 --data /var/lib/sallyport", from a unit of your own.',
    )
  },
}

const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) await commands[name](args)
else {
  process.stdout.write(USAGE)
  process.exit(name === '' || name === 'help' || name === '--help' ? 0 : 1)
}
