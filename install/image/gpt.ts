import { crc32 } from 'node:zlib'
import { type Partition, SECTOR } from './layout.ts'

/** A GUID partition table: UEFI 2.10 §5.3. */

const ENTRIES = 128
const ENTRY_BYTES = 128
const ENTRY_SECTORS = (ENTRIES * ENTRY_BYTES) / SECTOR
const HEADER_BYTES = 92
const REVISION = 0x00010000
/** Partitions begin at multiples of 1 MiB. */
const ALIGNMENT = 2 ** 20 / SECTOR
/** A sector with the header, and the entries. */
const TABLE_SECTORS = 1 + ENTRY_SECTORS
const PROTECTIVE = 0xee

export interface Placed extends Partition {
  /** The first sector. */
  readonly first: number
  /** The last sector. */
  readonly last: number
}

/** The partitions one after the other, from 1 MiB on. */
export function place(partitions: readonly Partition[]): readonly Placed[] {
  let next = ALIGNMENT
  return partitions.map((partition) => {
    const first = next
    next += partition.size / SECTOR
    return { ...partition, first, last: next - 1 }
  })
}

export interface Table {
  /** In sectors. */
  readonly diskSize: number
  /** Sectors 0 to 33: the protective MBR, without boot code, the header and the entries. */
  readonly head: Buffer
  /** The last 33 sectors of the disk: the entries and the header again. */
  readonly tail: Buffer
}

interface Identity {
  /** The GUID of the disk. */
  readonly disk: string
  /** Those of the partitions, in their order. */
  readonly partitions: readonly string[]
}

/**
 * FAT32 with LBA in a master boot record. A report on the mailing list debian-cloud about images for the Raspberry Pi says that the firmware needs its
 * partition in the first record, and does not start if one of the first two is protective.
 */
const FAT = 0x0c
const RECORD_BYTES = 16

/** With `listed`, that partition is also in the master boot record. Programs that know GPT ignore it there. */
export function encodeTable(placed: readonly Placed[], identity: Identity, listed?: Placed): Table {
  const end = placed.at(-1)!.last + 1
  const diskSize = end + ALIGNMENT
  const entries = Buffer.alloc(ENTRIES * ENTRY_BYTES)
  for (const [index, partition] of placed.entries())
    encodeEntry(partition, identity.partitions[index]!).copy(entries, index * ENTRY_BYTES)
  const header = (own: number, other: number, firstEntry: number): Buffer =>
    encodeHeader({ own, other, firstEntry, diskSize, disk: identity.disk, entries })
  const last = diskSize - 1
  return {
    diskSize,
    head: Buffer.concat([listed ? hybridMbr(diskSize, listed) : protectiveMbr(diskSize), header(1, last, 2), entries]),
    tail: Buffer.concat([entries, header(last, 1, last - ENTRY_SECTORS)]),
  }
}

interface Header {
  /** The sector of this header, and of the other one. */
  readonly own: number
  readonly other: number
  readonly firstEntry: number
  readonly diskSize: number
  readonly disk: string
  readonly entries: Buffer
}

function encodeHeader({ own, other, firstEntry, diskSize, disk, entries }: Header): Buffer {
  const sector = Buffer.alloc(SECTOR)
  sector.write('EFI PART', 0, 'latin1')
  sector.writeUInt32LE(REVISION, 8)
  sector.writeUInt32LE(HEADER_BYTES, 12)
  sector.writeBigUInt64LE(BigInt(own), 24)
  sector.writeBigUInt64LE(BigInt(other), 32)
  sector.writeBigUInt64LE(BigInt(1 + TABLE_SECTORS), 40)
  sector.writeBigUInt64LE(BigInt(diskSize - 1 - TABLE_SECTORS), 48)
  encodeGuid(disk).copy(sector, 56)
  sector.writeBigUInt64LE(BigInt(firstEntry), 72)
  sector.writeUInt32LE(ENTRIES, 80)
  sector.writeUInt32LE(ENTRY_BYTES, 84)
  sector.writeUInt32LE(crc32(entries), 88)
  sector.writeUInt32LE(crc32(sector.subarray(0, HEADER_BYTES)), 16)
  return sector
}

function encodeEntry({ type, name, first, last }: Placed, guid: string): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES)
  encodeGuid(type).copy(entry, 0)
  encodeGuid(guid).copy(entry, 16)
  entry.writeBigUInt64LE(BigInt(first), 32)
  entry.writeBigUInt64LE(BigInt(last), 40)
  entry.write(name, 56, 'utf16le')
  return entry
}

/** The first three fields are stored with the lowest byte first. */
function encodeGuid(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  bytes.subarray(0, 4).reverse()
  bytes.subarray(4, 6).reverse()
  bytes.subarray(6, 8).reverse()
  return bytes
}

/** For programs that do not read the table: one partition over the whole disk (UEFI 2.10 §5.2.3). */
const protectiveMbr = (diskSize: number): Buffer => masterBootRecord({ 0: [PROTECTIVE, 1, diskSize - 1] })

/** The third record begins at sector 1, as Linux and GRUB demand before they read a partition table that is not protective. */
const hybridMbr = (diskSize: number, { first, last }: Placed): Buffer =>
  masterBootRecord({ 0: [FAT, first, last - first + 1], 2: [PROTECTIVE, 1, diskSize - 1] })

/** Records by their positions: the type, the first sector and the number of sectors. Programs ignore cylinders and heads. */
function masterBootRecord(records: Readonly<Record<number, readonly [type: number, first: number, sectors: number]>>) {
  const sector = Buffer.alloc(SECTOR)
  for (const [index, [type, first, sectors]] of Object.entries(records)) {
    const record = sector.subarray(446 + Number(index) * RECORD_BYTES)
    record.set([0, 0, 2, 0, type, 0xff, 0xff, 0xff])
    record.writeUInt32LE(first, 8)
    record.writeUInt32LE(sectors, 12)
  }
  sector.writeUInt16LE(0xaa55, 510)
  return sector
}
