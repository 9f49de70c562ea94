import type { z } from 'zod'

/** How changed rows are described in the audit log. */
export interface AuditFormat {
  /** The noun for one row. */
  readonly noun: string
  /**
   * The fields whose texts are shown, as paths that include all fields below them; any other text is treated as a secret. Lists
   * are not part of a path.
   */
  readonly shows: readonly string[]
  /** Whether keys are shown: they are neither secret nor the digest of a secret. */
  readonly hasPlainKey?: true
  /** Fields that the router updates: a change of these alone is not logged. */
  readonly unlogged?: readonly string[]
}

interface Saved<S extends z.ZodType> {
  /** Changing it needs a migration, which increases the version (`router/store/migrations.ts`). */
  readonly schema: S
  /** Changes of internal state are not logged. */
  readonly audit: AuditFormat | 'internal'
  /** Whether it is temporary: snapshots and backups omit it. */
  readonly isTemporary?: true
}

/** A saved table, described once for the store, the audit log, undo and backups. */
export interface SavedTable<S extends z.ZodType = z.ZodType> extends Saved<S> {
  /** The key of a row. Missing if the value does not determine it: rows under a digest or an address. */
  keyOf?(row: z.output<S>): string
  /** Other look-ups in constant time. */
  readonly indexes?: Readonly<Record<string, (row: z.output<S>) => string>>
  /** Whether changes can be undone: of this table alone, or only with a device. Tables with credentials for the router cannot. */
  readonly undo?: 'alone' | 'with device'
}

/** A setting: one saved value with a default. */
export interface SavedSetting<S extends z.ZodType = z.ZodType> extends Saved<S> {
  defaults(): z.output<S>
  readonly undo?: 'alone'
}

export const savedTable = <S extends z.ZodType>(description: SavedTable<S>): SavedTable<S> => description
export const savedSetting = <S extends z.ZodType>(description: SavedSetting<S>): SavedSetting<S> => description
