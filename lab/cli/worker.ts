import { suite } from 'node:test'
import { settleInside } from '../process/inside.ts'
import type { FromWorker } from './reporter.ts'

/**
 * Runs test files one after another, each as a suite whose hooks run when its last test has ended. Modules that they share are
 * loaded once. The process that started this one sends the paths (`workers.ts`); the reporter answers. With the argument `sealed`,
 * this is the first process of a sealed tree.
 */
if (process.argv.includes('sealed')) await settleInside()
else process.on('disconnect', () => process.exit(1))

/** The reporter has reported everything by then; it reports no end of a file whose tests all have other titles (`--only`). */
const REPORTED_MS = 500

process.on('message', (file: string) => {
  void suite(file, () => import(file)).then(() =>
    setTimeout(() => process.send?.({ kind: 'ended', file } satisfies FromWorker), REPORTED_MS),
  )
})
process.send?.({ kind: 'ready' } satisfies FromWorker)
