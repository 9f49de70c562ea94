import type { Machine } from '../../../machine/machine.ts'
import type { StorageState } from '../../../model/machine/health/state.ts'
import { readText } from './readings.ts'

/** Hosts of memory cards: Documentation/ABI/testing/sysfs-bus-mmc. */
const CARDS = '/sys/class/mmc_host/mmc'
const NVME = '/sys/class/nvme/nvme'
const MOST = 8

/** A tenth of the rated life remains. */
const WORN_PERCENT = 90

type Files = Pick<Machine, 'readFile' | 'listDirectories'>

/**
 * Memory cards, eMMC and NVMe drives with their wear as far as the kernel reports it: that of eMMC (JEDEC JESD84-B51 §7.4.96,
 * `life_time` and `pre_eol_info`). SD cards do not measure it, and NVMe drives report it to other programs only.
 */
export function readStorage(machine: Files): StorageState[] {
  const indexes = Array.from({ length: MOST }, (_, index) => index)
  const cards = indexes.flatMap((index) =>
    machine.listDirectories(`${CARDS}${index}`).flatMap((name) => cardAt(machine, `${CARDS}${index}/${name}`)),
  )
  const drives = indexes.flatMap((index): StorageState[] => {
    const model = readText(machine, `${NVME}${index}/model`)
    return model === undefined
      ? []
      : [{ Name: `nvme${index}`, Kind: 'NVMe', Model: model, UsedPercent: null, EndOfLife: 'unknown' }]
  })
  return [...cards, ...drives]
}

const KINDS: Readonly<Record<string, StorageState['Kind']>> = { MMC: 'eMMC', SD: 'SD card' }
const ENDS: Readonly<Record<number, StorageState['EndOfLife']>> = { 1: 'normal', 2: 'warning', 3: 'urgent' }

function cardAt(machine: Files, path: string): StorageState[] {
  const Kind = KINDS[readText(machine, `${path}/type`) ?? '']
  if (!Kind) return []
  const [Name = ''] = machine.listDirectories(`${path}/block`)
  const Model = readText(machine, `${path}/name`) ?? ''
  // The life of two kinds of memory cells in steps of 10 %: 1 is 0 to 10 %, 11 is more than 100 %; others are undefined.
  const steps = (readText(machine, `${path}/life_time`) ?? '').split(/\s+/).map(Number)
  const used = Math.max(...steps.filter((step) => step >= 1 && step <= 11), 0)
  const UsedPercent = used === 0 ? null : used * 10
  const EndOfLife = ENDS[Number(readText(machine, `${path}/pre_eol_info`))] ?? 'unknown'
  return [{ Name, Kind, Model, UsedPercent, EndOfLife }]
}

/** Whether it should be replaced soon. */
export const isWorn = ({ UsedPercent, EndOfLife }: StorageState): boolean =>
  EndOfLife === 'warning' || EndOfLife === 'urgent' || (UsedPercent ?? 0) > WORN_PERCENT
