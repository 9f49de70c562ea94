import { goOn, settle } from '../process/inside.ts'

/** What the virtual machine runs first: the command after `--`, where homes can be opened. The machine ends with it. */
await settle()
goOn(process.argv.slice(process.argv.indexOf('--') + 1))
