import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { PROMISES, renderPromises } from './promises.ts'

writeFileSync(join(ROOT, PROMISES), renderPromises())
