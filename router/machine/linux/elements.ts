import { Refused, Unavailable } from '../../errors.ts'
import { decodeMessages, decodeOutcome, type Outcome } from '../../wire/netlink.ts'
import { type ElementChange, encodeElementBatch } from '../../wire/nft-elements.ts'
import { connect, messageOf, NETLINK_NETFILTER } from './netlink.ts'

/** Changes elements of nftables sets through a netlink socket that stays open. `port` is its netlink port. */
export function openElements() {
  const connection = connect(NETLINK_NETFILTER)
  return {
    port: connection.port(),
    /** One transaction. Before `sendNow` returns, the kernel has committed it, or rejected it and acknowledged nothing. */
    async change(table: string, changes: readonly ElementChange[]): Promise<void> {
      if (changes.length === 0) return
      connection.sendNow(encoded(table, changes))
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
    },
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
