import { Unavailable } from '../../errors.ts'
import { decodeMessages, decodeOutcome, type NetlinkOutcome } from '../../wire/netlink.ts'
import type { NetlinkConnection } from './netlink.ts'

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
  if (!outcome) throw new Unavailable('the kernel did not acknowledge a change')
  return outcome
}
