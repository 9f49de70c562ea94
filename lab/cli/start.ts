import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { missingPrograms } from '../../bin/packages.js'
import { whyNoRadios } from '../../bin/radios.js'
import { steadyClock } from '../../router/machine/clock.ts'
import { serveDemonstration } from '../demonstration/control.ts'
import { openDoor } from '../home/door.ts'
import { firstInside, holdHome, writeRunning } from '../home/holding.ts'
import type { GuestOpening, Opening, Report, Running } from '../process/messages.ts'
import { type Place, placeOf, ROOT } from '../process/place.ts'
import { findSeal, type Seal, startSealed } from '../process/seal.ts'
import { findAccelerator } from '../vm/accelerator.ts'
import { makeDisk } from '../vm/disk.ts'
import { fetchParts } from '../vm/parts.ts'
import { openProgress, type Progress } from './progress.ts'

const say = (text: string): void => void process.stdout.write(`  ${text}\n`)

/** The administrator's password: the given one, the saved one, or a new one. Saves it for the next start. */
function passwordOf({ home }: Place): string {
  const file = join(home, 'password')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const asked = process.env.SALLYPORT_ADMIN_PASSWORD
  if (kept !== undefined) {
    if (asked && asked !== kept)
      say('this home keeps the password it was made with; SALLYPORT_ADMIN_PASSWORD is for a new one')
    return kept
  }
  const password = asked || randomBytes(12).toString('base64url')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      unset: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      vm: { type: 'boolean', default: false },
      demonstration: { type: 'boolean', default: false },
      uplink: { type: 'string', default: 'public' },
    },
  })
  const { uplink, ...flags } = values
  if (uplink !== 'public' && uplink !== 'private') throw new Error('--uplink is public or private')
  return { ...flags, uplink } as const
}

/** Loads the module for simulated radios, which the home creates in its own namespace. False where there are none, with the reason. */
function loadSimulatedRadios(): boolean {
  const loaded = () => existsSync('/sys/module/mac80211_hwsim')
  const [missing] = missingPrograms(['radio'])
  const why = whyNoRadios() ?? (missing && `the program ${missing.program} is missing (package ${missing.package})`)
  if (why === undefined && !loaded()) spawnSync('modprobe', ['mac80211_hwsim', 'radios=0'])
  if (why === undefined && loaded()) return true
  say('wireless devices are connected by cable; for simulated radios: npm start -- --vm')
  say(`(here there are none: ${why ?? 'the module mac80211_hwsim cannot be loaded'})`)
  return false
}

/** What a virtual machine opens, with its parts. */
async function inGuest(asked: Omit<Opening, 'simulatedRadios'>, { print }: Progress): Promise<GuestOpening> {
  const [missing] = missingPrograms(['vm', 'radio'])
  if (missing) throw new Error(`--vm needs the program ${missing.program} (package ${missing.package})`)
  print('preparing the kernel and the programs of the virtual machine')
  const parts = fetchParts()
  print('preparing the disk of the virtual machine')
  const disk = join(asked.base, 'disk.ext4')
  makeDisk(disk)
  print('finding out whether the machine has KVM')
  const accelerator = await findAccelerator(parts)
  const duration = accelerator === 'kvm' ? 'with KVM' : 'without KVM: two to three minutes of a processor'
  print(`starting the virtual machine (${duration})`)
  return { ...asked, simulatedRadios: true, parts, accelerator, disk }
}

/** Undefined, and the reason is printed, where no namespaces can be created. */
function sealOrReason(): Seal | undefined {
  try {
    return findSeal()
  } catch (error) {
    say((error as Error).message)
    return undefined
  }
}

/** A log of the router in the working directory, which is emptied. */
function openLog(path: string): (line: string) => void {
  writeFileSync(path, '')
  return (line) => appendFileSync(path, `${line}\n`)
}

/** A home whose door is open, and whose router is not. */
interface Prepared {
  readonly place: Place
  readonly flags: ReturnType<typeof readFlags>
  readonly password: string
  readonly door: Server
  /** Call when the router answers. */
  readonly onOpen: (running: Omit<Running, 'port'>, hasRadios: boolean) => void
}

