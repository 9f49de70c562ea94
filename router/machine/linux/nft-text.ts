import { Unavailable } from '../../errors.ts'
import { phrase } from '../../phrases/phrase.ts'
import { nextTurn } from '../turns.ts'

/** Parsing so many characters takes about a millisecond. */
const PART = 65_536
const [BEGIN, END] = ['{"nftables": [', ']}']
/**
 * Where a list can be cut: before an object of its outermost array. Quotes inside of texts are escaped, and what has the same
 * name inside of rules, such as the statement that adds to a set, begins with another field.
 */
const BOUNDARY = /, (?=\{"(?:table|chain|rule|set|map)": \{"family": ")/g

/**
 * Parses the JSON that libnftables prints, which is MiB with 1,000 devices, in turns of the event loop. What it cannot write
 * as JSON (in 1.0.6 also the flags of a table) it prints as an empty line: that throws `Unavailable`.
 */
export async function parseListing(printed: string): Promise<unknown> {
  try {
    const objects: unknown[] = []
    for (const part of partsOf(printed)) {
      if (objects.length > 0) await nextTurn()
      objects.push(...(JSON.parse(part) as { nftables: unknown[] }).nftables)
    }
    return { nftables: objects }
  } catch (cause) {
    throw new Unavailable(phrase('firewall.readFailed'), { cause })
  }
}

/** The text cut into parts, each longer than the limit by one object at most. */
export function* partsOf(printed: string, most = PART): Generator<string> {
  let start = 0
  for (;;) {
    BOUNDARY.lastIndex = start + most
    const end = BOUNDARY.exec(printed)?.index
    yield (start === 0 ? '' : BEGIN) + printed.slice(start, end) + (end === undefined ? '' : END)
    if (end === undefined) return
    start = end + ', '.length
  }
}
