import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { callSocket } from '../contract/call.ts'
import { findRunning, resetHome } from '../home/holding.ts'
import { ROAD_WARRIOR } from '../process/messages.ts'
import { type Place, placeOf } from '../process/place.ts'
import { environment } from '../process/program.ts'
import type { Presence } from './control.ts'
import { executeRemotely } from './remote.ts'
import type { RouterState } from './supervisor.ts'

const USAGE = `usage: sallyport home list
       sallyport home exec <device> -- <command> [argument…]
       sallyport home exec internet -- <command> [argument…]
       sallyport home join <device> [passphrase]
       sallyport home join <device> --wired
       sallyport home join roadwarrior <file>
       sallyport home leave <device>
       sallyport home reset
"internet" is a stranger's computer out there. A device of a new name joins by wifi with the passphrase that is waiting;
with simulated radios (npm start -- --vm), the passphrase is an argument. With --wired, it is connected to the switch.
"roadwarrior" is a machine in the internet that connects to the VPN with a configuration file:
sallyport vpn add roadwarrior --file FILE
With several homes open, SALLYPORT_PORT says which one is meant.`

/** Runs a command inside a device, with the same terminal and exit code. */
async function exec(meant: Place, name: string, argv: readonly string[]): Promise<void> {
  if (argv.length === 0) throw new Error(USAGE)
  const { place, running } = findRunning(meant)
  const { inside, trueRoot, isVirtual } = running
  if (isVirtual) {
    process.chdir(place.home)
    process.exit(await executeRemotely('control', name, argv))
  }
  const anchor = (await ask(place.home, 'anchor', name)) as number
  // Enter the home first: the anchor's process ID belongs to its PID namespace.
  const asOwner = trueRoot ? [] : ['--user', '--preserve-credentials']
  const intoHome = [`--target=${inside}`, ...asOwner, '--mount', '--pid', '--net', '--']
  const intoDevice = ['nsenter', `--target=${anchor}`, '--mount', '--net', '--uts', '--']
  const env = { ...environment, TERM: process.env.TERM ?? 'dumb', HOME: '/root' }
  const child = spawn('nsenter', [...intoHome, ...intoDevice, ...argv], { stdio: 'inherit', env })
  process.on('SIGINT', () => {}) // It is for the command.
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** Calls the control socket of the home. */
async function ask(home: string, verb: string, ...words: readonly string[]): Promise<unknown> {
  process.chdir(home) // A relative path is short enough for a unix socket.
  const { status, body } = await callSocket('control', {
    path: `/${[verb, ...words.map(encodeURIComponent)].join('/')}`,
  })
  if (status !== 200) throw new Error(String(body))
  return body
}

const row = (cells: readonly string[]): string =>
  cells.map((cell, index) => cell.padEnd([10, 14, 16][index] ?? 0)).join(' ')

function show(devices: readonly Presence[]): void {
  console.log(row(['DEVICE', 'LINK', 'ADDRESS', 'MAC']))
  for (const { name, link, ip, mac } of devices) console.log(row([name, link || 'away', ip || '-', mac]))
}

/** Prints a line about the router if it has been restarted. */
function showRouter({ state, restarts, reason }: RouterState): void {
  const times = restarts === 1 ? 'once' : `${restarts} times`
  if (state === 'restarting') console.log(`the router has stopped and is started again: ${reason}`)
  else if (state === 'failed') console.log(`the router has stopped and could not be started again: ${reason}`)
  else if (restarts > 0) console.log(`the router was started again ${times}, the last time because ${reason}`)
}

async function list(home: string): Promise<void> {
  show((await ask(home, 'list')) as Presence[])
  showRouter((await ask(home, 'router')) as RouterState)
}

/** The request to the home of a device that joins or leaves. */
function requestOf(verb: 'join' | 'leave', name: string, more?: string): [string, ...string[]] {
  if (verb === 'leave' || more === undefined) return [verb, name]
  if (name === ROAD_WARRIOR) return [verb, name, readFileSync(more, 'utf8')]
  return more === '--wired' ? ['plug', name] : [verb, name, more]
}

async function command([verb = '', name = '', ...rest]: readonly string[]): Promise<void> {
  const meant = placeOf(process.env)
  if (verb === 'reset') {
    resetHome(meant)
    console.log(`${meant.base} is empty`)
  } else if (verb === 'exec') await exec(meant, name, rest[0] === '--' ? rest.slice(1) : rest)
  else if (verb === 'list') await list(findRunning(meant).place.home)
  else if (verb === 'join' || verb === 'leave') {
    const { place, running } = findRunning(meant)
    if (name === ROAD_WARRIOR && verb === 'join' && rest[0] === undefined) throw new Error(USAGE)
    if (verb === 'join' && running.isVirtual) process.stderr.write(`connecting ${name} (up to a minute)\n`)
    show([(await ask(place.home, ...requestOf(verb, name, rest[0]))) as Presence])
  } else throw new Error(USAGE)
}

command(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`sallyport: ${error.message}\n`)
  process.exit(1)
})
