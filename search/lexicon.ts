import { MAX_WORD } from './words.ts'

/** A term that the reader may have meant. */
export interface Meant {
  /** Its place among the terms. */
  readonly term: number
  /** Letters to change, leave out, add, or swap with their neighbour; a wrong first letter counts twice. */
  readonly typos: number
  /** Whether the whole term was typed, and not its beginning alone. */
  readonly isWhole: boolean
  /** Another form of the word, or a synonym. */
  readonly isOther?: true
}

/** All words of an index, sorted, so that words with a common prefix are compared together. */
export class Lexicon {
  readonly terms: readonly string[]
  /** How many letters each term begins with that the one before begins with, too. */
  readonly #shared: Uint8Array

  /** `terms` without duplicates, in the order of their code units. */
  constructor(terms: readonly string[]) {
    this.terms = terms
    this.#shared = Uint8Array.from(terms, (term, i) => sharedLetters(terms[i - 1] ?? '', term))
  }

  /** The terms that are `word`, or begin with it. */
  exactly(word: string, isPrefix: boolean): Meant[] {
    const { terms } = this
    const from = this.#firstFrom(word)
    if (!isPrefix) return terms[from] === word ? [{ term: from, typos: 0, isWhole: true }] : []
    const meant: Meant[] = []
    for (let term = from; term < terms.length && terms[term]!.startsWith(word); term++)
      meant.push({ term, typos: 0, isWhole: terms[term] === word })
    return meant
  }

  /**
   * The terms at most `typos` away from `word`, or, of a `word` that is still being typed, those that begin with something
   * so near. A term is walked letter by letter, one row of the edit distance (optimal string alignment) each; terms that
   * begin alike share their rows, and where a row has nothing near enough, all that begin like that are passed over.
   */
  near(word: string, typos: number, isPrefix: boolean): Meant[] {
    const { terms } = this
    const table = new Table(word)
    const meant: Meant[] = []
    const add = (term: number, distance: number, isWhole: boolean): void => {
      const first = terms[term]!.charCodeAt(0) === word.charCodeAt(0) ? 0 : 1
      meant.push({ term, typos: distance === 0 ? 0 : distance + first, isWhole })
    }
    for (let i = 0; i < terms.length; ) {
      const term = terms[i]!
      let depth = this.#shared[i]!
      let isHopeless = false
      while (depth < term.length && !isHopeless) isHopeless = table.fill(term, ++depth) > typos
      const whole = table.distanceAt(depth)
      const distance = isPrefix ? table.leastUpTo(depth) : whole
      if (!isHopeless) {
        if (distance <= typos) add(i, distance, whole === distance)
        i++
        continue
      }
      do {
        if (isPrefix && distance <= typos) add(i, distance, false)
        i++
      } while (i < terms.length && this.#shared[i]! >= depth)
    }
    return meant
  }

  /** The place of the first term that is not before `word`. */
  #firstFrom(word: string): number {
    let low = 0
    let high = this.terms.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.terms[middle]! < word) low = middle + 1
      else high = middle
    }
    return low
  }
}

function sharedLetters(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** The distances of the beginnings of a term to the beginnings of a word, a row for each of the former. */
class Table {
  readonly #word: string
  readonly #width: number
  readonly #cells: Uint8Array
  /** The least distance of any beginning of the term to the whole word, up to each length. */
  readonly #least = new Uint8Array(MAX_WORD + 1)

  constructor(word: string) {
    this.#word = word
    this.#width = word.length + 1
    this.#cells = new Uint8Array((MAX_WORD + 1) * this.#width)
    for (let column = 0; column <= word.length; column++) this.#cells[column] = column
    this.#least[0] = word.length
  }

  /**
   * The row for the first `depth` letters of `term`; those above it are there. Gives the least of the row. No row below has
   * less: a swap reaches back two rows and costs one, and a row is at most one more than the row above.
   */
  fill(term: string, depth: number): number {
    const cells = this.#cells
    const word = this.#word
    const width = this.#width
    const row = depth * width
    const above = row - width
    const letter = term.charCodeAt(depth - 1)
    const before = depth > 1 ? term.charCodeAt(depth - 2) : -1
    cells[row] = depth
    let least = depth
    for (let column = 1; column < width; column++) {
      const other = word.charCodeAt(column - 1)
      let distance = cells[above + column - 1]! + (letter === other ? 0 : 1)
      if (cells[above + column]! + 1 < distance) distance = cells[above + column]! + 1
      if (cells[row + column - 1]! + 1 < distance) distance = cells[row + column - 1]! + 1
      if (column > 1 && other === before && letter === word.charCodeAt(column - 2)) {
        const swapped = cells[above - width + column - 2]! + 1
        if (swapped < distance) distance = swapped
      }
      cells[row + column] = distance
      if (distance < least) least = distance
    }
    this.#least[depth] = Math.min(this.#least[depth - 1]!, cells[row + width - 1]!)
    return least
  }

  /** Of the term's first `depth` letters to the whole word. */
  distanceAt(depth: number): number {
    return this.#cells[(depth + 1) * this.#width - 1]!
  }

  leastUpTo(depth: number): number {
    return this.#least[depth]!
  }
}
