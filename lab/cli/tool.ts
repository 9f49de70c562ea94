import { spawn } from 'node:child_process'
import { ROOT } from '../process/place.ts'
import type { Tool } from './tools.ts'

interface ToolResult {
  readonly passed: number
  readonly failed: number
  readonly output: string
}

/**
 * Runs a tool. The counts are those that node:test prints at the end, or one. A status other than 0 is at least one failure. The
 * tool is ended when `signal` is aborted.
 */
export function runTool({ argv }: Tool, signal: AbortSignal): Promise<ToolResult> {
  const [program = '', ...args] = argv
  // Its channel ends with this process, after which its own processes end.
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  signal.addEventListener('abort', () => child.kill())
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ passed: 0, failed: 1, output: error.message }))
    child.on('close', (code) => {
      const count = (word: string): number | undefined => {
        const [, digits] = new RegExp(`^. ${word} (\\d+)$`, 'm').exec(output) ?? []
        return digits === undefined ? undefined : Number(digits)
      }
      const failed = Math.max((count('fail') ?? 0) + (count('cancelled') ?? 0), code === 0 ? 0 : 1)
      resolve({ passed: count('pass') ?? (failed > 0 ? 0 : 1), failed, output })
    })
  })
}
