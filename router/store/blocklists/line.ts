import { domainToASCII } from 'node:url'
import { type Modifiers, readModifiers } from './modifiers.ts'
import { zoneNames } from './zonelines.ts'

/** Receives the names of a block list, as in a DNS message (RFC 1035 §3.1), in lower case, with their zero byte. */
export interface ListedNameReceiver {
  /**
   * Called with each name; the bytes are only valid during the call. `spared`: an exception, which no list may block. `important`: a
   * block that an exception does not lift, or an exception that lifts such a block.
   */
  name(wire: Buffer, spared: boolean, important: boolean): void
  /** Called for a rule that cancels the same rule of this list, before or after it. */
  cancel(wire: Buffer, spared: boolean, important: boolean): void
  /** Called for each entry that has no effect. */
  ignore(entry: IgnoredEntry): void
}

/** `unsupported`: an entry that a resolver cannot apply, or a local or invalid name. `foreign`: text that is no entry of any list. */
export type IgnoredEntry = 'unsupported' | 'foreign'

const LABEL_LIMIT = 63
/** With the length bytes and the closing zero. RFC 1035 3.1. */
const WIRE_LIMIT = 255

const SPACE = 0x20
const TAB = 0x09
const RETURN = 0x0d
const HASH = 0x23
const DOT = 0x2e
const STAR = 0x2a
const BAR = 0x7c
const AT = 0x40
const CARET = 0x5e
const ZERO = 0x30
const NINE = 0x39
const EQUALS = 0x3d
const DOLLAR = 0x24

/** Letters, digits, dash and underscore to lower case; everything else to 0. */
const LETTER = new Uint8Array(256)
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789-_') {
  LETTER[letter.charCodeAt(0)] = letter.charCodeAt(0)
  LETTER[letter.toUpperCase().charCodeAt(0)] = letter.charCodeAt(0)
}

/** Addresses in hosts files for blocked names. */
const SINKS = ['0.0.0.0', '127.0.0.1', '0', '::', '::1'].map((text) => Buffer.from(text))
/** Local zones, which no list may block. */
const OWN_ZONES = new Set(['local', 'localhost', 'localdomain', 'lan'])
const OWN_ZONES_BEGIN = 0x6c
const PLAIN: Modifiers = { isImportant: false, isCancelling: false }

