/** Kinds of queries as columns, which a search evaluates one after the other. A view, valid as long as no kind is added. */
export interface KindColumns {
  readonly count: number
  /** The index of the name, in its segment or its block. */
  readonly name: Uint8Array | Uint32Array
  /** The index of the client. */
  readonly client: Uint16Array
  readonly type: Uint16Array
  /** The index of the reason. */
  readonly reason: Uint16Array
  readonly outcome: Uint8Array
}

/** The kinds of a block of an index. */
export interface BlockColumns extends KindColumns {
  /** The place of the first row in the list of rows by kind, and the number of rows. */
  readonly start: Uint32Array
  readonly rows: Uint32Array
  readonly name: Uint8Array
}

/** Some of the kinds, by their numbers. */
export const someKinds = (
  { name, client, type, reason, outcome }: KindColumns,
  kinds: readonly number[],
): KindColumns => ({
  count: kinds.length,
  name: Uint32Array.from(kinds, (kind) => name[kind]!),
  client: Uint16Array.from(kinds, (kind) => client[kind]!),
  type: Uint16Array.from(kinds, (kind) => type[kind]!),
  reason: Uint16Array.from(kinds, (kind) => reason[kind]!),
  outcome: Uint8Array.from(kinds, (kind) => outcome[kind]!),
})

/** Bytes of a kind in a block: all columns together. */
export const KIND_BYTES = 16

/** The columns of a block, in the byte order of the machine. `offset` is a multiple of 4. */
export const blockColumns = (buffer: ArrayBufferLike, offset: number, count: number): BlockColumns => ({
  count,
  start: new Uint32Array(buffer, offset, count),
  rows: new Uint32Array(buffer, offset + 4 * count, count),
  client: new Uint16Array(buffer, offset + 8 * count, count),
  type: new Uint16Array(buffer, offset + 10 * count, count),
  reason: new Uint16Array(buffer, offset + 12 * count, count),
  outcome: new Uint8Array(buffer, offset + 14 * count, count),
  name: new Uint8Array(buffer, offset + 15 * count, count),
})
