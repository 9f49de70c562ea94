import { dirname } from 'node:path'
import { INSTALLATION, OPTIONS, RELEASES, UNITS } from '../places.ts'
import { CHOICE_FILE } from './grub.ts'
import { type Architecture, DATA_BLOCK, DATA_PARTITION, ESP, numberOf, SUPERBLOCK_COPY } from './layout.ts'

/** What an image contains in addition to the router, in the formats of initramfs-tools(7), systemd(1), fstab(5) and RAUC. */

/** The release of an image, which is read-only, by its version. */
export const IMAGE_RELEASES = '/usr/lib/sallyport'
/** The release of an image, for its units. */
export const IMAGE_RELEASE = `${IMAGE_RELEASES}/release`
/** Where `/opt/sallyport` is, on the data partition. */
export const SAVED_INSTALLATION = '/var/opt/sallyport'
/** The certificate of those who may sign bundles. */
export const KEYRING = '/etc/rauc/keyring.pem'
/** Where the ESP is mounted while it is used. */
export const ESP_MOUNT = '/boot/efi'
/** What machines have to match to accept a bundle. */
export const compatibleOf = (architecture: Architecture): string => `sallyport-${architecture}`
/** The saved options of the router: `/etc` is read-only. */
export const SAVED_OPTIONS = `${INSTALLATION}/options`
/** The program of the image, whose first argument says what it does: `boot/main.ts`. */
const PROGRAM = `${IMAGE_RELEASE}/bin/node --disable-warning=ExperimentalWarning ${IMAGE_RELEASE}/bin/image.js`

/**
 * For sh(1): repairs the file system of the data without questions, and so that nothing is lost. The superblock has two sectors: after a power cut
 * while it was written, e2fsck(8) cannot read it, and restores it from its first copy or from the journal, which it reports as an error; then
 * everything is checked. `$status` is 0 or 1 if that succeeded.
 */
export const repairData = (device: string): string =>
  `e2fsck -p ${device}; status=$?
[ $status -lt 8 ] || { e2fsck -p -b ${SUPERBLOCK_COPY} -B ${DATA_BLOCK} ${device}; e2fsck -p -f ${device}; status=$?; }`

/**
 * Mounts the data partition at /var before systemd starts, and gives the machine its identity (machine-id(5)). Without its state, the
 * router would offer its setup to anybody: the machine does not start then.
 */
const mountScript = (architecture: Architecture): string => `#!/bin/sh
[ "$1" = prereqs ] && exit 0
. /scripts/functions

root=$(readlink -f "$(sed -n "s,^\\(/dev/[^ ]*\\) $rootmnt .*,\\1,p" /proc/mounts)")
for file in /sys/class/block/"\${root#/dev/}"/../*/partition; do
  [ "$(cat "$file")" = ${numberOf(architecture, DATA_PARTITION)} ] && data=$(basename "\${file%/partition}")
done
[ -n "$data" ] || panic "Sallyport: this disk has no data partition"
${repairData('"/dev/$data"')}
[ $status -lt 4 ] || panic "Sallyport: the data partition /dev/$data is damaged"
mount -t ext4 -o noatime,nosuid,nodev "/dev/$data" "$rootmnt/var" || panic "Sallyport: the data partition /dev/$data cannot be mounted"

id=$rootmnt/var/lib/machine-id
if [ "$(cat "$id" 2> /dev/null | wc -c)" != 33 ]; then
  mkdir -p "$rootmnt/var/lib"
  tr -d - < /proc/sys/kernel/random/uuid > "$id.new"
  chmod 444 "$id.new"
  sync
  mv "$id.new" "$id"
fi
mount -o bind "$id" "$rootmnt/etc/machine-id"
`

/** For the SD card and the USB ports of a Raspberry Pi 4. */
const BOARD_MODULES = ['sdhci_iproc', 'bcm2835', 'fixed', 'gpio_regulator', 'reset_raspberrypi']

