import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'
import { buildTailnetPrograms } from './programs.ts'

/** Builds the programs with Go, which takes minutes the first time, and runs the tests with them. */
buildTailnetPrograms()
const test = [process.execPath, '--test', '--disable-warning=ExperimentalWarning', 'lab/tailnet/tailnet.test.ts']
process.exit(await runSealed(join(ROOT, 'lab/process/inside.ts'), ['--', ...test]))
