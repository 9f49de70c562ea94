import { type Architecture, ESP, numberOf, SECTOR, SLOTS, slotPartition } from './layout.ts'

/** The boot loader. GRUB starts from the first sector of the disk by BIOS, and from EFI/BOOT of the ESP by UEFI; both read one configuration. */

/** The folder on the ESP. */
export const GRUB_FOLDER = 'sallyport'
export const CHOICE_FILE = `${GRUB_FOLDER}/choice`

const COMMON = [
  ...['part_gpt', 'fat', 'squash4', 'normal', 'configfile', 'linux', 'loadenv', 'test', 'echo', 'regexp'],
  ...['sleep', 'reboot'],
]
const SERIAL = ['serial', 'terminal']

/** An image that grub-mkimage(1) makes. */
export interface GrubImage {
  readonly format: string
  /** Where it finds its configuration: BIOS passes the disk, UEFI the partition. */
  readonly prefix: string
  readonly modules: readonly string[]
}

export const BIOS_IMAGE: GrubImage = {
  format: 'i386-pc',
  prefix: `(,gpt${numberOf('amd64', ESP)})/${GRUB_FOLDER}`,
  modules: ['biosdisk', ...COMMON, ...SERIAL],
}

/** With the name that UEFI starts from a disk that it does not know (UEFI 2.10 §3.5.1.1). */
export const UEFI_IMAGES: Readonly<Record<Architecture, GrubImage & { readonly file: string }>> = {
  amd64: {
    format: 'x86_64-efi',
    prefix: `/${GRUB_FOLDER}`,
    modules: ['efi_gop', 'all_video', ...COMMON, ...SERIAL],
    file: 'BOOTX64.EFI',
  },
  arm64: {
    format: 'arm64-efi',
    prefix: `/${GRUB_FOLDER}`,
    modules: ['all_video', ...COMMON],
    file: 'BOOTAA64.EFI',
  },
}

/** Offsets of `boot.img` and of `diskboot.img`, the first sector of the core: GRUB's boot.h and diskboot.S. */
const KERNEL_SECTOR = 0x5c
const BOOT_CODE_BYTES = 440
const FIRST_BLOCK = SECTOR - 12

/** The boot code for the first sector of the disk. It loads the sector at which the core begins. */
export function bootCode(bootImage: Buffer, coreSector: number): Buffer {
  const code = Buffer.from(bootImage.subarray(0, BOOT_CODE_BYTES))
  code.writeBigUInt64LE(BigInt(coreSector), KERNEL_SECTOR)
  return code
}

/** The core for the BIOS boot partition. Its first sector loads the others, which follow it. */
export function placedCore(core: Buffer, coreSector: number): Buffer {
  const placed = Buffer.from(core)
  placed.writeBigUInt64LE(BigInt(coreSector + 1), FIRST_BLOCK)
  return placed
}

/** For Linux: the screen, and the first serial port, which is `ttyS1` on a Raspberry Pi 4. A machine without one of them ignores it. */
const CONSOLES: Readonly<Record<Architecture, string>> = {
  amd64: 'console=tty0 console=ttyS0,115200',
  arm64: 'console=tty0 console=ttyS1,115200 console=ttyAMA0,115200',
}

/** For GRUB. The firmware of other processors writes to the serial port itself. */
const TERMINALS: Readonly<Record<Architecture, string>> = {
  amd64: `serial --unit=0 --speed=115200
terminal_input console serial
terminal_output console serial
`,
  arm64: '',
}

const menuOf = (architecture: Architecture): string =>
  SLOTS.map((slot) => {
    const name = slotPartition(slot)
    return `if [ "$slot" = ${slot} ]; then set part=gpt${numberOf(architecture, name)}; set label=${name}; fi`
  }).join('\n  ')

/**
 * grub.cfg. It reads the choice (`choice.ts`) from the ESP that GRUB was started from, removes a trial before it starts it, and continues
 * with the good slot, and then with the other one, if the kernel of a slot cannot be loaded.
 */
export const grubConfig = (architecture: Architecture): string => `set timeout=0
${TERMINALS[architecture]}
set esp=$root
regexp --set=1:disk '^([^,]*),' "$esp"
set good=A
set trial=
load_env --file ($esp)/${CHOICE_FILE} good trial
if [ "$good" != B ]; then set good=A; fi
if [ "$good" = A ]; then set other=B; else set other=A; fi

function start_slot {
  set slot=$1
  ${menuOf(architecture)}
  set root=$disk,$part
  echo "Sallyport: slot $slot"
  linux ($root)/vmlinuz root=PARTLABEL=$label rootfstype=squashfs ro rauc.slot=$slot panic=30 quiet ${CONSOLES[architecture]}
  if [ $? = 0 ]; then
    initrd ($root)/initrd.img
    if [ $? = 0 ]; then boot; fi
  fi
}

if [ "$trial" = A -o "$trial" = B ]; then
  set next=$trial
  set trial=
  save_env --file ($esp)/${CHOICE_FILE} trial
  # A trial that cannot be removed would be repeated without end.
  if [ $? = 0 ]; then start_slot $next; fi
fi
start_slot $good
start_slot $other
echo "Sallyport: no slot can be started. Trying again in a minute."
sleep 60
reboot
`
