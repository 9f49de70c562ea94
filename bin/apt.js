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
 * Removes Debian packages with their configuration. Returns whether apt succeeded.
 *
 * @param {readonly string[]} packages
 */
export const aptPurge = (packages) => apt('purge', ...packages)
