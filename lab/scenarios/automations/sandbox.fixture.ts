import { scriptSandbox } from '../../../router/features/messages/automations/sandbox.ts'
import { interact } from '../../../router/machine/linux/interact.ts'

/** What a program in the sandbox of automations reaches when Node does not restrict it. */
export interface Reached {
  /** The files and directories in `/`. */
  readonly files: string[]
  readonly written: string
  readonly socket: string
  readonly child: string
  /** Processes that it can send a signal to, that are not in the sandbox. */
  readonly others: number[]
}

const PROGRAM = `
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { spawn } from 'node:child_process'
const code = (run) => { try { run(); return 'none' } catch (error) { return error.code } }
const socket = await new Promise((done) => createServer().on('error', (error) => done(error.code)).listen(0, () => done('none')))
const child = code(() => spawn('/node'))
const others = []
for (let pid = 1; pid < 5000; pid++) try { process.kill(pid, 0); if (pid > 50) others.push(pid) } catch {}
console.log(JSON.stringify({ files: readdirSync('/').sort(), written: code(() => writeFileSync('/x', 'x')), socket, child, others }))
`

export async function outsideOf(): Promise<Reached> {
  const { argv, descriptor3 } = scriptSandbox(
    { node: process.execPath, arch: process.arch as 'x64' | 'arm64' },
    PROGRAM,
  )
  const lines: string[] = []
  const options = { descriptor3, mostLineBytes: 1e6, mostUnreadBytes: 1e6, onLine: (line: string) => lines.push(line) }
  using program = interact(
    argv.filter((word) => word !== '--permission'),
    options,
  )
  const { errors } = await program.ended
  return JSON.parse(lines[0] ?? JSON.stringify(errors))
}
