import type { Architecture } from '../../install/image/layout.ts'
import { type Accelerator, EMULATOR } from '../vm/boot.ts'

/** How machines are started from their disk. */
export const FIRMWARE = ['uefi', 'bios'] as const
export type Firmware = (typeof FIRMWARE)[number]

/** Only PCs have a BIOS. */
export const firmwareOf = (architecture: Architecture): readonly Firmware[] =>
  architecture === 'amd64' ? FIRMWARE : ['uefi']

/** Two chips of flash memory: the program of the firmware, and its variables, which are those of a new machine at each start. */
const flash = (name: string): string[] => [
  ...['-drive', `if=pflash,format=raw,readonly=on,file=/usr/share/${name}_CODE.fd`],
  ...['-drive', `if=pflash,format=raw,snapshot=on,file=/usr/share/${name}_VARS.fd`],
]

/** The emulator of a machine with a screen, with its first arguments. */
export function emulatorOf(architecture: Architecture, firmware: Firmware, accelerator: Accelerator): string[] {
  if (architecture === 'arm64')
    return [
      ...['qemu-system-aarch64', '-machine', 'virt', '-accel', 'tcg', '-cpu', 'cortex-a72', '-device', 'ramfb'],
      ...flash('AAVMF/AAVMF'),
    ]
  return [
    ...[EMULATOR, '-accel', accelerator, '-cpu', accelerator === 'kvm' ? 'host' : 'max', '-vga', 'std'],
    ...(firmware === 'uefi' ? flash('OVMF/OVMF') : []),
  ]
}