async function start(): Promise<void> {
  const began = Date.now()
  const flags = readFlags()
  const place = placeOf(process.env)
  const seal = flags.demonstration ? undefined : sealOrReason()
  if (!seal) say('this is the demonstration home: its devices and its network are simulated, and no packet is sent')
  else if (!seal.trueRoot)
    say('without root the home runs in a user namespace: everything works but the VPN and captures')
  mkdirSync(place.home, { recursive: true, mode: 0o700 })
  await holdHome(place, say)

  const opened = Promise.withResolvers<void>()
  const door = await openDoor(place, opened.promise)
  const password = passwordOf(place)
  const onOpen: Prepared['onOpen'] = (running, hasRadios) => {
    writeRunning(place, running)
    opened.resolve()
    welcome(place, {
      password: flags.unset ? undefined : password,
      hasRadios,
      isSimulated: !seal,
      tookMs: Date.now() - began,
    })
  }
  const prepared = { place, flags, password, door, onOpen }
  await (seal ? openSealed(prepared, seal) : openSimulated(prepared))
}

/** Calls `close` once: at a signal, or when the process that a person started was killed. */
function closeOnSignal(door: Server, close: () => void): () => boolean {
  let closing = false
  const closeOnce = (): void => {
    if (closing) return
    closing = true
    say('closing the home')
    door.close()
    close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, closeOnce)
  process.on('disconnect', closeOnce)
  return () => closing
}

/** Opens the home with simulated devices, in this process. */
async function openSimulated({ flags: { unset, quiet }, password, door, onOpen }: Prepared): Promise<void> {
  const { openDemonstration } = await import('../demonstration/home.ts')
  const log = openLog('router.log')
  // From the working directory, which is that of the door: relative paths are short enough for unix sockets.
  const data = unset ? '../unset' : '../demonstration'
  if (unset) rmSync(data, { recursive: true, force: true })
  const home = await openDemonstration({ data, console: 'console', password, unset, quiet, onRouterLine: log })
  const control = serveDemonstration(home.devices, 'control')
  closeOnSignal(door, () => {
    control.close()
    home[Symbol.asyncDispose]().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  onOpen({ inside: process.pid, trueRoot: true, isVirtual: false }, false)
}

/** Opens the home in namespaces, or in a virtual machine. */
async function openSealed({ place, flags, password, door, onOpen }: Prepared, seal: Seal): Promise<void> {
  const { vm: isVirtual, unset, quiet, uplink } = flags
  const asked = { base: place.base, unset, quiet, uplink, password }
  const progress = openProgress(steadyClock, say, { isTimed: isVirtual })
  const opening = isVirtual ? await inGuest(asked, progress) : { ...asked, simulatedRadios: loadSimulatedRadios() }
  const inside = startSealed(seal, join(ROOT, isVirtual ? 'lab/vm/home.ts' : 'lab/home/open.ts'), [])
  inside.send(opening)

  const isClosing = closeOnSignal(door, () => {
    progress[Symbol.dispose]()
    if (inside.connected) inside.disconnect()
    setTimeout(() => inside.kill('SIGKILL'), isVirtual ? 30_000 : 5000).unref()
  })
  inside.on('exit', () => process.exit(isClosing() ? 0 : 1))
  inside.on('message', (report: Report) => {
    if ('progress' in report) return progress.print(report.progress)
    progress[Symbol.dispose]()
    if ('failed' in report) process.stderr.write(`sallyport: the virtual home cannot be started: ${report.failed}\n`)
    else {
      const { trueRoot } = seal
      onOpen({ inside: firstInside(inside.pid as number), trueRoot, isVirtual }, opening.simulatedRadios)
    }
  })
}

interface Opened {
  /** Undefined if the router is not set up. */
  readonly password: string | undefined
  readonly hasRadios: boolean
  readonly isSimulated: boolean
  readonly tookMs: number
}

function welcome({ host, port, base }: Place, { password, hasRadios, isSimulated, tookMs }: Opened): void {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const passphrase = hasRadios ? ' PASSPHRASE' : ''
  const join = (name: string) => `  npx sallyport home join ${name}${passphrase}`.padEnd(47)
  const next =
    password === undefined
      ? ['  not set up yet: the setup wizard asks for a password', '', `${join('phone')}# connect a phone`]
      : [
          '  user      admin',
          `  password  ${password}`,
          '',
          '  npx sallyport home list                      # list devices',
          ...(isSimulated ? [] : ['  npx sallyport home exec laptop -- ping -c 3 www.test']),
          ...(hasRadios ? [`${join('newphone')}# connect a phone that you added in the app`] : []),
        ]
  const lines = [
    '',
    `The ${isSimulated ? 'demonstration' : 'virtual'} home is running (${(tookMs / 1000).toFixed(1)} s). Press Ctrl-C to stop it.`,
    '',
    `  http://${shown}:${port}/`,
    ...next,
    '',
    `  data in ${base}`,
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

start().catch((error: Error) => {
  process.stderr.write(`sallyport: ${error.message}\n`)
  process.exit(1)
})
