import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrame } from '../../router/store/querylog/frame.ts'

/** The lines in the journals of the DNS log, of a router with this data directory. Empty before the first are written. */
export function journalsIn(data: string): string {
  const directory = join(data, 'dnslog')
  let text = ''
  if (!existsSync(directory)) return text
  for (const name of readdirSync(directory).filter((name) => name.endsWith('.log'))) {
    const bytes = readFileSync(join(directory, name))
    let at = 0
    for (let frame = readFrame(bytes); frame; frame = readFrame(bytes, at)) {
      text += frame.lines.toString('latin1')
      at += frame.size
    }
  }
  return text
}
