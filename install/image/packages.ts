import { needs } from '../../bin/packages.js'
import type { Architecture } from './layout.ts'

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

/** The Debian packages of an image, without those that they depend on. */
export const imagePackages = (architecture: Architecture): readonly string[] => [
  ...new Set([
    ...SYSTEM,
    `linux-image-${architecture}`,
    ...needs
      .filter(({ needed, program }) => PURPOSES.includes(needed) || PROGRAMS.includes(program))
      .flatMap((need) => need.package.split(' ')),
  ]),
]

const MODULES = '/lib/modules/*/kernel'
const under = (folder: string, names: string): string[] => names.split(' ').map((name) => `${folder}/${name}/*`)

/** Drivers and protocols of what a router does not have: screens, sound, cameras, other file systems, networks of data centers. */
const UNUSED_MODULES = [
  ...under(
    `${MODULES}/drivers`,
    'gpu media infiniband staging iio isdn comedi hwtracing accel parport pcmcia target vhost',
  ),
  ...under(
    `${MODULES}/drivers`,
    'nfc fpga soundwire input/touchscreen input/tablet input/joystick bluetooth xen net/can',
  ),
  ...under(`${MODULES}/drivers/net/ethernet`, 'brocade cavium chelsio cisco dec emulex fujitsu huawei mellanox micrel'),
  ...under(`${MODULES}/drivers/net/ethernet`, 'myricom neterion netronome packetengines qlogic rdc sfc silan tehuti'),
  ...under(
    `${MODULES}/drivers/scsi`,
    'aic7xxx aic94xx be2iscsi bfa bnx2fc bnx2i csiostor cxgbi esas2r fcoe fnic iscsi libfc',
  ),
  ...under(`${MODULES}/drivers/scsi`, 'lpfc pcmcia pm8001 qedf qedi qla2xxx qla4xxx snic sym53c8xx_2'),
  ...under(`${MODULES}/fs`, 'ceph ocfs2 gfs2 jfs reiserfs nfs nfsd cifs smb afs coda btrfs xfs f2fs'),
  ...under(`${MODULES}/net`, 'bluetooth ceph sunrpc tipc smc sctp can nfc 9p'),
  `${MODULES}/lib/test_*`,
  `${MODULES}/sound/*`,
]

/** Files that are not unpacked: documentation, tables for other character sets, and modules. Patterns of dpkg(1), `--path-exclude`. */
export const EXCLUDED: readonly string[] = [
  ...under('/usr/share', 'doc man info locale lintian bash-completion zsh i18n gtk-doc'),
  '/usr/share/misc/pci.ids',
  '/usr/lib/*-linux-gnu/gconv/*',
  ...under('/usr/lib/*-linux-gnu/perl/*/auto/Encode', 'CN JP KR TW'),
  '/usr/lib/*-linux-gnu/perl/*/CORE/*',
  ...under('/usr/share/perl/*', 'CPAN ExtUtils Unicode/Collate pod'),
  // Vendors of addresses: the router has its own table.
  '/lib/udev/hwdb.d/20-OUI.hwdb',
  ...UNUSED_MODULES,
]

/** Exceptions of them. */
export const INCLUDED: readonly string[] = ['/usr/share/doc/*/copyright']
