import type { Operation } from '../../router/model/operation.ts'

/** Query key of a call. The path comes first, so that all inputs of one operation can be invalidated together. */
export const keyOf = (operation: Pick<Operation, 'path'>, input?: unknown): readonly unknown[] =>
  input === undefined ? [operation.path] : [operation.path, input]
