import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BootChoice, decodeChoice } from '../../install/image/choice.ts'
import { place } from '../../install/image/gpt.ts'
import { CHOICE_FILE } from '../../install/image/grub.ts'
import {
  type Architecture,
  DATA_PARTITION,
  ESP,
  layoutOf,
  numberOf,
  SECTOR,
  slotPartition,
} from '../../install/image/layout.ts'
import { openBrowserHere } from '../browser/browser.ts'
import { settleInside } from '../process/inside.ts'
import { run } from '../process/program.ts'
import { until } from '../process/until.ts'
import { openRandom } from '../safety/random.ts'
import { broken, foreign, makeStick, tampered, truncated } from './bundles.ts'
import { askRouter, ROUTER, START_MS, waitForRouter } from './computer.ts'
import { openChanges } from './cuts.ts'
import type { Firmware } from './firmware.ts'
import { LAN, type Machine, startMachine } from './machine.ts'
import { checkPoints } from './points.ts'
import { COMPUTER, setUp } from './setup.ts'

/**
 * Starts the image in a virtual machine, sets up the router with the wizard in Chromium, cuts the power, and checks that the router starts
 * with its settings. With a bundle: bad ones are refused, a slot that does not work or whose trial is interrupted is left, and a good one is kept.
 * Then the power is cut at random moments, and in thought at all moments of one run. Arguments: see start.ts.
 */

