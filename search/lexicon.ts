import { MAX_WORD } from './words.ts'

/** A term that somebody may have meant. */
export interface Meant {
  /** Its place among the terms. */
  readonly term: number
  /** Letters to change, leave out, add, or swap with their neighbour; a wrong first letter counts twice. */
  readonly typos: number
  /** Whether the whole term was typed, and not its beginning alone. */
  readonly isWhole: boolean
}

/** All words of an index, sorted: what begins alike stands together, and is looked at together. */
export class Lexicon {
  readonly terms: readonly string[]

  /** `terms` without duplicates, in the order of their code units. */
  constructor(terms: readonly string[]) {
    this.terms = terms
  }

  /** The terms that are `word`, or begin with it. */
  exactly(word: string, isPrefix: boolean): Meant[] {
    const { terms } = this
    const from = this.#firstAfter((term) => term < word)
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
    const width = word.length + 1
    const rows = Array.from({ length: MAX_WORD + 1 }, () => new Uint8Array(width))
    rows[0] = Uint8Array.from({ length: width }, (_, column) => column)
    /** The least distance of any beginning so far, by its length. */
    const begun = new Uint8Array(MAX_WORD + 1)
    begun[0] = word.length
    const meant: Meant[] = []
    const add = (term: number, distance: number, isWhole: boolean): void => {
      const first = terms[term]!.charCodeAt(0) === word.charCodeAt(0) ? 0 : 1
      meant.push({ term, typos: distance === 0 ? 0 : distance + first, isWhole })
    }

    let before = ''
    for (let i = 0; i < terms.length; ) {
      const term = terms[i]!
      let depth = shared(before, term)
      let isHopeless = false
      while (depth < term.length && !isHopeless) {
        depth++
        isHopeless = fillRow(rows, term, depth, word) > typos
        begun[depth] = Math.min(begun[depth - 1]!, rows[depth]![word.length]!)
      }
      before = term.slice(0, depth)
      const atBest = isPrefix ? begun[depth]! : rows[depth]![word.length]!
      if (!isHopeless) {
        if (atBest <= typos) add(i, atBest, rows[depth]![word.length]! === atBest)
        i++
        continue
      }
      const end = this.#firstAfter((other) => other < before || other.startsWith(before), i)
      if (isPrefix && atBest <= typos) for (let other = i; other < end; other++) add(other, atBest, false)
      i = end
    }
    return meant
  }

  /** The first term, from `from` on, that `isBefore` is not true of; it is true of all before that. */
  #firstAfter(isBefore: (term: string) => boolean, from = 0): number {
    let low = from
    let high = this.terms.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.terms[middle]!)) low = middle + 1
      else high = middle
    }
    return low
  }
}

function shared(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/**
 * The distances of the first `depth` letters of `term` to each beginning of `word`; gives the least of them. No row below
 * has less: a swap reaches back two rows and costs one, and a row is at most one more than the row above.
 */
function fillRow(rows: readonly Uint8Array[], term: string, depth: number, word: string): number {
  const above = rows[depth - 1]!
  const row = rows[depth]!
  const letter = term.charCodeAt(depth - 1)
  row[0] = depth
  let least = depth
  for (let column = 1; column <= word.length; column++) {
    const other = word.charCodeAt(column - 1)
    let distance = Math.min(above[column]! + 1, row[column - 1]! + 1, above[column - 1]! + (letter === other ? 0 : 1))
    if (
      depth > 1 &&
      column > 1 &&
      letter === word.charCodeAt(column - 2) &&
      other === term.charCodeAt(depth - 2) &&
      rows[depth - 2]![column - 2]! + 1 < distance
    )
      distance = rows[depth - 2]![column - 2]! + 1
    row[column] = distance
    if (distance < least) least = distance
  }
  return least
}
