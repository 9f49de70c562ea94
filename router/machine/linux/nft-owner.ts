import { constants } from 'node:os'
import { Refused } from '../../errors.ts'
import { encodePassingTable, encodeTable, OWNED, type TableFlags } from '../../wire/nft-tables.ts'
import type { OpenedTable } from '../machine.ts'
import { type Connection, messageOf } from './netlink.ts'
import { commit } from './transaction.ts'

const { EEXIST, EOPNOTSUPP } = constants.errno

/** Whether the kernel has tables that only their owner may change, and that stay when it ends. Creates one and deletes it. */
export const canOwn = (connection: Connection): boolean =>
  commit(connection, encodePassingTable({ name: 'sallyport_probe', flags: OWNED })).errno === 0

/**
 * Creates a table with these flags, or becomes the owner of one that a process has left. Throws `Refused`, for example if a running
 * process owns it.
 */
export function openTable(connection: Connection, table: TableFlags): OpenedTable {
  const created = commit(connection, encodeTable(table, true))
  if (created.errno === 0) return 'new'
  const outcome = created.errno === EEXIST ? commit(connection, encodeTable(table, false)) : created
  if (outcome.errno === 0) return 'kept'
  // The flags of a table that has no owner, or had none, do not change.
  if (created.errno === EEXIST && outcome.errno === EOPNOTSUPP) return 'other'
  throw new Refused(messageOf(outcome))
}
