import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const KEEP_STOPPED = '/usr/sbin/policy-rc.d'

/** The units that packages enable, by the beginning of their names. The engine of Docker would change the machine's firewall. */
const ENABLED = {
  unbound: ['unbound.service'],
  nginx: ['nginx.service'],
  ddclient: ['ddclient.service'],
  hostapd: ['hostapd.service'],
  wpasupplicant: ['wpa_supplicant.service'],
  'docker.io': ['docker.service', 'docker.socket', 'containerd.service'],
}

const apt = (...args) =>
  spawnSync('apt-get', ['-q', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/**
 * Installs Debian packages without starting their services: Sallyport runs the programs itself, and the machine's network is unchanged.
 * Returns whether apt succeeded.
 *
 * @param {readonly string[]} packages
 */
export function aptInstall(packages) {
  const ownPolicy = !existsSync(KEEP_STOPPED)
  if (ownPolicy) writeFileSync(KEEP_STOPPED, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const install = () => apt('install', '--no-install-recommends', ...packages)
  try {
    return install() || (apt('update') && install())
  } finally {
    if (ownPolicy) rmSync(KEEP_STOPPED)
    // Installing also enables the services for the next boot.
    if (existsSync('/run/systemd/system'))
      for (const [name, units] of Object.entries(ENABLED))
        if (packages.some((each) => each.startsWith(name)))
          spawnSync('systemctl', ['disable', ...units], { stdio: 'ignore' })
  }
}

/**
 * The packages that would go with one: it, and those that need it.
 *
 * @param {string} name
 */
function removedWith(name) {
  const { stdout } = spawnSync('apt-get', ['--simulate', 'purge', name], { encoding: 'utf8' })
  return [...stdout.matchAll(/^Purg (\S+)/gm)].map(([, removed]) => removed)
}

/**
 * Removes Debian packages with their configuration, except those that other packages need, such as later ones. Returns whether apt
 * succeeded.
 *
 * @param {readonly string[]} packages
 */
export function aptPurge(packages) {
  const free = packages.filter((name) => removedWith(name).every((removed) => packages.includes(removed)))
  return free.length === 0 || apt('purge', ...free)
}
