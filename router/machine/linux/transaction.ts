import { Refused, Unavailable } from '../../errors.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import { decodeMessages, decodeOutcome, type NetlinkMessage, type NetlinkOutcome } from '../../wire/netlink.ts'
import { encodeUndo } from '../../wire/nft-additions.ts'
import { type ElementChange, encodeElementBatch } from '../../wire/nft-elements.ts'
import { messageOfOutcome, type NetlinkConnection } from './netlink.ts'

/**
 * Sends a transaction of nftables, and returns its outcome: the first error, or that it is committed (0). The kernel has committed
 * it, or rejected it and acknowledged nothing, before `sendNow` returns. Throws `Unavailable` without either.
 */
export function commit(connection: NetlinkConnection, transaction: Uint8Array): NetlinkOutcome {
  while (connection.receiveNow()); // What an earlier call has left.
  connection.sendNow(transaction)
  let committed: NetlinkOutcome | undefined
  let refused: NetlinkOutcome | undefined
  for (let received = connection.receiveNow(); received; received = connection.receiveNow())
    for (const message of decodeMessages(received)) {
      const outcome = decodeOutcome(message)
      if (outcome?.errno === 0) committed = outcome
      else refused ??= outcome
    }
  const outcome = refused ?? committed
  if (!outcome) throw new Unavailable(phrase('machine.netlinkNotAcknowledged'))
  return outcome
}

/** Changes elements of nftables sets through a netlink socket that stays open. */
export function openElements(connection: NetlinkConnection) {
  const demandCommit = (transaction: Uint8Array): void => {
    const outcome = commit(connection, transaction)
    if (outcome.errno !== 0) throw new Refused(verbatim(messageOfOutcome(outcome)))
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
    throw error instanceof RangeError ? new Refused(verbatim(error.message), { cause: error }) : error
  }
}