await settleInside()
const { values } = parseArgs({
  options: {
    image: { type: 'string', default: '' },
    architecture: { type: 'string', default: '' },
    firmware: { type: 'string', default: '' },
    accelerator: { type: 'string', default: '' },
    bundle: { type: 'string', default: '' },
    cert: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    cuts: { type: 'string', default: '0' },
    points: { type: 'string', default: '0' },
    seed: { type: 'string', default: '0' },
    to: { type: 'string', default: '' },
  },
})
const { to: folder, bundle } = values
const firmware = values.firmware as Firmware
const architecture = values.architecture as Architecture
const accelerator = values.accelerator === 'kvm' ? 'kvm' : 'tcg'
/** How long settings are changed in the run whose power is cut everywhere. */
const CHANGES_MS = 60_000
const random = openRandom(Number(values.seed))
const disk = join(folder, 'disk')
const partitions = place(layoutOf(architecture))
const startOf = (name: string): number => partitions[numberOf(architecture, name) - 1]!.first * SECTOR
const begun = performance.now()
const report = (line: string): void =>
  console.log(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}`)
const lines: string[] = []

mkdirSync(folder, { recursive: true })
await run(['cp', '--sparse=always', values.image, disk], { timeoutMs: 600_000 })
await run(['truncate', '--size', '2G', disk])
await run(['ip', 'tuntap', 'add', LAN, 'mode', 'tap'])
await run(['ip', 'link', 'set', LAN, 'up'])

try {
  const bootMs = await setUpFirst()
  if (bundle !== '') {
    await refuseBundles()
    if (values.key !== '') await leaveBrokenSlot()
    await interruptTrial()
    await keepSlotB()
  }
  await cutOften(Number(values.cuts), bootMs)
  if (Number(values.points) > 0) await cutEverywhere(Number(values.points))
} finally {
  for (const name of ['stick', 'running', 'writes', 'data']) rmSync(join(folder, name), { force: true })
}
report('passed')
process.exit(0)

/** Returns how long the machine needs to start. */
async function setUpFirst(): Promise<number> {
  await using machine = await start('A')
  const from = performance.now()
  await waitForRouter(machine, 200, folder)
  const bootMs = performance.now() - from
  report('the router offers its setup')
  await machine.line('To set up this router', START_MS)
  await machine.photograph(join(folder, 'console.png'))
  const browser = await openBrowserHere()
  await setUp(await browser.newPage(), ROUTER, folder)
  await browser.close()
  assert.equal((await askRouter('/setup', { isAnonymous: true })).status, 400)
  report('the router is set up')
  return bootMs
}

/** Nothing of the boot choice changes, and the console shows the reason. */
async function refuseBundles(): Promise<void> {
  await using machine = await startAgain('A')
  await machine.line('To update it', START_MS)
  await machine.photograph(join(folder, 'console-set-up.png'))
  for (const [make, reason] of [
    [() => foreign(architecture, folder), 'it is not signed with a key that this router accepts'],
    [() => truncated(bundle, folder), 'it is damaged or incomplete'],
    [() => tampered(bundle, folder), 'it is damaged or incomplete'],
  ] as const) {
    const path = await make()
    await machine.plugStick(await makeStick(path, folder))
    const shown = await machine.line('was not installed: ', START_MS)
    report(shown.trim())
    assert.ok(shown.includes(`${path.split('/').at(-1)} was not installed: ${reason}.`), shown)
    assert.deepEqual(await choiceOf(machine.running), { good: 'A' })
    await machine.unplugStick()
    rmSync(path)
  }
  await machine.photograph(join(folder, 'console-refused.png'))
}

/** A slot whose router does not start is left for the good one, without anybody. */
async function leaveBrokenSlot(): Promise<void> {
  const signer = { certificate: values.cert, key: values.key }
  const path = await broken(values.image, startOf(slotPartition('A')), architecture, signer, folder)
  await using machine = await startAgain('A')
  await install(machine, path)
  report('the bundle with a router that does not start is installed, and slot B starts')
  assert.deepEqual(await choiceOf(machine.running), { good: 'A' })
  await machine.line('Sallyport: slot A', START_MS)
  await waitForRouter(machine, 400, folder)
  await checkComputer()
  assert.deepEqual(await choiceOf(machine.running), { good: 'A' })
  report('the machine has returned to slot A')
  rmSync(path)
}

async function interruptTrial(): Promise<void> {
  await using machine = await startAgain('A')
  await install(machine, bundle)
  await pause(random.below(40_000))
  await machine.cutPower()
  report('the power is cut while slot B is on trial')
  assert.deepEqual(await choiceOf(disk), { good: 'A' })
}

async function keepSlotB(): Promise<void> {
  await using machine = await startAgain('A')
  await install(machine, bundle)
  report('the bundle is installed, and slot B starts')
  await waitForRouter(machine, 400, folder)
  await until('slot B to be kept', async () => (await choiceOf(machine.running)).good === 'B', START_MS)
  report('slot B is kept')
  await machine.cutPower()
  assert.deepEqual(await choiceOf(disk), { good: 'B' })
}

/** Cuts the power during the start, or while settings are changed. */
async function cutOften(cuts: number, bootMs: number): Promise<void> {
  const slot = bundle === '' ? 'A' : 'B'
  const changes = openChanges(random, () => performance.now())
  for (let cut = 1; cut <= cuts; cut++) {
    await using machine = await start()
    if (random.below(3) === 0) {
      const moment = random.below(bootMs)
      await pause(moment)
      report(`cut ${cut}: ${Math.round(moment / 1000)} s after the start, ${await machine.cutPower()} writes open`)
      continue
    }
    await machine.line(`Sallyport: slot ${slot}`, START_MS)
    await waitForRouter(machine, 400, folder)
    await changes.check()
    const changing = changes.makeUntilCut(machine)
    await pause(5000 + random.below(25_000))
    const open = await machine.cutPower()
    report(`cut ${cut}: after ${await changing} acknowledged changes, ${open} writes open`)
  }
  await using machine = await startAgain(slot)
  await changes.check()
  assert.deepEqual(await choiceOf(machine.running), { good: slot })
  report(`after ${cuts} power cuts, the router has all acknowledged settings`)
}

/** Changes settings for a while, and opens what a power cut at each of some thousand points of that run leaves. */
async function cutEverywhere(count: number): Promise<void> {
  const before = join(folder, 'data')
  const origin = startOf(DATA_PARTITION)
  await run(['dd', `if=${disk}`, `of=${before}`, 'bs=1M', 'iflag=skip_bytes', `skip=${origin}`, 'conv=sparse'])
  await using machine = await startAgain()
  const changes = openChanges(random, machine.logged)
  const changing = changes.makeUntilCut(machine)
  await pause(CHANGES_MS)
  await machine.cutPower()
  report(`${await changing} changes were acknowledged; they wrote a log of ${machine.logged()} bytes`)
  const checked = { before, origin, log: machine.log, changes: changes.made, device: COMPUTER }
  const points = await checkPoints(checked, { count, random, folder, report })
  report(`a power cut at none of ${points} points loses an acknowledged change`)
}

/** Installs a bundle from a stick, and waits until slot B is started. */
async function install(machine: Machine, path: string): Promise<void> {
  await machine.line('To update it', START_MS)
  await machine.plugStick(await makeStick(path, folder))
  await machine.line('Sallyport: slot B', START_MS)
}

/** Starts the machine with the settings that it has. */
async function startAgain(slot?: 'A' | 'B'): Promise<Machine & AsyncDisposable> {
  const machine = await start(slot)
  await waitForRouter(machine, 400, folder)
  await checkComputer()
  report('the router has its settings')
  return machine
}

async function checkComputer(): Promise<void> {
  const devices = await (await askRouter('/devices')).text()
  assert.ok(devices.includes(COMPUTER), devices)
}

/** The boot choice on a disk. */
async function choiceOf(path: string): Promise<BootChoice> {
  return decodeChoice(await run(['mtype', '-i', `${path}@@${startOf(ESP)}`, `::${CHOICE_FILE}`]))
}

async function start(slot?: 'A' | 'B'): Promise<Machine & AsyncDisposable> {
  const onLine = (line: string): void => {
    lines.push(line)
    writeFileSync(join(folder, 'serial.log'), `${lines.join('\n')}\n`)
  }
  report(`start by ${firmware.toUpperCase()}, with ${accelerator.toUpperCase()}`)
  const machine = await startMachine({ disk, architecture, firmware, folder, accelerator, random, onLine })
  if (slot !== undefined) await machine.line(`Sallyport: slot ${slot}`, START_MS)
  return { ...machine, [Symbol.asyncDispose]: async () => void (await machine.cutPower()) }
}
