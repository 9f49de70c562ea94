import { Refused } from '../../errors.ts'
import type { NetlinkMessage } from '../../wire/netlink.ts'
import { encodeUndo } from '../../wire/nft-additions.ts'
import { type ElementChange, encodeElementBatch } from '../../wire/nft-elements.ts'
import { messageOfOutcome, type NetlinkConnection } from './netlink.ts'
import { commit } from './transaction.ts'

/** Changes elements of nftables sets through a netlink socket that stays open. */
export function openElements(connection: NetlinkConnection) {
  const demandCommit = (transaction: Uint8Array): void => {
    const outcome = commit(connection, transaction)
    if (outcome.errno !== 0) throw new Refused(messageOfOutcome(outcome))
  }
  return {
    /** One transaction. Throws `Refused` with the kernel's reason. */
    async change(table: string, changes: readonly ElementChange[]): Promise<void> {
      if (changes.length > 0) demandCommit(encoded(table, changes))
    },
    /** Deletes what these notifications report as added, in this call. Throws `Refused` if some of it does not exist any more. */
    undo: (added: readonly NetlinkMessage[]): void => demandCommit(encodeUndo(added)),
  }
}

function encoded(table: string, changes: readonly ElementChange[]): Uint8Array {
  try {
    return encodeElementBatch(table, changes)
  } catch (error) {
    throw error instanceof RangeError ? new Refused(error.message, { cause: error }) : error
  }
}
