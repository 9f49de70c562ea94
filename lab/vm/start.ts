import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare } from '../../bin/prepare.js'
import { ROOT } from '../process/place.ts'
import { findSeal, runSealed } from '../process/seal.ts'
import { runNodeInGuest } from './command.ts'
import { Unavailable } from './debian.ts'

/** The whole of it, booting included, takes about five minutes on two processors; twice that where others keep them busy. */
const TIMEOUT_MS = 1_800_000
/** For files that are named, such as all those of `npm run nightly`. */
const LONG_TIMEOUT_MS = 3_600_000
const TEST = [
  '--test',
  '--test-reporter=spec',
  // A home that failed to open leaves programs running; the reason is printed at the end.
  '--test-force-exit',
  '--disable-warning=ExperimentalWarning',
]
const VLANS = ['lab/vm/drivers.test.ts', 'lab/vm/vlans.test.ts']
/** About a card that the virtual machine has. */
const HARDWARE = 'lab/vm/hardware.test.ts'
/** About radios that only its kernel simulates. The other files about radios, uplinks over PPPoE and WireGuard of the kernel run by `npm run nightly`. */
const RADIO = ['lab/vm/radio.test.ts', 'lab/vm/radio-isolation.test.ts']

/** Whether this kernel has VLAN links, tested in a new namespace. */
function knowsVlans(): boolean {
  const commands = 'link add a type veth peer b\nlink add link a name a.7 type vlan id 7\n'
  const { status } = spawnSync('unshare', [...findSeal().flags, '--', 'ip', '-batch', '-'], { input: commands })
  return status === 0
}

/** If this kernel can, the tests run on it directly. */
const testHere = (): Promise<number> =>
  runSealed(join(ROOT, 'lab/process/inside.ts'), ['--', process.execPath, ...TEST, ...VLANS])

async function testInGuest(files: readonly string[], timeoutMs: number): Promise<number> {
  await prepare(['router', 'vm', 'radio', 'ppp'])
  const stations = process.env.SALLYPORT_STATIONS
  // One process for all of them: under emulation, most of the time goes into loading the same modules.
  return await runNodeInGuest([...TEST, '--test-isolation=none', ...files], {
    timeoutMs,
    variables: stations ? { SALLYPORT_STATIONS: stations } : {},
  })
}

/** Test files as arguments run in the virtual machine, and no others. */
const chosen = process.argv.slice(2)

try {
  const isHere = knowsVlans() && chosen.length === 0
  const files = chosen.length > 0 ? chosen : [...(isHere ? [] : VLANS), HARDWARE, ...RADIO]
  const results = [
    isHere ? await testHere() : 0,
    await testInGuest(files, chosen.length > 0 ? LONG_TIMEOUT_MS : TIMEOUT_MS),
  ]
  process.exitCode = results.find((code) => code !== 0) ?? 0
} catch (error) {
  if (!(error instanceof Unavailable)) throw error
  console.log(
    `\n*** NOT TESTED: radios, and 802.1Q where this kernel has none. There is no virtual machine: ${error.message}\n`,
  )
}
