import { FIELDS, type SearchIndex } from './index.ts'
import type { Meant } from './lexicon.ts'

/** Words further apart than this do not belong together any more. */
const FAR = 8

/**
 * The distance between the words of a query in a record: for each two adjacent words of the query, the least distance in
 * any field (1 if they are adjacent as typed, one more in reverse order), at most `FAR`; all together.
 */
export function nearness(
  { lexicon, texts }: SearchIndex,
  meant: readonly (readonly Meant[])[],
): (record: number) => number {
  const wordsOf = new Uint16Array(lexicon.terms.length)
  meant.forEach((those, word) => {
    for (const { term } of those) wordsOf[term]! |= 1 << word
  })
  const lastAt = new Int32Array(meant.length)
  const apart = new Uint8Array(meant.length - 1)
  return (record) => {
    apart.fill(FAR)
    for (let field = 0; field < FIELDS.length; field++) {
      const text = record * FIELDS.length + field
      lastAt.fill(-1)
      for (let at = texts.starts[text]!; at < texts.starts[text + 1]!; at++) {
        const words = wordsOf[texts.terms[at]!]!
        if (words === 0) continue
        for (let word = 0; word < meant.length; word++) {
          if ((words & (1 << word)) === 0) continue
          if (word > 0 && lastAt[word - 1]! >= 0) apart[word - 1] = Math.min(apart[word - 1]!, at - lastAt[word - 1]!)
          if (word < apart.length && lastAt[word + 1]! >= 0)
            apart[word] = Math.min(apart[word]!, at - lastAt[word + 1]! + 1)
          lastAt[word] = at
        }
      }
    }
    return apart.reduce((sum, each) => sum + each, 0)
  }
}