/** The drivers of disks, which find the root file system. Those of the network would double the size of the initial file system. */
const DISK_MODULES = [
  ...[
    'squashfs',
    'ext4',
    'sd_mod',
    'ahci',
    'ata_piix',
    'ata_generic',
    'nvme',
    'virtio_blk',
    'virtio_scsi',
    'virtio_pci',
  ],
  ...['usb_storage', 'uas', 'xhci_pci', 'ehci_pci', 'ohci_pci', 'uhci_hcd', 'sdhci_pci', 'sdhci_acpi', 'mmc_block'],
  ...['mptspi', 'mpt3sas', 'megaraid_sas', 'vmw_pvscsi', 'hv_storvsc', 'xen_blkfront'],
]

/** Programs and modules of the initial file system. */
const hookScript = (architecture: Architecture): string => `#!/bin/sh
[ "$1" = prereqs ] && exit 0
. /usr/share/initramfs-tools/hook-functions
copy_exec /sbin/e2fsck
manual_add_modules ${[...DISK_MODULES, ...(architecture === 'arm64' ? BOARD_MODULES : [])].join(' ')}
`

const prepareUnit = `[Unit]
Description=Sallyport: choose the release and the links
After=local-fs.target systemd-udev-settle.service sallyport-closed.service
Wants=systemd-udev-settle.service
Before=sallyport-trial.service sallyport.service network-pre.target
Wants=network-pre.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=${PROGRAM} prepare

[Install]
RequiredBy=sallyport.service
WantedBy=multi-user.target
`

/** systemd-repart(8) and systemd-growfs(8): the data partition grows to the end of the disk. */
const growUnit = `[Unit]
Description=Sallyport: use the whole disk for data
Before=sallyport.service

[Service]
Type=oneshot
ExecStart=-systemd-repart --dry-run=no
ExecStart=-/lib/systemd/systemd-growfs /var

[Install]
WantedBy=multi-user.target
`

const consoleUnit = `[Unit]
Description=Sallyport: the address of the router on the console
After=sallyport-image.service

[Service]
ExecStart=${PROGRAM} console
Restart=always
RestartSec=5

[Install]
WantedBy=multi-user.target
`

/**
 * The slot is kept when the API of the router answers, also if the router has needed several attempts to start. Otherwise the slot before is
 * started.
 */
const goodUnit = `[Unit]
Description=Sallyport: keep the slot that was started
After=sallyport.service
OnFailure=sallyport-return.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=${PROGRAM} keep-slot

[Install]
WantedBy=multi-user.target
`

/** Restarts the machine if its slot is on trial: the next start uses the good one. In sh(1): the runtime of this slot may be what fails. */
const returnScript = `#!/bin/sh
slot=$(sed -n 's/.*rauc\\.slot=\\([AB]\\).*/\\1/p' /proc/cmdline)
good=$(sed -n 's/^good=\\([AB]\\)$/\\1/p' ${ESP_MOUNT}/${CHOICE_FILE})
[ -n "$good" ] && [ "$good" != "$slot" ] && exec systemctl reboot
echo "slot $slot is the good one, and continues"
`

const returnUnit = `[Unit]
Description=Sallyport: return to the good slot

[Service]
Type=oneshot
ExecStart=${IMAGE_RELEASES}/return
`

/** The label of a USB stick with a bundle. FAT allows eleven characters. */
export const STICK_LABEL = 'SALLYUPDATE'
/** It exists when the router has started: a stick that is left in the machine is not installed again at the next start. */
export const READY = '/run/sallyport-ready'

/** What became of the bundle of the last stick: a sentence for the console. */
export const BUNDLE_REPORT = '/run/sallyport-bundle'

const bundleUnit = `[Unit]
Description=Sallyport: install the bundle of a USB stick
ConditionPathExists=${READY}

[Service]
Type=oneshot
ExecStart=${PROGRAM} install-bundle
`

const stickRule = `ACTION=="add", SUBSYSTEM=="block", ENV{ID_FS_LABEL}=="${STICK_LABEL}", TAG+="systemd", ENV{SYSTEMD_WANTS}+="sallyport-bundle.service"
`

const repartDefinition = `[Partition]
Type=linux-generic
Label=${DATA_PARTITION}
`

const fstab = `# The root file system and /var are mounted before systemd starts.
PARTLABEL=${ESP} ${ESP_MOUNT} vfat noauto,x-systemd.automount,x-systemd.idle-timeout=30,umask=077,flush 0 2
tmpfs /tmp tmpfs nosuid,nodev,size=25% 0 0
`

