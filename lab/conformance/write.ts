import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { PAGE, renderPage } from './page.ts'

writeFileSync(join(ROOT, PAGE), renderPage())
