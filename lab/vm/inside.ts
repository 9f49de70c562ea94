import { goOn, settle } from '../process/inside.ts'
import { compileDaemon } from './compile.ts'

/** The first program in the virtual machine: runs the command after `--`, and ends the machine with it. */
await settle()
await compileDaemon()
goOn(process.argv.slice(process.argv.indexOf('--') + 1))
