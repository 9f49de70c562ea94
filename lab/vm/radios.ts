import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/program.ts'

const FIRMWARE = '/lib/firmware'

/**
 * Loads the module for simulated radios into the kernel of the virtual machine, and `radios` of them: those of a home are created
 * when they are needed. The rules of the countries have to be there before; Debian keeps
 * them in `wireless-regdb`, unpacked at `SALLYPORT_REGULATORY`.
 */
export async function loadRadios(radios = 0): Promise<void> {
  const rules = process.env.SALLYPORT_REGULATORY
  mkdirSync(FIRMWARE, { recursive: true })
  for (const file of rules === undefined ? [] : readdirSync(rules))
    if (file.endsWith('-debian')) copyFileSync(join(rules!, file), join(FIRMWARE, file.replace('-debian', '')))
  // Of two first links of a kind that are made at the same moment, the kernel refuses the second while it loads the module.
  for (const kind of ['bridge', 'veth']) await run(['/guest/modprobe', kind])
  await run(['/guest/modprobe', 'mac80211_hwsim', `radios=${radios}`])
}
