import { Growing } from './growing.ts'
import { HashIndex, mixed } from './hashindex.ts'

const LINE_FEED = 0x0a

/** The distinct names of a segment that is being written, numbered in the order in which they are added. */
export class NameTable {
  readonly #index = new HashIndex((name) => this.#hash(name))
  readonly #text = new Growing(new Uint8Array(1024))
  readonly #starts = new Growing(new Uint32Array(64))

  get count(): number {
    return this.#index.size
  }

  /** All names as ASCII, each with a line feed after it. Valid until the next `add`. */
  get text(): Uint8Array {
    return this.#text.values
  }

  /** Where a name begins in the text; the end of the text for the number after the last. */
  start(name: number): number {
    return name < this.count ? this.#starts.get(name) : this.#text.length
  }

  /** The number of a name, which is added if it is new. */
  add(name: string): number {
    let hash = 0
    for (let at = 0; at < name.length; at++) hash = mixed(hash, name.charCodeAt(at))
    const known = this.#index.find(hash, (number) => this.#is(number, name))
    if (known >= 0) return known
    this.#starts.push(this.#text.length)
    for (let at = 0; at < name.length; at++) this.#text.push(name.charCodeAt(at))
    this.#text.push(LINE_FEED)
    return this.#index.add(hash)
  }

  #hash(number: number): number {
    let hash = 0
    for (let at = this.#starts.get(number); this.#text.get(at) !== LINE_FEED; at++)
      hash = mixed(hash, this.#text.get(at))
    return hash
  }

  #is(number: number, name: string): boolean {
    const start = this.#starts.get(number)
    for (let at = 0; at < name.length; at++) if (this.#text.get(start + at) !== name.charCodeAt(at)) return false
    return this.#text.get(start + name.length) === LINE_FEED
  }
}

/** Sets 1, from `first` on, for each name of a text that contains the part. Each name has a line feed after it. */
export function markNames(text: Buffer, part: Uint8Array, marks: Uint8Array, first = 0): void {
  // Most texts do not have it, which native code finds out five times as fast.
  let at = text.indexOf(part)
  if (at < 0 || part.length === 0) return
  let name = first
  for (let feed = 0; feed < at; feed++) if (text[feed] === LINE_FEED) name++
  for (; at < text.length; at++) {
    if (text[at] === LINE_FEED) name++
    else if (text[at] === part[0] && isAt(text, at, part)) {
      marks[name] = 1
      while (at + 1 < text.length && text[at + 1] !== LINE_FEED) at++
    }
  }
}

function isAt(text: Uint8Array, at: number, part: Uint8Array): boolean {
  for (let n = 1; n < part.length; n++) if (text[at + n] !== part[n]) return false
  return true
}

/** The part of names that a search looks for, which are in lower case. One that no name can have is a byte that is not ASCII. */
export const namePart = (text: string): Buffer => Buffer.from(text.includes('\n') ? '\u00ff' : text.toLowerCase())