const raucConfig = (architecture: Architecture): string => `[system]
compatible=${compatibleOf(architecture)}
bootloader=custom
bundle-formats=verity
data-directory=/var/lib/rauc

[handlers]
bootloader-custom-backend=${IMAGE_RELEASES}/boot-choice

[keyring]
path=${KEYRING}
use-bundle-signing-time=true

[slot.rootfs.0]
device=/dev/disk/by-partlabel/sallyport-a
type=raw
bootname=A

[slot.rootfs.1]
device=/dev/disk/by-partlabel/sallyport-b
type=raw
bootname=B
`

interface ImageFile {
  readonly content: string
  /** 0o644 if it is not set. */
  readonly mode?: number
}

const text = (content: string): ImageFile => ({ content })
const script = (content: string): ImageFile => ({ content, mode: 0o755 })

/** The files by their paths. */
export const imageFiles = (architecture: Architecture): Readonly<Record<string, ImageFile>> => ({
  '/etc/initramfs-tools/scripts/local-bottom/sallyport': script(mountScript(architecture)),
  '/etc/initramfs-tools/hooks/sallyport': script(hookScript(architecture)),
  '/etc/initramfs-tools/conf.d/sallyport': text('MODULES=list\nCOMPRESS=zstd\nRESUME=none\n'),
  '/etc/repart.d/data.conf': text(repartDefinition),
  '/etc/systemd/journald.conf.d/sallyport.conf': text('[Journal]\nStorage=persistent\nSystemMaxUse=64M\n'),
  '/etc/rauc/system.conf': text(raucConfig(architecture)),
  [`${IMAGE_RELEASES}/boot-choice`]: script(`#!/bin/sh\nexec ${PROGRAM} boot-choice "$@"\n`),
  [`${UNITS}/sallyport-image.service`]: text(prepareUnit),
  [`${UNITS}/sallyport-grow.service`]: text(growUnit),
  [`${UNITS}/sallyport-console.service`]: text(consoleUnit),
  [`${UNITS}/sallyport-slot.service`]: text(goodUnit),
  [`${IMAGE_RELEASES}/return`]: script(returnScript),
  [`${UNITS}/sallyport-return.service`]: text(returnUnit),
  [`${UNITS}/sallyport-bundle.service`]: text(bundleUnit),
  '/etc/udev/rules.d/90-sallyport.rules': text(stickRule),
})

/** Files that packages write, too: they are replaced at the end. */
export const lateFiles = (): Readonly<Record<string, ImageFile>> => ({
  '/etc/fstab': text(fstab),
  '/etc/hostname': text('sallyport\n'),
  '/etc/hosts': text('127.0.0.1 localhost\n127.0.1.1 sallyport\n::1 localhost ip6-localhost ip6-loopback\n'),
  '/etc/machine-id': text(''),
  '/etc/resolv.conf': text('nameserver 127.0.0.1\n'),
})

/**
 * Units of packages that do not start: the router runs these programs itself, there is nothing to install or to back up, and no user can log
 * in, so that the consoles are free for the address of the router.
 */
const MASKED = [
  ...['ddclient.service', 'hostapd.service', 'wpa_supplicant.service'],
  ...[
    'apt-daily.timer',
    'apt-daily-upgrade.timer',
    'dpkg-db-backup.timer',
    'e2scrub_all.timer',
    'e2scrub_reap.service',
  ],
  ...['getty@tty1.service', 'serial-getty@.service'],
]

/** Links by their paths. */
export const imageLinks = (version: string): Readonly<Record<string, string>> => ({
  [IMAGE_RELEASE]: version,
  [dirname(RELEASES)]: SAVED_INSTALLATION,
  [OPTIONS]: SAVED_OPTIONS,
  ...Object.fromEntries(MASKED.map((name) => [`${UNITS}/${name}`, '/dev/null'])),
})

export const IMAGE_UNITS: readonly string[] = [
  'sallyport-image.service',
  'sallyport-grow.service',
  'sallyport-console.service',
  'sallyport-slot.service',
]
