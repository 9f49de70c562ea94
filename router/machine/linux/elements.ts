import { Refused, Unavailable } from '../../errors.ts'
import { decodeMessages, decodeOutcome, type Message, type Outcome } from '../../wire/netlink.ts'
import { encodeUndo } from '../../wire/nft-additions.ts'
import { type ElementChange, encodeElementBatch } from '../../wire/nft-elements.ts'
import { connect, messageOf, NETLINK_NETFILTER } from './netlink.ts'

/** Changes elements of nftables sets through a netlink socket that stays open. `port` is its netlink port. */
export function openElements() {
  const connection = connect(NETLINK_NETFILTER)
  /** Sends a transaction. Before `sendNow` returns, the kernel has committed it, or rejected it and acknowledged nothing. */
  const commit = (transaction: Uint8Array): void => {
    connection.sendNow(transaction)
    let isCommitted = false
    let refused: Outcome | undefined
    for (let received = connection.receiveNow(); received; received = connection.receiveNow())
      for (const message of decodeMessages(received)) {
        const outcome = decodeOutcome(message)
        if (outcome?.errno === 0) isCommitted = true
        else refused ??= outcome
      }
    if (refused) throw new Refused(messageOf(refused))
    if (!isCommitted) throw new Unavailable('the kernel did not acknowledge a change')
  }
  return {
    port: connection.port(),
    /** One transaction. Throws `Refused` with the kernel's reason. */
    async change(table: string, changes: readonly ElementChange[]): Promise<void> {
      if (changes.length > 0) commit(encoded(table, changes))
    },
    /** Deletes what these notifications report as added, in this call. Throws `Refused` if some of it does not exist any more. */
    undo: (added: readonly Message[]): void => commit(encodeUndo(added)),
    [Symbol.dispose]: connection[Symbol.dispose],
  }
}

function encoded(table: string, changes: readonly ElementChange[]): Uint8Array {
  try {
    return encodeElementBatch(table, changes)
  } catch (error) {
    throw error instanceof RangeError ? new Refused(error.message, { cause: error }) : error
  }
}
