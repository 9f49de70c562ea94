import assert from 'node:assert/strict'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BootChoice, decodeChoice, encodeChoice } from '../../install/image/choice.ts'
import { place } from '../../install/image/gpt.ts'
import { CHOICE_FILE } from '../../install/image/grub.ts'
import { ESP, layoutOf, numberOf, SECTOR, slotPartition } from '../../install/image/layout.ts'
import { Program, run } from '../process/program.ts'

/**
 * The image for a Raspberry Pi 4 in the nearest machine that QEMU has, a Raspberry Pi 3: its U-Boot starts GRUB from the SD card, and GRUB Linux. The
 * proprietary firmware does not run there: QEMU loads U-Boot and the device tree in its place.
 */

const TREE = 'bcm2837-rpi-3-b.dtb'
/** QEMU takes cards whose size is a power of two. */
const CARD = '2G'
const START_MS = 600_000
const partitions = place(layoutOf('arm64'))
const startOf = (name: string): number => partitions[numberOf('arm64', name) - 1]!.first * SECTOR

export async function startBoard(image: string, folder: string, report: (line: string) => void): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const [card, choice, uboot, root] = ['card', 'choice', 'u-boot.bin', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  const esp = `${card}@@${startOf(ESP)}`
  await run(['cp', '--sparse=always', image, card], { timeoutMs: START_MS })
  await run(['truncate', '--size', CARD, card])
  await run(['mcopy', '-n', '-o', '-i', esp, '::u-boot.bin', uboot])
  await run(['rm', '-rf', root])
  const offset = String(startOf(slotPartition('A')))
  await run(['unsquashfs', '-quiet', '-no-progress', '-offset', offset, '-dest', root, card, 'usr/lib/linux-image-*'], {
    timeoutMs: START_MS,
  })
  const [tree] = globSync(join(root, 'usr/lib/linux-image-*/broadcom', TREE))
  assert.ok(tree !== undefined, `the kernel of the image has no ${TREE}`)
  const save = async (next: BootChoice): Promise<void> => {
    writeFileSync(choice, encodeChoice(next))
    await run(['mcopy', '-o', '-i', esp, choice, `::${CHOICE_FILE}`])
  }
  /** Starts the machine until these lines have appeared, in this order. */
  const start = async (...texts: readonly string[]): Promise<void> => {
    const lines: string[] = []
    const machine = new Program(
      [
        ...['setpriv', '--pdeathsig', 'KILL', '--', 'qemu-system-aarch64', '-machine', 'raspi3b', '-display', 'none'],
        ...['-kernel', uboot, '-dtb', tree, '-drive', `file=${card},if=sd,format=raw`],
        ...['-serial', 'null', '-serial', 'stdio', '-monitor', 'none'],
      ],
      (line) => {
        lines.push(line)
        writeFileSync(join(folder, 'serial.log'), `${lines.join('\n')}\n`)
      },
    )
    try {
      for (const text of texts) {
        await machine.line(text, START_MS)
        report(text)
      }
      const positions = texts.map((text) => lines.findIndex((line) => line.includes(text)))
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
      )
    } finally {
      machine.kill('SIGKILL')
      await machine.exited
    }
  }

  // QEMU's machine has no network port.
  await start('Found EFI removable media binary', 'Sallyport: slot A', 'A router needs two network ports')
  // Slot B is empty. GRUB has to remove the trial through U-Boot before it finds that out.
  await save({ good: 'A', trial: 'B' })
  await start('Sallyport: slot B', 'Sallyport: slot A')
  assert.deepEqual(decodeChoice(await run(['mtype', '-i', esp, `::${CHOICE_FILE}`])), { good: 'A' })
  report('the trial was removed before slot B was started')
}
