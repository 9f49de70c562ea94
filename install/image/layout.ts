/**
 * The partitions of the image. Two slots hold a root file system each; one of them runs, the other one is replaced by an update. The state
 * is on a separate partition, which no update writes.
 */

export const SECTOR = 512
const MIB = 2 ** 20

/** A boot name of RAUC, and of the boot choice. */
export type Slot = 'A' | 'B'
export const SLOTS: readonly Slot[] = ['A', 'B']
export const isSlot = (text: string | undefined): text is Slot => text === 'A' || text === 'B'

/** The most that the root file system of a slot may take, in bytes. */
export const LARGEST_ROOT = 200_000_000

/** The processor of an image, as Debian names it. */
export const ARCHITECTURES = ['amd64', 'arm64'] as const
export type Architecture = (typeof ARCHITECTURES)[number]
export const isArchitecture = (text: string): text is Architecture => ARCHITECTURES.some((name) => name === text)

/** The types of partitions: UEFI 2.10 §5.3.3, and the Discoverable Partitions Specification. */
const TYPE = {
  bios: '21686148-6449-6e6f-744e-656564454649',
  esp: 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b',
  /** A root file system. Another type than that of the data: systemd-repart(8) finds the partition that grows by its type. */
  root: { amd64: '4f68bce3-e8cd-4db1-96e7-fbcaf984b709', arm64: 'b921b045-1df0-41c3-af44-4c6f280d3fae' },
  linux: '0fc63daf-8483-4772-8e79-3d69d8477de4',
} as const

export interface Partition {
  /** The name in the partition table. */
  readonly name: string
  readonly type: string
  /** In bytes, a multiple of 1 MiB. */
  readonly size: number
}

export const BIOS_PARTITION = 'sallyport-bios'
export const ESP = 'sallyport-esp'
export const DATA_PARTITION = 'sallyport-data'
/** Bytes of a block of its file system. */
export const DATA_BLOCK = 4096
/** The block with the first copy of the superblock, in the second group of blocks: ext4(5), a group has as many blocks as a block has bits. */
export const SUPERBLOCK_COPY = 8 * DATA_BLOCK
export const slotPartition = (slot: Slot): string => `sallyport-${slot.toLowerCase()}`

/** In the order of their numbers, from 1. The last one grows to the end of the disk at the first boot. Only PCs have a BIOS. */
export const layoutOf = (architecture: Architecture): readonly Partition[] => [
  ...(architecture === 'amd64' ? [{ name: BIOS_PARTITION, type: TYPE.bios, size: MIB }] : []),
  { name: ESP, type: TYPE.esp, size: 64 * MIB },
  ...SLOTS.map((slot) => ({ name: slotPartition(slot), type: TYPE.root[architecture], size: 384 * MIB })),
  { name: DATA_PARTITION, type: TYPE.linux, size: 256 * MIB },
]

/** The number of a partition. */
export const numberOf = (architecture: Architecture, name: string): number =>
  layoutOf(architecture).findIndex((partition) => partition.name === name) + 1
