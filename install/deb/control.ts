import { needs } from '../../bin/packages.js'
import { architectureOf, debianVersion } from './architecture.ts'

/** What describes a package: `control` of deb-control(5). */
export interface Control {
  readonly version: string
  /** Of the processor, as Node names it. */
  readonly arch: string
  /** Name and mail address of its maintainer: `Name <address>`. */
  readonly maintainer: string
  /** The size of its files, in KiB. */
  readonly sizeKib: number
}

/** A field of a paragraph of deb822(5): a name, and a value whose further lines are separated by line feeds. */
export type Field = readonly [name: string, value: string]

/** A paragraph of deb822(5). Empty lines of a value become ` .`. */
export const paragraph = (fields: readonly Field[]): string =>
  fields.map(([name, value]) => `${name}:${value.startsWith('\n') ? '' : ' '}${continued(value)}\n`).join('')

const continued = (value: string): string =>
  value
    .split('\n')
    .map((line) => line || '.')
    .join('\n ')
    .replace(/^\.(?=\n)/, '')

type Purpose = (typeof needs)[number]['needed']

/** The Debian packages of programs, in the order of the list of the installer. */
const packagesOf = (isWanted: (need: (typeof needs)[number]) => boolean): string[] => [
  ...new Set(needs.filter(isWanted).flatMap((need) => need.package.split(' '))),
]
const packagesFor = (...purposes: readonly Purpose[]): string[] => packagesOf(({ needed }) => purposes.includes(needed))
const packageOf = (program: string): string[] => packagesOf((need) => need.program === program)

/** Libraries of the Node that the package contains. Those of Debian 12 suffice. */
const LIBRARIES = ['libatomic1', 'libc6 (>= 2.28)', 'libgcc-s1', 'libstdc++6 (>= 12)']
/** What the installer runs, except for packages that each Debian has: systemctl(1), sysctl(8), useradd(8). */
const INSTALLER = ['passwd', 'procps', 'systemd']

const DESCRIPTION = `secure programmable router for homes and small offices
Each device gets a separate network, its own wifi passphrase, and only the
access that you permit. Sallyport contains a firewall, a DHCP server, a DNS
filter, WireGuard, an admin app and an API.

The package changes neither links nor firewall. The command "sallyport
install" shows its plan, asks, and then takes over the links that you name;
the installation is undone after five minutes unless you confirm it.

A newer version of the package is started on trial, and rolled back if a
device does not get what it got before. Removing the package restores the
network of the machine.`

/**
 * The control file. The programs that the router needs are dependencies, and those for radios are recommended. ddclient is only suggested:
 * its package requests the settings of a provider, and starts a service that the router does not use.
 */
export const controlFile = ({ version, arch, maintainer, sizeKib }: Control): string =>
  paragraph([
    ['Package', 'sallyport'],
    ['Version', debianVersion(version)],
    ['Architecture', architectureOf(arch)],
    ['Maintainer', maintainer],
    ['Installed-Size', String(sizeKib)],
    ['Depends', [...LIBRARIES, ...INSTALLER, ...packagesFor('router', 'vpn'), ...packageOf('bwrap')].join(', ')],
    ['Recommends', packagesFor('radio').join(', ')],
    ['Suggests', packageOf('ddclient').join(', ')],
    ['Section', 'net'],
    ['Priority', 'optional'],
    ['Description', DESCRIPTION],
  ])
