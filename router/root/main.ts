import { closeSync, mkdtempSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { outcome, spawn } from '../machine/linux/process.ts'
import type { OutcomeOptions } from '../machine/machine.ts'
import { superdCommand } from '../machine/place.ts'
import { ASIDE, type CommandAnswer, CommandRequest } from '../wire/command.ts'
import { permitted } from './permitted.ts'

/**
 * Runs one command line outside the unit of the router. systemd starts it for each connection to a socket that only the router's group
 * may open, with the connection as standard input and output. As root it runs what `permitted` permits; with `--scripts`, as the user of
 * the router and without privileges, any program: a sandbox.
 */

const LONGEST_REQUEST = 1 << 20
const LIMITS = { input: '', timeoutMs: 15_000, mostBytes: 64 << 10 }

/**
 * Runs `"$@"` with the connection as standard input and output, and what the first argument names as descriptor 3. What is no output of the
 * program follows `ASIDE`. Node does not stay in memory: sh(1) replaces it.
 */
const INTERACT = `exec 3< "$1" && rm -r "\${1%/*}" && shift && echo "${ASIDE}pid $$" &&
{ { "$@" 2>&1 1>&5 5>&-; echo "exit $?"; } 3<&3 | sed -u 's/^/${ASIDE}/'; } 5>&1`

/** The first line of standard input. Not one byte more: the rest is for the program. */
function readRequest(): CommandRequest {
  const bytes: number[] = []
  const byte = Buffer.alloc(1)
  while (bytes.length < LONGEST_REQUEST && readSync(0, byte) === 1 && byte[0] !== 10) bytes.push(byte[0]!)
  return CommandRequest.parse(JSON.parse(Buffer.from(bytes).toString()))
}

function runScript({ argv, descriptor3 = '' }: CommandRequest): never {
  const file = join(mkdtempSync(join(tmpdir(), 'script-')), 'descriptor3')
  writeFileSync(file, Buffer.from(descriptor3, 'base64'))
  return process.execve!('/bin/sh', ['sh', '-c', INTERACT, 'sh', file, ...argv], { PATH: process.env.PATH ?? '' })
}

/** Runs it until it ends or the connection does, and returns its lines. */
async function runService(argv: readonly string[]): Promise<void> {
  const child = spawn(argv, { onLine: (line) => writeSync(1, `${line}\n`) })
  writeSync(1, `${ASIDE}pid ${child.pid}\n`)
  const end = (): void => child[Symbol.dispose]()
  createInterface({ input: process.stdin }).on('close', end)
  process.once('SIGTERM', end)
  const code = await child.exited
  writeSync(1, `${ASIDE}exit ${code ?? ''}\n`)
}

/** The connection may take less at a time. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

/** Runs it until it ends, and returns its status and its output. */
async function answer(argv: readonly string[], limits: OutcomeOptions = LIMITS): Promise<void> {
  writeAll(`${JSON.stringify((await outcome(argv, limits)) satisfies CommandAnswer)}\n`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, command: { type: 'string' }, scripts: { type: 'boolean', default: false } },
  })
  const request = readRequest()
  if (values.scripts && request.once === undefined) return runScript(request)
  if (values.scripts) return answer(request.argv, request.once)
  const found = permitted(request.argv, {
    data: values.data ?? '/var/lib/sallyport',
    superd: superdCommand(),
    command: values.command ?? '',
  })
  if (found === undefined) {
    process.stderr.write(`sallyport: not permitted as root: ${request.argv.join(' ').slice(0, 200)}\n`)
    writeAll(`${JSON.stringify({ output: 'not permitted' } satisfies CommandAnswer)}\n`)
  } else if (found.runs === 'once') await answer(found.argv)
  else await runService(found.argv)
  closeSync(1)
}

if (import.meta.main)
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`sallyport: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    },
  )