/** A word that is no rule of an ad blocker: markup, a part of a program, or a word of a language. */
const FOREIGN = /^[a-z]+$|[<>{}"]/i
/** Several words that are an entry: cosmetic rules and scriptlets of ad blockers, and hosts with other addresses. */
const ENTRY = /#[@?$%]*#|\$[@?]?\$|#@?%#|^(?:@@|\||\/)|^(?:[\d.]+|[\da-f:]*:[\da-f:.]*)(?:%\w+)?\s/i
const isEntry = (line: string): IgnoredEntry => (ENTRY.test(line) ? 'unsupported' : 'foreign')

const isSpace = (byte: number | undefined): boolean => byte === SPACE || byte === TAB || byte === RETURN

/**
 * Returns a function that reads one line: `0.0.0.0 name name` of a hosts file, a plain name, `||name^` or `@@||name^` of an ad
 * blocker, a line for dnsmasq or unbound or of a response policy zone, a comment, or an empty line. Anything else is ignored, such as cosmetic rules and parts of web pages.
 */
export function openBlockListLineReader(
  names: ListedNameReceiver,
): (bytes: Buffer, start: number, end: number) => void {
  const wire = Buffer.alloc(WIRE_LIMIT + 1)

  /** Writes a name of ASCII letters to `wire`. Returns its length there, or 0 if it is invalid. */
  const write = (bytes: Uint8Array, from: number, to: number, fewestLabels: number): number => {
    let start = from
    let end = to
    if (bytes[start] === STAR && bytes[start + 1] === DOT) start += 2
    if (bytes[end - 1] === DOT) end--
    if (end <= start || end - start > WIRE_LIMIT - 2) return 0
    let label = 0
    let labels = 1
    let at = 1
    let digits = 0
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!
      if (byte === DOT) {
        const length = at - label - 1
        if (length === 0 || length > LABEL_LIMIT) return 0
        wire[label] = length
        label = at++
        labels++
        digits = 0
        continue
      }
      const letter = LETTER[byte]!
      if (letter === 0) return 0
      if (letter >= ZERO && letter <= NINE) digits++
      wire[at++] = letter
    }
    const length = at - label - 1
    // A last label of digits alone is the end of an address.
    if (length === 0 || length > LABEL_LIMIT || digits === length || labels < fewestLabels) return 0
    if (wire[label + 1] === OWN_ZONES_BEGIN && OWN_ZONES.has(wire.toString('latin1', label + 1, at))) return 0
    wire[label] = length
    wire[at++] = 0
    return at
  }

  const take = (
    bytes: Buffer,
    start: number,
    end: number,
    fewestLabels: number,
    spared: boolean,
    { isImportant, isCancelling }: Modifiers = PLAIN,
  ): void => {
    let length = write(bytes, start, end, fewestLabels)
    if (length === 0 && bytes.subarray(start, end).some((byte) => byte >= 0x80)) {
      const ascii = Buffer.from(domainToASCII(bytes.toString('utf8', start, end).replace(/^\*\./, '')), 'latin1')
      length = write(ascii, 0, ascii.length, fewestLabels)
    }
    if (length === 0) names.ignore(FOREIGN.test(bytes.toString('latin1', start, end)) ? 'foreign' : 'unsupported')
    else if (isCancelling) names.cancel(wire, spared, isImportant)
    else names.name(wire, spared, isImportant)
  }

  /** Reads `||name^` from its first letter on. It may be a top-level domain. */
  const takeRule = (bytes: Buffer, start: number, end: number, spared: boolean): void => {
    let caret = start
    while (caret < end && bytes[caret] !== CARET) caret++
    const modifiers = caret < end ? modifiersAt(bytes, caret + 1, end) : undefined
    if (modifiers) take(bytes, start, caret, 1, spared, modifiers)
    else names.ignore('unsupported')
  }

  return (bytes, lineStart, lineEnd) => {
    let start = lineStart
    let end = lineEnd
    while (start < end && isSpace(bytes[start])) start++
    while (end > start && isSpace(bytes[end - 1])) end--
    if (start === end || COMMENT.has(bytes[start]!)) return
    if (bytes[start] === BAR && bytes[start + 1] === BAR) return takeRule(bytes, start + 2, end, false)
    if (bytes[start] === AT && bytes[start + 1] === AT && bytes[start + 2] === BAR && bytes[start + 3] === BAR)
      return takeRule(bytes, start + 4, end, true)

    const first = wordEnd(bytes, start, end)
    let next = wordStart(bytes, first, end)
    // Some lines of a resolver's configuration are a single word as well.
    const isName = next === end && find(bytes, start, first, EQUALS) === first
    if (isName) return take(bytes, start, noteStart(bytes, start, first), 2, false)
    if (!isSink(bytes, start, first)) {
      const text = bytes.toString('latin1', start, end)
      const found = zoneNames(text)
      if (!found) return names.ignore(next < end ? isEntry(text) : FOREIGN.test(text) ? 'foreign' : 'unsupported')
      if (found.length === 0) names.ignore('unsupported')
      for (const { name, spared } of found) {
        const own = Buffer.from(name, 'latin1')
        take(own, 0, own.length, 2, spared)
      }
      return
    }
    while (next < end) {
      const stop = wordEnd(bytes, next, end)
      const note = noteStart(bytes, next, stop)
      take(bytes, next, note, 2, false)
      if (note < stop) return
      next = wordStart(bytes, stop, end)
    }
  }
}

const find = (bytes: Uint8Array, start: number, end: number, byte: number): number => {
  let at = start
  while (at < end && bytes[at] !== byte) at++
  return at
}

/** The offset of a note that follows a name without a space, as in `name#note`. In `name##rule` it is a rule for browsers. */
const noteStart = (bytes: Uint8Array, start: number, end: number): number => {
  const at = find(bytes, start, end, HASH)
  return at < end && COSMETIC.has(bytes[at + 1]!) ? end : at
}
/** What follows `#` in rules for browsers: `##`, `#@#`, `#?#`, `#$#`, `#%#`. */
const COSMETIC: ReadonlySet<number> = new Set([HASH, AT, 0x3f, DOLLAR, 0x25])

/** What follows `^` of a rule: nothing, a bar for the end of an address, or modifiers. Undefined for anything else. */
function modifiersAt(bytes: Buffer, start: number, end: number): Modifiers | undefined {
  const at = bytes[start] === BAR ? start + 1 : start
  if (at === end || isSpace(bytes[at])) return PLAIN
  return bytes[at] === DOLLAR ? readModifiers(bytes.toString('latin1', at + 1, wordEnd(bytes, at, end))) : undefined
}

/** `#`, `!`, `;`, and the `[` of a header as `[Adblock Plus 2.0]`. */
const COMMENT: ReadonlySet<number> = new Set([HASH, 0x21, 0x3b, 0x5b])

const wordEnd = (bytes: Uint8Array, start: number, end: number): number => {
  let at = start
  while (at < end && !isSpace(bytes[at])) at++
  return at
}

/** The offset of the next word; the end if there is none, or only a comment. */
const wordStart = (bytes: Uint8Array, start: number, end: number): number => {
  let at = start
  while (at < end && isSpace(bytes[at])) at++
  return bytes[at] === HASH ? end : at
}

/** Compares byte by byte, which takes less than a call of `compare` for each line. */
function isSink(bytes: Uint8Array, start: number, end: number): boolean {
  for (const sink of SINKS) {
    if (sink.length !== end - start) continue
    let at = 0
    while (at < sink.length && sink[at] === bytes[start + at]) at++
    if (at === sink.length) return true
  }
  return false
}
