import { randomUUID } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../tool.ts'
import { makeEsp, makeGrub } from './esp.ts'
import { encodeTable, type Placed, place } from './gpt.ts'
import { BIOS_IMAGE, bootCode, placedCore } from './grub.ts'
import {
  type Architecture,
  BIOS_PARTITION,
  DATA_BLOCK,
  DATA_PARTITION,
  ESP,
  layoutOf,
  numberOf,
  SECTOR,
  slotPartition,
} from './layout.ts'

const CHUNK = 2 ** 22

/** An empty file system for the data. */
function makeData(work: string, size: number): string {
  const data = join(work, 'data')
  const file = openSync(data, 'w')
  ftruncateSync(file, size)
  closeSync(file)
  runTool(['mkfs.ext4', '-q', '-F', '-b', String(DATA_BLOCK), '-L', DATA_PARTITION, data])
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

export interface DiskParts {
  readonly architecture: Architecture
  readonly squashfs: string
  /** The folder with the modules of GRUB, in a folder for each platform. */
  readonly grub: string
  /** A folder for files that are needed while it is made. */
  readonly work: string
  /** Files of a board on the ESP, by their paths on it. */
  readonly board?: Readonly<Record<string, string>> | undefined
}

/** Writes the image of a disk whose slot A has this root file system. Slot B is empty. Needs neither root nor a loop device. */
export function writeDisk(image: string, { architecture, squashfs, grub, work, board }: DiskParts): void {
  const placed = place(layoutOf(architecture))
  const partition = (name: string): Placed => placed[numberOf(architecture, name) - 1]!
  const table = encodeTable(
    placed,
    { disk: randomUUID(), partitions: placed.map(() => randomUUID()) },
    board && partition(ESP),
  )
  const disk = openSync(image, 'w')
  const write = (bytes: Buffer, position: number): void => void writeSync(disk, bytes, 0, bytes.length, position)
  const fill = (name: string, file: string): void => copyInto(disk, file, partition(name).first * SECTOR)
  ftruncateSync(disk, table.diskSize * SECTOR)
  write(table.head, 0)
  if (architecture === 'amd64') {
    const core = join(work, 'core.img')
    makeGrub(BIOS_IMAGE, grub, core)
    const { first } = partition(BIOS_PARTITION)
    write(bootCode(readFileSync(join(grub, BIOS_IMAGE.format, 'boot.img')), first), 0)
    write(placedCore(readFileSync(core), first), first * SECTOR)
  }
  fill(ESP, makeEsp({ architecture, grub, work, more: board ?? {} }))
  fill(slotPartition('A'), squashfs)
  fill(DATA_PARTITION, makeData(work, partition(DATA_PARTITION).size))
  write(table.tail, table.diskSize * SECTOR - table.tail.length)
  closeSync(disk)
}
