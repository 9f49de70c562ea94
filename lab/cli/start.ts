import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { missingPrograms } from '../../bin/prepare.js'
import { whyNoRadios } from '../../bin/radios.js'
import { steadyClock } from '../../router/machine/clock.ts'
import { openDoor } from '../home/door.ts'
import { holdHome, writeRunning } from '../home/holding.ts'
import type { GuestOpening, Opening, Report } from '../process/messages.ts'
import { type Place, placeOf, ROOT } from '../process/place.ts'
import { findSeal, startSealed } from '../process/seal.ts'
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

async function start(): Promise<void> {
  const began = Date.now()
  const flags = readFlags()
  const place = placeOf(process.env)
  const seal = findSeal()
  if (!seal.trueRoot) say('without root the home runs in a user namespace: everything works but the VPN and captures')
  mkdirSync(place.home, { recursive: true, mode: 0o700 })
  await holdHome(place, say)

  const opened = Promise.withResolvers<void>()
  const door = await openDoor(place, opened.promise)
  const password = passwordOf(place)
  const { vm: isVirtual, ...wishes } = flags
  const asked = { base: place.base, ...wishes, password }
  const progress = openProgress(steadyClock, say, { isTimed: isVirtual })
  const opening = isVirtual ? await inGuest(asked, progress) : { ...asked, simulatedRadios: loadSimulatedRadios() }
  const inside = startSealed(seal, join(ROOT, isVirtual ? 'lab/vm/home.ts' : 'lab/home/open.ts'), [])
  inside.send(opening)

  let closing = false
  const close = (): void => {
    if (closing) return
    closing = true
    progress[Symbol.dispose]()
    say('closing the home')
    door.close()
    if (inside.connected) inside.disconnect()
    setTimeout(() => inside.kill('SIGKILL'), isVirtual ? 30_000 : 5000).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close)
  process.on('disconnect', close) // The process that a person started was killed.
  inside.on('exit', () => process.exit(closing ? 0 : 1))
  inside.on('message', (report: Report) => {
    if ('progress' in report) return progress.print(report.progress)
    progress[Symbol.dispose]()
    if ('failed' in report) process.stderr.write(`sallyport: the virtual home cannot be started: ${report.failed}\n`)
    else {
      writeRunning(place, seal, inside.pid as number, isVirtual)
      opened.resolve()
      welcome(place, {
        password: flags.unset ? undefined : password,
        hasRadios: opening.simulatedRadios,
        tookMs: Date.now() - began,
      })
    }
  })
}

interface Opened {
  /** Undefined if the router is not set up. */
  readonly password: string | undefined
  readonly hasRadios: boolean
  readonly tookMs: number
}

function welcome({ host, port, base }: Place, { password, hasRadios, tookMs }: Opened): void {
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
          '  npx sallyport home exec laptop -- ping -c 3 www.test',
          ...(hasRadios ? [`${join('newphone')}# connect a phone that you added in the app`] : []),
        ]
  const lines = [
    '',
    `The virtual home is running (${(tookMs / 1000).toFixed(1)} s). Press Ctrl-C to stop it.`,
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
