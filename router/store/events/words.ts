/** Maximum number of words of an event, and of characters of a word. */
const MOST_WORDS = 256
const MOST_CHARACTERS = 64
/** Shorter words of a query match whole words only: a prefix of two characters is in most events. */
const SHORTEST_PREFIX = 3

/** Punctuation at either end of a word. */
const EDGES = /^[.:/_@=#*!?&-]+|[.:/_@=#*!?&-]+$/gu
/** All characters that are no part of a token: see the table `words`. */
const BETWEEN = /[\s\p{Cc},;"'`()<>{}[\]|\\]+/u
const MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/u
const DOMAIN = /^(?=.*[a-z])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/u

/** The word that finds the events of a device. */
const deviceWord = (device: string): string => `device=${device.toLowerCase().split(BETWEEN).join('_')}`

/**
 * Returns the words of an event, separated by spaces: of its topic and of the values of its fields. MAC addresses, IP addresses and
 * domains are whole words; a domain is also found by its parent domains, and other compound words by their parts.
 */
export function wordsOf(topic: string, event: unknown, devices: readonly string[], names: readonly string[]): string {
  const words = new Set(devices.map(deviceWord))
  const add = (text: string): void => {
    for (const raw of text.toLowerCase().slice(0, 1024).split(BETWEEN)) {
      const word = raw.replace(EDGES, '').slice(0, MOST_CHARACTERS)
      if (word === '' || words.size >= MOST_WORDS) continue
      words.add(word)
      if (MAC.test(word)) continue
      if (DOMAIN.test(word)) for (const parent of parentsOf(word)) words.add(parent)
      else for (const part of word.split(/[:/@=_-]+/u)) if (part.length > 1) words.add(part)
    }
  }
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!TIME.test(value)) add(value)
    } else if (typeof value === 'number') add(String(value))
    else if (value !== null && typeof value === 'object' && words.size < MOST_WORDS) Object.values(value).forEach(visit)
  }
  add(topic)
  devices.forEach(add)
  names.forEach(add)
  visit(event)
  return [...words].join(' ')
}

/** The parent domains of at least two labels. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))
}

/** Returns the expression of FTS5 for events that have each word of `text`, or begin with it, and concern `device`. Undefined for no words. */
export function matchOf(text: string, device: string | undefined): string | undefined {
  const words = text
    .toLowerCase()
    .split(BETWEEN)
    .map((word) => (/^[\d.]+$/u.test(word) ? word : word.replace(EDGES, '')).slice(0, MOST_CHARACTERS))
    .filter((word) => word !== '')
    .slice(0, 16)
    .map((word) => (word.length >= SHORTEST_PREFIX ? `"${word}"*` : `"${word}"`))
  const terms = [...words, ...(device === undefined ? [] : [`"${deviceWord(device)}"`])]
  return terms.length === 0 ? undefined : terms.join(' ')
}
