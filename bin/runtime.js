import { spawnSync } from 'node:child_process'
import { NODE } from './build.js'

/** Runs a module with the pinned runtime: in scripts of npm, `node` is the one of the system. */
const { status } = spawnSync(NODE, process.argv.slice(2), { stdio: 'inherit' })
process.exit(status ?? 1)
