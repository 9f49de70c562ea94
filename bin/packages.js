import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/**
 * The Debian programs that Sallyport runs, each with its package and others that it needs, separated by spaces. The names are those of Debian 12 and 13. The home also opens
 * without an `extra`, which users of it or some tests need. The home also opens without those of the `vpn`. Programs for the `vm` are needed only if this machine's kernel lacks a
 * feature (lab/vm), those for a `radio` only where there is one, real or simulated.
 *
 * @typedef {{ program: string, package: string, needed: 'router' | 'home' | 'extra' | 'vpn' | 'test' | 'vm' | 'radio' | 'ppp' }} Need
 * @type {readonly Need[]}
 */
export const needs = [
  { program: 'nft', package: 'nftables', needed: 'router' },
  { program: 'ip', package: 'iproute2', needed: 'router' },
  { program: 'udhcpc', package: 'udhcpc', needed: 'router' },
  { program: 'busybox', package: 'busybox', needed: 'home' },
  { program: 'socat', package: 'socat', needed: 'home' },
  { program: 'unshare', package: 'util-linux', needed: 'home' },
  { program: 'sysctl', package: 'procps', needed: 'home' },
  { program: 'hostname', package: 'hostname', needed: 'home' },
  { program: 'dnsmasq', package: 'dnsmasq-base', needed: 'home' },
  { program: 'unbound', package: 'unbound', needed: 'home' },
  { program: 'nginx', package: 'nginx', needed: 'home' },
  { program: 'openssl', package: 'openssl', needed: 'home' },
  { program: 'curl', package: 'curl', needed: 'home' },
  { program: 'ping', package: 'iputils-ping', needed: 'extra' },
  { program: 'dig', package: 'bind9-dnsutils', needed: 'extra' },
  { program: 'ddclient', package: 'ddclient libio-socket-ssl-perl', needed: 'extra' },
  { program: 'bwrap', package: 'bubblewrap', needed: 'extra' },
  { program: 'iperf3', package: 'iperf3', needed: 'extra' },
  { program: 'git', package: 'git', needed: 'extra' },
  { program: 'dockerd', package: 'docker.io', needed: 'extra' },
  { program: 'docker-compose', package: 'docker-compose', needed: 'extra' },
  { program: 'wg', package: 'wireguard-tools', needed: 'vpn' },
  { program: 'wireguard-go', package: 'wireguard-go', needed: 'vpn' },
  { program: 'mitmdump', package: 'mitmproxy', needed: 'test' },
  { program: 'dhclient', package: 'isc-dhcp-client', needed: 'test' },
  { program: 'conntrack', package: 'conntrack', needed: 'test' },
  { program: 'tcpdump', package: 'tcpdump', needed: 'test' },
  { program: 'tshark', package: 'tshark', needed: 'test' },
  { program: 'arping', package: 'iputils-arping', needed: 'test' },
  { program: 'drill', package: 'ldnsutils', needed: 'test' },
  { program: 'dnsperf', package: 'dnsperf', needed: 'test' },
  { program: 'dnsdist', package: 'dnsdist', needed: 'test' },
  { program: 'chromium', package: 'chromium', needed: 'test' },
  { program: 'chromium-headless-shell', package: 'chromium-headless-shell', needed: 'test' },
  { program: 'mosquitto', package: 'mosquitto mosquitto-clients', needed: 'test' },
  { program: 'nats-server', package: 'nats-server', needed: 'test' },
  { program: 'sshd', package: 'openssh-server', needed: 'test' },
  { program: 'strip', package: 'binutils', needed: 'test' },
  { program: 'e2fsck', package: 'e2fsprogs', needed: 'test' },
  { program: 'ifup', package: 'ifupdown', needed: 'test' },
  { program: 'gpg', package: 'gpg gpg-agent', needed: 'test' },
  { program: 'lintian', package: 'lintian', needed: 'test' },
  { program: 'rsyslogd', package: 'rsyslog rsyslog-gnutls', needed: 'test' },
  { program: 'promtool', package: 'prometheus', needed: 'test' },
  { program: 'qemu-system-x86_64', package: 'qemu-system-x86', needed: 'vm' },
  { program: 'mkfs.ext4', package: 'e2fsprogs', needed: 'vm' },
  { program: 'hostapd', package: 'hostapd', needed: 'radio' },
  { program: 'wpa_supplicant', package: 'wpasupplicant', needed: 'radio' },
  { program: 'iw', package: 'iw', needed: 'radio' },
  { program: 'pppd', package: 'ppp', needed: 'ppp' },
  { program: 'pppoe-server', package: 'pppoe', needed: 'ppp' },
]

const SEARCH = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin', '/usr/local/sbin']

/**
 * Whether a program is in the path of root.
 *
 * @param {string} program
 */
export function isInstalled(program) {
  return SEARCH.some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK)
      return dir !== ''
    } catch {
      return false
    }
  })
}

/**
 * The needs for `purposes` whose programs are not installed.
 *
 * @param {readonly Need['needed'][]} purposes
 */
export const missingPrograms = (purposes) =>
  needs.filter(({ program, needed }) => purposes.includes(needed) && !isInstalled(program))

/**
 * The Debian packages that install the missing programs for `purposes`.
 *
 * @param {readonly Need['needed'][]} purposes
 */
export const missingPackages = (purposes) => [
  ...new Set(missingPrograms(purposes).flatMap((need) => need.package.split(' '))),
]
