import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from '../../../bin/prepare.js'
import { ROOT } from '../../process/place.ts'
import { EMULATOR, runInGuest } from '../../vm/boot.ts'
import { tool, Unavailable, unpacked } from '../../vm/debian.ts'
import { fetchKernel } from '../../vm/kernel.ts'
import { printRows } from '../table.ts'
import { type Count, exceeded, type Report, readBudget, writeBudget } from './budget.ts'

/**
 * A program that counts what the router's work takes, in instructions, and holds it against the budget in this directory:
 * start.ts [--save]. Counts repeat on any machine, however busy, where times do not. With --save the budget becomes what was
 * counted. Ends with 1 when a count has grown by more than the budget allows.
 */
const TIMEOUT_MS = 1_500_000
const BASE = join(ROOT, '.sallyport/vm')
const COUNTED = 'counted '

async function countInGuest(): Promise<Report> {
  if (process.arch !== 'x64') throw new Unavailable(`no virtual machine is made on ${process.arch}`)
  await prepare(['router', 'home', 'extra', 'vpn', 'test', 'vm'])
  tool([EMULATOR, '--version'])
  let report: Report | undefined
  const guest = join(ROOT, 'lab/bench/instructions/guest.ts')
  const cache = `NODE_COMPILE_CACHE=${join(ROOT, 'node_modules/.cache/sallyport')}`
  await runInGuest({
    kernel: fetchKernel(BASE),
    busybox: join(unpacked('busybox-static', BASE, ['bin/busybox']), 'bin/busybox'),
    command: ['/usr/bin/env', '-C', ROOT, cache, process.execPath, '--disable-warning=ExperimentalWarning', guest],
    timeoutMs: TIMEOUT_MS,
    isCounted: true,
    onLine(line) {
      if (line.startsWith(COUNTED)) report = JSON.parse(line.slice(COUNTED.length))
      else console.log(line)
    },
  })
  if (!report) throw new Error(`nothing was counted within ${TIMEOUT_MS / 1000} s`)
  return report
}

const spell = (count: number): string => count.toLocaleString('en')

function show({ counts }: Report, budget: ReadonlyMap<string, Count>): void {
  printRows(
    counts.map(({ what, ours, peer, reference }) => ({
      what: `instructions, ${what}${reference ? ` (beside ${reference})` : ''}`,
      ours: spell(ours),
      peer: peer === undefined ? '' : spell(peer),
      ratio: peer === undefined ? '' : (ours / peer).toFixed(3),
      aim: `≤ ${spell(budget.get(what)?.ours ?? 0)} + 2 %`,
    })),
  )
}

const { save } = parseArgs({ options: { save: { type: 'boolean' } } }).values
try {
  const report = await countInGuest()
  if (save) writeBudget(report)
  const budget = readBudget()
  show(report, new Map(budget.counts.map((count) => [count.what, count])))
  const grown = exceeded(report, budget)
  for (const line of grown) console.log(line)
  console.log(`${report.counts.length - grown.length} passed, ${grown.length} failed`)
  process.exitCode = grown.length > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof Unavailable)) throw error
  console.log(`\n*** NOT COUNTED: there is no virtual machine here: ${error.message}\n`)
}
