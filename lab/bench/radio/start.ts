import { join } from 'node:path'
import { prepare } from '../../../bin/prepare.js'
import { ROOT } from '../../process/place.ts'
import { runNodeInGuest } from '../../vm/command.ts'
import { Unavailable } from '../../vm/debian.ts'
import { measureSpeed, SPEED_OUTSIDE } from './speed.ts'

const TIMEOUT_MS = 1_800_000

/** Measures access points in a virtual machine, where the kernel simulates radios. Returns the exit status. */
export async function benchRadio(): Promise<number> {
  try {
    await prepare(['router', 'vm', 'radio'])
    const args = ['--disable-warning=ExperimentalWarning', join(ROOT, 'lab/bench/radio/measure.ts')]
    const variables = { [SPEED_OUTSIDE]: String(measureSpeed()) }
    console.log('measuring radio, in a virtual machine …')
    return await runNodeInGuest(args, { timeoutMs: TIMEOUT_MS, variables })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`\n*** NOT MEASURED: radio. There is no virtual machine: ${error.message}\n`)
    return 0
  }
}
