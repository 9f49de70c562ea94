/** A check of a database has failed. */
export class Damaged extends Error {}

/** Whether a database is damaged: SQLITE_CORRUPT and SQLITE_NOTADB, in the low byte of SQLite's codes, or a failed check. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || [11, 26].includes(Number((error as { errcode?: unknown }).errcode) & 255)
