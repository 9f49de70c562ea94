import { CommandFailed, Invalid } from '../../../errors.ts'
import type { logs } from '../../../model/machine/logs/contract.ts'
import type { LogEntry } from '../../../model/machine/logs/entry.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** `read` gives entries newest first; it throws `CommandFailed` when they cannot be had. */
export function logHandlers({
  read,
}: {
  read: () => Iterable<LogEntry> | AsyncIterable<LogEntry>
}): Handlers<typeof logs> {
  return {
    async logs() {
      const chunks = listOf(read())
      try {
        // Whether there is a journal shows with its first entry, and by then no answer must have begun.
        const { value: first = '[]' } = await chunks.next()
        return following(first, chunks)
      } catch (error) {
        if (!(error instanceof CommandFailed)) throw error
        throw new Invalid(
          phrase('machine.journalUnreadable', error.stderr.trim() || phrase('machine.programNoReason', 'journalctl')),
          undefined,
          { cause: error },
        )
      }
    },
  }
}

async function* listOf(entries: Iterable<LogEntry> | AsyncIterable<LogEntry>): AsyncGenerator<string, void> {
  let before = '['
  for await (const entry of entries) {
    yield before + JSON.stringify(entry)
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

async function* following(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield first
  yield* rest
}
