import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { doRounds } from '../rounds.ts'

/** Runs the command of each line of the input, without a shell. Prints how long it took. */
await doRounds(async (line) => {
  const [command = '', ...args] = line.split(' ')
  const began = performance.now()
  const [code] = await once(spawn(command, args, { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`${line}: exit status ${code}`)
  return { ms: performance.now() - began }
})
