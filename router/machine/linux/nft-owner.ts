import { constants } from 'node:os'
import { Refused, Unavailable } from '../../errors.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import { NFPROTO_INET } from '../../wire/nfnetlink.ts'
import { encodePassingTable, encodeTable, encodeTableDeletion, OWNED, type TableFlags } from '../../wire/nft-tables.ts'
import type { OpenedTable } from '../machine.ts'
import { messageOfOutcome, type NetlinkConnection } from './netlink.ts'
import { commit } from './transaction.ts'

const { EEXIST, EINVAL, ENOENT, EOPNOTSUPP, EPERM } = constants.errno

/**
 * Whether the kernel has tables that only their owner may change, and that stay when it ends. Creates one and deletes it in the same
 * transaction. Throws `Unavailable` for any other reason.
 */
export function canOwn(connection: NetlinkConnection): boolean {
  const probe = { family: NFPROTO_INET, name: 'sallyport_owner_probe', flags: OWNED }
  const outcome = commit(connection, encodePassingTable(probe))
  if (outcome.errno === EOPNOTSUPP || outcome.errno === EINVAL) return false
  if (outcome.errno !== 0) throw new Unavailable(phrase('firewall.writeFailed', messageOfOutcome(outcome)))
  return true
}

/**
 * Creates a table with these flags, or becomes the owner of one that a process has left. Throws `Refused`, for example if a running
 * process owns it.
 */
export function claimNftTable(connection: NetlinkConnection, table: TableFlags): OpenedTable {
  const created = commit(connection, encodeTable(table, true))
  if (created.errno === 0) return 'new'
  const outcome = created.errno === EEXIST ? commit(connection, encodeTable(table, false)) : created
  if (outcome.errno === 0) return 'kept'
  // The flags of a table that has no owner, or had none, do not change.
  if (created.errno === EEXIST && outcome.errno === EOPNOTSUPP) return 'other'
  if (outcome.errno === EPERM) throw new Refused(phrase('firewall.ownedElsewhere'))
  throw new Refused(verbatim(messageOfOutcome(outcome)))
}

/** Deletes a table, if there is one. Throws `Refused`. */
export function deleteTable(connection: NetlinkConnection, table: TableFlags): void {
  const outcome = commit(connection, encodeTableDeletion(table))
  if (outcome.errno !== 0 && outcome.errno !== ENOENT) throw new Refused(verbatim(messageOfOutcome(outcome)))
}
