import { needs } from '../../bin/packages.js'

/** What a bootable Debian needs, apart from what the router needs. */
const SYSTEM = [
  ...['systemd', 'systemd-sysv', 'udev', 'dbus', 'kmod', 'procps', 'util-linux', 'fdisk', 'initramfs-tools', 'zstd'],
  ...[
    'e2fsprogs',
    'dosfstools',
    'ca-certificates',
    'tzdata',
    'libatomic1',
    'rauc',
    'rauc-service',
    'wireless-regdb',
    'usbutils',
    'pciutils',
  ],
]

/** Needs that only the home of the laboratory has, and those that an image has for automations and dynamic DNS. */
const PURPOSES = ['router', 'vpn', 'radio']
const PROGRAMS = ['bwrap', 'ddclient', 'pppd']

const KERNELS = { amd64: 'linux-image-amd64' } as const

/** The processor of an image, as Debian names it. */
export type Architecture = keyof typeof KERNELS

/** The Debian packages of an image, without those that they depend on. */
export const imagePackages = (architecture: Architecture): readonly string[] => [
  ...new Set([
    ...SYSTEM,
    KERNELS[architecture],
    ...needs
      .filter(({ needed, program }) => PURPOSES.includes(needed) || PROGRAMS.includes(program))
      .flatMap((need) => need.package.split(' ')),
  ]),
]

const MODULES = '/lib/modules/*/kernel'

/** Files that are not unpacked: documentation, and drivers of what a router does not have. Patterns of dpkg(1), `--path-exclude`. */
export const EXCLUDED: readonly string[] = [
  ...['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*', '/usr/share/lintian/*'],
  ...['/usr/share/bash-completion/*', '/usr/share/i18n/*', '/usr/share/pci.ids', '/usr/share/gtk-doc/*'],
  ...['gpu', 'media', 'infiniband', 'staging', 'iio', 'isdn', 'comedi', 'hwtracing', 'accel', 'parport', 'pcmcia'].map(
    (name) => `${MODULES}/drivers/${name}/*`,
  ),
  ...['target', 'vhost', 'nfc', 'fpga', 'soundwire', 'input/touchscreen', 'input/tablet', 'input/joystick'].map(
    (name) => `${MODULES}/drivers/${name}/*`,
  ),
  ...[
    'ceph',
    'ocfs2',
    'gfs2',
    'jfs',
    'reiserfs',
    'nfs',
    'nfsd',
    'cifs',
    'smb',
    'afs',
    'coda',
    'btrfs',
    'xfs',
    'f2fs',
  ].map((name) => `${MODULES}/fs/${name}/*`),
  `${MODULES}/sound/*`,
]

/** Exceptions of them. */
export const INCLUDED: readonly string[] = ['/usr/share/doc/*/copyright']
