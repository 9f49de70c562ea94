import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tool.ts'
import { encodeChoice, INITIAL_CHOICE } from './choice.ts'
import { encodeTable, place } from './gpt.ts'
import {
  BIOS_IMAGE,
  bootCode,
  CHOICE_FILE,
  GRUB_FOLDER,
  type GrubImage,
  grubConfig,
  placedCore,
  UEFI_IMAGE,
} from './grub.ts'
import { DATA_PARTITION, ESP, numberOf, PARTITIONS, SECTOR, slotPartition } from './layout.ts'

/** Where Debian's packages grub-pc-bin and grub-efi-amd64-bin have GRUB. */
const GRUB = '/usr/lib/grub'
const CHUNK = 2 ** 22

const partitionOf = (name: string) => PARTITIONS[numberOf(name) - 1]!

function makeGrub({ format, prefix, modules }: GrubImage, to: string): void {
  runTool(['grub-mkimage', '--format', format, '--prefix', prefix, '--output', to, ...modules])
}

/** An EFI system partition: a FAT file system that mtools(1) fills. */
function makeEsp(work: string): string {
  const [esp, efi, config, choice] = ['esp', 'bootx64.efi', 'grub.cfg', 'choice'].map((name) => join(work, name)) as [
    string,
    string,
    string,
    string,
  ]
  makeGrub(UEFI_IMAGE, efi)
  writeFileSync(config, grubConfig())
  writeFileSync(choice, encodeChoice(INITIAL_CHOICE))
  const file = openSync(esp, 'w')
  ftruncateSync(file, partitionOf(ESP).size)
  closeSync(file)
  runTool(['mkfs.vfat', '-F', '32', '-n', 'SALLYPORT', esp])
  runTool(['mmd', '-i', esp, '::EFI', '::EFI/BOOT', `::${GRUB_FOLDER}`])
  for (const [from, to] of [
    [efi, 'EFI/BOOT/BOOTX64.EFI'],
    [config, `${GRUB_FOLDER}/grub.cfg`],
    [choice, CHOICE_FILE],
  ] as const)
    runTool(['mcopy', '-i', esp, from, `::${to}`])
  return esp
}

/** An empty file system for the data. */
function makeData(work: string): string {
  const data = join(work, 'data')
  const file = openSync(data, 'w')
  ftruncateSync(file, partitionOf(DATA_PARTITION).size)
  closeSync(file)
  runTool(['mkfs.ext4', '-q', '-F', '-L', DATA_PARTITION, data])
  return data
}

/** Copies a file to a position. Zeros are not written, so that the file stays sparse. */
function copyInto(disk: number, from: string, position: number): void {
  const source = openSync(from, 'r')
  const chunk = Buffer.alloc(CHUNK)
  for (let at = 0; ; ) {
    const length = readSync(source, chunk, 0, CHUNK, at)
    if (length === 0) break
    const bytes = chunk.subarray(0, length)
    if (bytes.some((byte) => byte !== 0)) writeSync(disk, bytes, 0, length, position + at)
    at += length
  }
  closeSync(source)
}

/** Writes the image of a disk whose slot A has this root file system. Slot B is empty. Needs neither root nor a loop device. */
export function writeDisk(image: string, squashfs: string, work: string): void {
  const placed = place(PARTITIONS)
  const startOf = (name: string): number => placed[numberOf(name) - 1]!.first * SECTOR
  const table = encodeTable(placed, { disk: randomUUID(), partitions: placed.map(() => randomUUID()) })
  const core = join(work, 'core.img')
  makeGrub(BIOS_IMAGE, core)
  const coreSector = placed[0]!.first
  const disk = openSync(image, 'w')
  const write = (bytes: Buffer, position: number): void => void writeSync(disk, bytes, 0, bytes.length, position)
  ftruncateSync(disk, table.diskSize * SECTOR)
  write(table.head, 0)
  write(bootCode(readFileSync(`${GRUB}/i386-pc/boot.img`), coreSector), 0)
  write(placedCore(readFileSync(core), coreSector), coreSector * SECTOR)
  copyInto(disk, makeEsp(work), startOf(ESP))
  copyInto(disk, squashfs, startOf(slotPartition('A')))
  copyInto(disk, makeData(work), startOf(DATA_PARTITION))
  write(table.tail, table.diskSize * SECTOR - table.tail.length)
  closeSync(disk)
}
