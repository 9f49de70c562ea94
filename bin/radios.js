import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { release } from 'node:os'
import { basename, join } from 'node:path'

const RADIOS = '/sys/class/ieee80211'
const MODULE = 'mac80211_hwsim'

const driverOf = (phy) => {
  try {
    return basename(realpathSync(join(RADIOS, phy, 'device/driver')))
  } catch {
    return ''
  }
}

function hasModule() {
  if (existsSync(`/sys/module/${MODULE}`)) return true
  try {
    return readFileSync(`/lib/modules/${release()}/modules.dep`, 'utf8').includes(`/${MODULE}.ko`)
  } catch {
    return false
  }
}

/**
 * Why the virtual home cannot have simulated radios on this machine; undefined if it can. The country of radios is one setting for
 * the whole kernel: on a machine with real radios the home would change it.
 *
 * @returns {string | undefined}
 */
export function whyNoRadios() {
  if (process.getuid?.() !== 0) return 'they need root'
  if (!hasModule()) return `this kernel does not have the module ${MODULE}`
  const own = existsSync(RADIOS) ? readdirSync(RADIOS).filter((phy) => driverOf(phy) !== MODULE) : []
  if (own.length > 0) return `this machine has wifi of its own (${own.join(', ')}), whose country they would change`
  return undefined
}
