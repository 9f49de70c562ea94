import type { Machine } from '../../../machine/machine.ts'
import { type LogEntry, MOST, ROUTER_LOG_NAME } from '../../../model/machine/logs/entry.ts'

const FIELDS = ['MESSAGE', 'PRIORITY', 'CONTAINER_NAME', 'SYSLOG_IDENTIFIER', '_TRANSPORT']

/** The last entries that the journal has of a systemd unit, newest first. Throws `CommandFailed` when it cannot be read. */
export async function* readJournal(machine: Pick<Machine, 'stream'>, unit: string): AsyncGenerator<LogEntry, void> {
  using output = machine.stream([
    'journalctl',
    '--quiet',
    '--no-pager',
    '--reverse',
    `--lines=${MOST}`,
    '--output=json',
    `--output-fields=${FIELDS.join(',')}`,
    `--unit=${unit}`,
  ])
  for await (const line of linesOf(output)) if (line !== '') yield entryOf(JSON.parse(line))
}

/** What journalctl prints for one entry: it leaves out fields of more than 4096 bytes, by `null`. */
interface Printed {
  readonly [field: string]: string | number[] | null | undefined
}

/** What the router prints has no container's name in the journal; what others send there in the unit's name has theirs. */
function entryOf(printed: Printed): LogEntry {
  const text = (field: string): string | undefined => {
    const value = printed[field]
    return typeof value === 'string' ? value : undefined
  }
  const writer = printed._TRANSPORT === 'stdout' ? ROUTER_LOG_NAME : (text('SYSLOG_IDENTIFIER') ?? ROUTER_LOG_NAME)
  return {
    CONTAINER_NAME: text('CONTAINER_NAME') ?? writer,
    MESSAGE: printed.MESSAGE ?? '(too long to be shown)',
    __REALTIME_TIMESTAMP: text('__REALTIME_TIMESTAMP') ?? '0',
    PRIORITY: text('PRIORITY') ?? '6',
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}
