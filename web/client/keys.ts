import type { Operation } from '../../router/features/operation.ts'

/** Where the cache keeps the answer to a call: its path first, so that all variants of one call can be named together. */
export const keyOf = (operation: Pick<Operation, 'path'>, input?: unknown): readonly unknown[] =>
  input === undefined ? [operation.path] : [operation.path, input]
