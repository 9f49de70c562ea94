import { openSystem } from '../../system.ts'
import { showConsole } from './console.ts'
import { prepareRouter } from './prepare.ts'
import { bootChoice, keepSlot } from './slots.ts'
import { installFromStick } from './stick.ts'

/** The program of a router that was started from an image: its units and RAUC run it. */

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => void | Promise<void>>> = {
  prepare: () => prepareRouter(openSystem()),
  console: () => showConsole(openSystem()),
  'keep-slot': () => keepSlot(openSystem()),
  'boot-choice': bootChoice,
  'install-bundle': () => installFromStick(openSystem()),
}

const [command = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(COMMANDS, command)) throw new Error(`unknown command: ${command}`)
await COMMANDS[command]!(args)
