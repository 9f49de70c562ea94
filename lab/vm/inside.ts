import { goOn, settle } from '../process/inside.ts'

/** The first program in the virtual machine: runs the command after `--`, and ends the machine with it. */
await settle()
goOn(process.argv.slice(process.argv.indexOf('--') + 1))
