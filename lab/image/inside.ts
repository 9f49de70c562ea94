import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeChoice } from '../../install/image/choice.ts'
import { STICK_LABEL } from '../../install/image/files.ts'
import { place } from '../../install/image/gpt.ts'
import { CHOICE_FILE } from '../../install/image/grub.ts'
import { ESP, numberOf, PARTITIONS, SECTOR } from '../../install/image/layout.ts'
import { openBrowserHere } from '../browser/browser.ts'
import { settleInside } from '../process/inside.ts'
import { run } from '../process/program.ts'
import { until } from '../process/until.ts'
import { LAN, type Machine, startMachine } from './machine.ts'
import { COMPUTER, PASSWORD, setUp } from './setup.ts'

/**
 * Starts the image in a virtual machine, sets up the router with the wizard in Chromium, cuts the power, and checks that the router starts
 * with its settings. With a bundle, installs it from a USB stick, and checks that the other slot is started and kept. Arguments: see start.ts.
 */

const ROUTER = '192.168.2.1'
/** Under emulation, a start takes minutes. */
const START_MS = 1_200_000

/** For udhcpc(8): the address and the route of the lease. */
const LEASE_SCRIPT = `#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr flush dev "$interface"
ip addr add "$ip/$mask" dev "$interface"
ip route replace default via "$router"
`

await settleInside()
const { values } = parseArgs({
  options: {
    image: { type: 'string', default: '' },
    firmware: { type: 'string', default: 'bios' },
    accelerator: { type: 'string', default: 'tcg' },
    bundle: { type: 'string', default: '' },
    to: { type: 'string', default: '' },
  },
})
const folder = values.to
const firmware = values.firmware === 'uefi' ? 'uefi' : 'bios'
const accelerator = values.accelerator === 'kvm' ? 'kvm' : 'tcg'
const disk = join(folder, 'disk')
const begun = performance.now()
const report = (line: string): void =>
  console.log(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}`)

mkdirSync(folder, { recursive: true })
await run(['cp', '--sparse=always', values.image, disk], { timeoutMs: 600_000 })
await run(['truncate', '--size', '2G', disk])
await run(['ip', 'tuntap', 'add', LAN, 'mode', 'tap'])
await run(['ip', 'link', 'set', LAN, 'up'])

try {
  await using first = start()
  await waitForRouter(first, 'setup', 200)
  await first.program.line('To set up this router', START_MS)
  await first.photograph(join(folder, 'console.png'))
  const browser = await openBrowserHere()
  await setUp(await browser.newPage(), ROUTER, folder)
  await browser.close()
  report('the router is set up')
  assert.equal((await ask('/setup')).status, 400)
  await first.cutPower()

  await using second = start()
  await waitForRouter(second, 'setup', 400)
  const devices = await (await ask('/devices', PASSWORD)).text()
  assert.ok(devices.includes(COMPUTER), devices)
  await second.program.line('The router runs', START_MS)
  await second.photograph(join(folder, 'console-set-up.png'))
  report('after a power cut, the router has its settings')
  if (values.bundle === '') process.exit(0)

  await second.program.line('To update it', START_MS)
  await second.plugStick(await makeStick(values.bundle))
  await second.program.line('Sallyport: slot B', START_MS)
  report('the bundle is installed; slot B starts')
  await waitForRouter(second, 'setup', 400)
  await until('slot B to be kept', () => isKept('B'), START_MS)
  report('slot B is kept')
  await second.cutPower()

  await using third = start()
  await third.program.line('Sallyport: slot B', START_MS)
  await waitForRouter(third, 'setup', 400)
} finally {
  rmSync(join(folder, 'stick'), { force: true })
}
process.exit(0)

/** A USB stick with the bundle. */
async function makeStick(bundle: string): Promise<string> {
  const stick = join(folder, 'stick')
  await run(['truncate', '--size', '512M', stick])
  await run(['mkfs.vfat', '-n', STICK_LABEL, stick])
  await run(['mcopy', '-i', stick, bundle, '::update.raucb'], { timeoutMs: 300_000 })
  return stick
}

/** Whether the boot choice on the disk has this good slot. */
async function isKept(slot: string): Promise<boolean> {
  const esp = `${disk}@@${place(PARTITIONS)[numberOf(ESP) - 1]!.first * SECTOR}`
  return decodeChoice(await run(['mtype', '-i', esp, `::${CHOICE_FILE}`])).good === slot
}

function start(): Machine & AsyncDisposable {
  const lines: string[] = []
  const onLine = (line: string): void => {
    lines.push(line)
    writeFileSync(join(folder, 'serial.log'), `${lines.join('\n')}\n`)
  }
  report(`start by ${firmware.toUpperCase()}, with ${accelerator.toUpperCase()}`)
  const machine = startMachine({ disk, firmware, folder, accelerator, onLine })
  return { ...machine, [Symbol.asyncDispose]: () => machine.cutPower() }
}

/** The computer gets an address from the router, and the API answers with this status. */
async function waitForRouter({ program }: Machine, path: string, status: number): Promise<void> {
  await until('an address from the router', () => program.running && isLeased(), START_MS)
  report('a computer of the household has an address')
  await until(
    `status ${status} of the router`,
    () =>
      ask(`/${path}`).then(
        (reply) => reply.status === status,
        () => false,
      ),
    START_MS,
  )
  report(`the router answers: GET /${path} ${status}`)
}

async function isLeased(): Promise<boolean> {
  const script = join(folder, 'lease')
  writeFileSync(script, LEASE_SCRIPT, { mode: 0o755 })
  return await run(['busybox', 'udhcpc', '-i', LAN, '-n', '-q', '-f', '-t', '5', '-T', '2', '-s', script]).then(
    () => true,
    () => false,
  )
}

function ask(path: string, password?: string): Promise<Response> {
  const headers =
    password === undefined ? {} : { Authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` }
  return fetch(`http://${ROUTER}${path}`, { headers, signal: AbortSignal.timeout(20_000) })
}
