import koffi from 'koffi'
import { CommandFailed, Refused, Unavailable } from '../../errors.ts'
import { phrase, verbatim } from '../../phrases/phrase.ts'
import { type NetlinkMessage, readAttribute } from '../../wire/netlink.ts'
import {
  messageType,
  NFGENMSG_BYTES,
  NFNL_SUBSYS_NFTABLES,
  NFNLGRP_NFTABLES,
  NFPROTO_INET,
} from '../../wire/nfnetlink.ts'
import { type Addition, additionIn } from '../../wire/nft-additions.ts'
import type { ElementChange } from '../../wire/nft-elements.ts'
import { decodeTable, encodeTablesQuery, NFT_MSG_GETTABLE, OWNED } from '../../wire/nft-tables.ts'
import type { NftObject, OpenedTable, TableTexts } from '../machine.ts'
import { openQueue } from '../queue.ts'
import { connectionOver, connectNetlink, dumpInParts, NETLINK_NETFILTER } from './netlink.ts'
import { canOwn, claimNftTable, deleteTable } from './nft-owner.ts'
import { parseListing } from './nft-text.ts'
import { openKernelNotifications } from './notifications.ts'
import { socketOpenedBy } from './ports.ts'
import { run } from './process.ts'
import { openElements } from './transaction.ts'

export interface Nft extends AsyncDisposable {
  run(commands: string): Promise<void>
  openTable(name: string): Promise<OpenedTable>
  removeTable(name: string): Promise<void>
  replaceTable(name: string, texts: TableTexts): Promise<void>
  owns(name: string): boolean
  changeElements(table: string, changes: readonly ElementChange[]): Promise<void>
  list(what: NftObject, detail?: 'all' | 'terse'): Promise<unknown>
  watchTable(name: string, changed: (undone: readonly Addition[]) => void): Disposable
}

/** More additions of one transaction are left to the comparison of the table: a program may have restored a whole ruleset. */
const MOST_UNDONE = 32
/** The last message of a transaction. */
const NFT_MSG_NEWGEN = messageType(NFNL_SUBSYS_NFTABLES, 15)
/** The first attribute of every message is the name of the table: `NFTA_TABLE_NAME`, `NFTA_RULE_TABLE`, … */
const TABLE_NAME = 1

/**
 * The kernel's firewall through libnftables in this process: a change takes half a millisecond, with the `nft` program several.
 * Changes of elements only are sent as netlink messages, in less than half of that. A context must not be used by two calls at
 * the same time: it has a queue.
 *
 * Unless `isShared`, a table belongs to the socket of libnftables, where the kernel can do that (`OWNED`): then all changes are
 * sent through this socket, and there is nothing to undo.
 *
 * Lists are printed by the program, one at a time: they do not delay a change, keep no memory (16 MiB with 1,000 devices and 2,000
 * rules), and what corrupts the heap of nft (`demandListable`) does not end the router.
 */
export function openNft(isShared: boolean): Nft {
  const library = load()
  const { opened: commands, fd } = socketOpenedBy(() => library.openContext())
  const owner = connectionOver(fd)
  const other = connectNetlink(NETLINK_NETFILTER)
  const throughOwner = openElements(owner)
  const throughOther = openElements(other)
  let owned: string | undefined
  let isClosed = false
  const inTurn = openQueue()
  const queued = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(() => {
      if (isClosed) throw new Unavailable(phrase('machine.routerStopping'))
      return work()
    })
  const listed = openQueue()
  let canBeOwner: boolean | undefined
  const mayOwn = (): boolean => {
    canBeOwner ??= !isShared && canOwn(owner)
    return canBeOwner
  }
  const open = (name: string): OpenedTable => {
    const opened = claimNftTable(owner, { family: NFPROTO_INET, name, flags: mayOwn() ? OWNED : 0 })
    owned = mayOwn() && opened !== 'other' ? name : undefined
    return opened
  }
  return {
    run: (text) => queued(() => commands.run(text)),
    openTable: (name) => queued(async () => open(name)),
    removeTable: (name) => queued(async () => deleteTable(owner, { family: NFPROTO_INET, name, flags: 0 })),
    replaceTable: (name, { replace, attempt, fill }) =>
      queued(async () => {
        const table = `inet ${name}`
        if (!mayOwn()) return commands.run(replace(table))
        await commands.run(attempt(`${table}_trial`))
        deleteTable(owner, { family: NFPROTO_INET, name, flags: 0 })
        if (open(name) !== 'new') throw new Unavailable(phrase('firewall.tableNameTaken'))
        await commands.run(fill(table))
      }),
    owns: (name) => owned === name,
    changeElements: (table, changes) =>
      queued(() => (owned === table ? throughOwner : throughOther).change(table, changes)),
    async list(what, detail = 'all') {
      const printed = await listed(() => print(what, detail))
      return await parseListing(printed || '{"nftables": []}')
    },
    watchTable(name, changed) {
      let added: NetlinkMessage[] = []
      let isTouched = false
      let isOther = false
      const collect = (message: NetlinkMessage): void => {
        isTouched = true
        if (added.length < MOST_UNDONE && additionIn(message)) {
          // The bytes are a view, and the transaction may continue in the next datagram.
          added.push({ ...message, payload: Uint8Array.from(message.payload) })
        } else isOther = true
      }
      /** What the transaction has added and was deleted here; nothing if it did something else, too. */
      const undone = (): readonly Addition[] => {
        if (isOther || isClosed) return []
        try {
          throughOther.undo(added)
        } catch (error) {
          // Another program was faster, or it is a part of something else: the comparison of the table decides.
          if (!(error instanceof Refused || error instanceof Unavailable)) throw error
          return []
        }
        return added.flatMap((message) => additionIn(message) ?? [])
      }
      return openKernelNotifications({
        protocol: NETLINK_NETFILTER,
        groups: [NFNLGRP_NFTABLES],
        exceptBy: [owner.port(), other.port()].filter((port) => port !== undefined),
        receive(messages) {
          if (!messages) return changed([])
          for (const message of messages) {
            if (message.type !== NFT_MSG_NEWGEN) {
              if (concerns(name, message)) collect(message)
            } else if (isTouched) {
              const all = undone()
              added = []
              isTouched = false
              isOther = false
              changed(all)
            }
          }
        },
      })
    },
    /** A call that is in another thread uses the context until it returns. */
    [Symbol.asyncDispose]: () =>
      inTurn(async () => {
        if (isClosed) return
        isClosed = true
        commands[Symbol.dispose]()
        other[Symbol.dispose]()
      }),
  }
}

