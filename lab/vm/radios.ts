import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/program.ts'

const FIRMWARE = '/lib/firmware'

/**
 * Loads simulated radios into the kernel of the virtual machine. The rules of the countries have to be there before; Debian keeps
 * them in `wireless-regdb`, unpacked at `SALLYPORT_REGULATORY`.
 */
export async function loadRadios(radios: number): Promise<void> {
  const rules = process.env.SALLYPORT_REGULATORY
  mkdirSync(FIRMWARE, { recursive: true })
  for (const file of rules === undefined ? [] : readdirSync(rules))
    if (file.endsWith('-debian')) copyFileSync(join(rules!, file), join(FIRMWARE, file.replace('-debian', '')))
  await run(['/guest/modprobe', 'mac80211_hwsim', `radios=${radios}`])
}
