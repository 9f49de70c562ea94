import type { Result } from './record.ts'

/** What became of a query: `allowed` is everything that was not blocked; the next three are parts of it. */
export const DECISIONS = ['allowed', 'blocked', 'cached', 'local', 'failed'] as const
export type QueryDecision = (typeof DECISIONS)[number]

/** An address that is looked for in answers too. `clients` are those of devices whose name has this text. */
export interface AnswerWord {
  /** In the spelling of records. */
  readonly text: string
  readonly clients: ReadonlySet<string>
}

/** Which queries of the log are wanted; all conditions together. */
export interface QueryFilter {
  /** Only those of these addresses: of one device, or of those that the caller may see. */
  readonly clients?: ReadonlySet<string> | undefined
  /** A part of the name. */
  readonly name?: string | undefined
  /** Each word is in the name, the reason, a category or the record type, or its client is among these addresses. */
  readonly words?: readonly { readonly text: string; readonly clients: ReadonlySet<string> }[] | undefined
  /** Each address is in the answer, or where a word may be. */
  readonly answers?: readonly AnswerWord[] | undefined
  readonly result?: Result | undefined
  readonly decision?: QueryDecision | undefined
  /** Milliseconds since 1970: at this time or later. */
  readonly from?: number | undefined
  /** Before this time. */
  readonly to?: number | undefined
}