/** What `nft` prints as JSON. Throws `Refused`, or `Unavailable` if nft ends without an answer. */
async function print(what: NftObject, detail: 'all' | 'terse'): Promise<string> {
  await demandListable(what)
  try {
    return await run(['nft', '-j', ...(detail === 'terse' ? ['-t'] : []), 'list', ...wordsOf(what)])
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error
    if (error.exitCode === null) throw new Unavailable(phrase('firewall.readFailed'), { cause: error })
    throw refusal(error.stderr)
  }
}

const wordsOf = (what: NftObject): string[] => {
  if (what === 'tables') return [what]
  const { family, table, map } = what
  return map === undefined ? ['table', family, table] : ['map', family, table, map]
}

/**
 * nft 1.0.6 frees the flag of a table twice when it prints it as JSON, and may end by that: a table with one flag is not listed. Ours
 * has none, or the two of `OWNED`. Throws `Unavailable`.
 */
async function demandListable(what: NftObject): Promise<void> {
  if (what === 'tables' || what.map !== undefined) return
  const query = { type: NFT_MSG_GETTABLE, payload: encodeTablesQuery() }
  const read = ({ type, payload }: NetlinkMessage) => decodeTable(type, payload)
  // Transactions during the dump do not matter.
  for await (const tables of dumpInParts(NETLINK_NETFILTER, query, read))
    if (
      tables.some(
        ({ family, name, flags }) => family === NFPROTO_INET && name === what.table && flags !== 0 && flags !== OWNED,
      )
    )
      throw new Unavailable(phrase('firewall.tableHasFlags'))
}

function concerns(table: string, { type, payload }: NetlinkMessage): boolean {
  if (type >> 8 !== NFNL_SUBSYS_NFTABLES || payload[0] !== NFPROTO_INET) return false
  const name = readAttribute(payload.subarray(NFGENMSG_BYTES), TABLE_NAME)
  return name !== undefined && new TextDecoder().decode(name.subarray(0, -1)) === table
}

/** Calls with longer text run in another thread, so that they do not delay timers and packets. */
const INLINE_LIMIT = 16_384

interface Context extends Disposable {
  /** Throws `Refused` with the reason that libnftables gives. Not two at the same time. */
  run(text: string): Promise<void>
}

function load(): { openContext(): Context } {
  const library = loadLibrary()
  const make = library.func('void *nft_ctx_new(uint32_t)')
  const free = library.func('void nft_ctx_free(void *)')
  const bufferOutput = library.func('int nft_ctx_buffer_output(void *)')
  const bufferError = library.func('int nft_ctx_buffer_error(void *)')
  const runText = library.func('int nft_run_cmd_from_buffer(void *, const char *)')
  const errors = library.func('const char *nft_ctx_get_error_buffer(void *)')

  const call = (context: unknown, text: string): Promise<number> =>
    text.length < INLINE_LIMIT
      ? Promise.resolve(runText(context, text))
      : new Promise((resolve, reject) =>
          runText.async(context, text, (error: unknown, status: number) => (error ? reject(error) : resolve(status))),
        )

  const openContext = (): Context => {
    const context = make(0)
    bufferOutput(context)
    bufferError(context)
    return {
      async run(text) {
        const status = await call(context, text)
        const complaint: string = errors(context) ?? ''
        if (status !== 0) throw refusal(complaint)
      },
      [Symbol.dispose]: () => void free(context),
    }
  }
  return { openContext }
}

function loadLibrary() {
  try {
    return koffi.load('libnftables.so.1')
  } catch (cause) {
    throw new Unavailable(phrase('firewall.libnftablesMissing'), { cause })
  }
}

function refusal(complaint: string): Refused {
  const line = firstLine(complaint)
  return new Refused(line ? verbatim(line) : phrase('firewall.kernelRefused'))
}

/** `<input>:1:20-24: Error: No such file or directory` without the position. */
const firstLine = (complaint: string): string =>
  (complaint.split('\n', 1)[0] ?? '').replace(/^(\S+:\d+:\d+-\d+: )?Error: /, '')
