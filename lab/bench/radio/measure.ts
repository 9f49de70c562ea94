import { printRows, type Row } from '../table.ts'
import { benchIdle } from './idle.ts'
import { benchJoins } from './joins.ts'
import { benchList } from './list.ts'
import { benchPassphrases } from './passphrases.ts'
import { openRadioStage, type RadioStage } from './stage.ts'

const PARTS: Record<string, (stage: RadioStage) => Promise<Row[]>> = {
  joins: benchJoins,
  passphrases: benchPassphrases,
  'list of stations': benchList,
  'idle stations': benchIdle,
}

/** In the virtual machine: measures access points with simulated radios. */
const began = performance.now()
const stage = await openRadioStage()
const rows: Row[] = []
let failed = 0
for (const [name, measure] of Object.entries(PARTS)) {
  console.log(`measuring ${name} … (after ${((performance.now() - began) / 1000).toFixed(0)} s)`)
  try {
    const found = await measure(stage)
    // The virtual machine may be ended before the last part.
    for (const { what, ours, peer, ratio } of found) console.log([what, ours, peer, ratio].join(' | '))
    rows.push(...found)
  } catch (error) {
    failed += 1
    console.log(`${name}:`, error)
  }
}
printRows(rows)
await stage.home.close()
process.exit(failed)
