import type { Core } from '../../../../core.ts'
import type { BlockList, BlockListStatus } from '../../../../model/dns/blocklists/blocklist.ts'
import { phrase } from '../../../../phrases/phrase.ts'
import { textOfName } from '../../../../store/blocklists/dump.ts'
import { openBlockListMatcher } from '../../../../store/blocklists/matcher.ts'
import { openListReader } from '../../../../store/blocklists/reader.ts'
import type { Entry } from '../../../../store/table.ts'
import { writeName } from '../../../../wire/dns/name.ts'
import type { BlockTable } from './blocktable.ts'
import { listProgram, openCompiling } from './compiling.ts'
import type { DownloadDeps, Inspection } from './download.ts'
import { openFetching } from './fetching.ts'
import { openKept } from './kept.ts'

/** A list that holds a name. */
export interface ListHolding {
  readonly URI: string
  /** The domain that the list names: the name itself, or one it is in. */
  readonly Domain: string
  /** The list takes it out of all lists. */
  readonly Exception: boolean
}

/** The contents of the block lists: fetched, kept, compiled. The configured lists and their tags are facts. */
export interface BlockLists extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
  /** Fetch it now, however old it is. Nothing happens for a list that is off or unknown. */
  refresh(uri: string): void
  /** As `refresh`, and accept a document that was refused because it differs too much from the list before. */
  accept(uri: string): void
  /** Undefined for a list that is unknown. */
  status(uri: string): BlockListStatus | undefined
  /** The lists that hold a name or a domain it is in, whether they count or not. In lower case, without a dot at the end. */
  listsOf(name: string): ListHolding[]
  /** The number of names that at least one enabled list blocks. */
  blockedDomains(): number
  /** Those names, one a line, each once. Dispose of it to end early. Reading throws `CommandFailed`. */
  names(): AsyncIterable<Uint8Array> & Disposable
}

/** More than the largest lists there are, by far. */
const MOST_BYTES = 128 << 20

interface Deps
  extends Omit<DownloadDeps, 'machine' | 'mostBytes' | 'inspect' | 'emptyReason'>,
    Pick<Core, 'machine' | 'facts' | 'bus' | 'onFailure'> {
  readonly blockTable: BlockTable
}

export function openBlockLists(deps: Deps): BlockLists {
  const { machine, facts, bus, blockTable, directory, onFailure } = deps
  using opened = new DisposableStack()
  machine.makeDirectory(directory)
  const kept = openKept(machine, directory, onFailure)
  const matcher = openBlockListMatcher()

  const compiling = opened.use(
    openCompiling({
      ...deps,
      kept,
      changed() {
        matcher.useTable(blockTable.table)
        for (const { URI } of kept.all()) publishState(URI)
      },
      lost(uri) {
        onFailure(`the block list ${uri} is damaged, and is fetched again`, new Error('its text cannot be read'))
        kept.forget(uri)
        fetching.lost(uri)
      },
    }),
  )
  const fetching = opened.use(
    openFetching({
      ...deps,
      kept,
      lists: () => facts.blockLists,
      refreshSeconds: () => facts.setting('dnsBlock').RefreshSeconds,
      noun: 'block list',
      mostBytes: MOST_BYTES,
      inspect: inspectNames,
      emptyReason: phrase('dns.listWithoutNames'),
      changed(uri) {
        settle()
        publishState(uri)
      },
    }),
  )
  const settle = (): void => {
    try {
      kept.only([...facts.blockLists.keys()].sort())
      compiling.settle()
    } catch (error) {
      onFailure('block lists could not be put in order', error)
    }
  }

  const stateOf = (list: BlockList): BlockListStatus['State'] => {
    const { isFetching, error } = fetching.attempts(list.URI)
    const compiled = compiledOf(list.URI)
    if (!list.Enabled) return 'off'
    if (isFetching) return 'fetching'
    if (compiling.isCompiling && compiled?.version !== kept.get(list.URI)?.version) return 'compiling'
    if (error) return 'failed'
    return compiled ? 'ready' : 'waiting'
  }
  const compiledOf = (uri: string) => blockTable.table?.directory.lists.find(({ URI }) => URI === uri)

  const statusOf = (list: BlockList): BlockListStatus => {
    const { isFetching, received, error, isAcceptable } = fetching.attempts(list.URI)
    const text = kept.get(list.URI)
    const compiled = compiledOf(list.URI)
    const next = fetching.dueAt(list)
    return {
      URI: list.URI,
      State: stateOf(list),
      Entries: compiled?.names ?? 0,
      Exceptions: compiled?.spared ?? 0,
      Ignored: compiled?.ignored ?? 0,
      LeftOut: compiled?.left ?? 0,
      Bytes: isFetching ? received : (text?.bytes ?? 0),
      FetchedAt: Math.floor((text?.fetchedAt ?? 0) / 1000),
      NextAt: next === Number.POSITIVE_INFINITY ? 0 : Math.ceil(Math.max(next, machine.clock.now()) / 1000),
      Error: String(error ?? ''),
      ...(error && { Coded: error.toJSON() }),
      Acceptable: isAcceptable,
    }
  }
  const publishState = (uri: string): void => {
    const list = facts.blockLists.get(uri)
    if (list) bus.publish('dns:blocklist:update', statusOf(list))
  }

  const fetchNow = (uri: string, ask: (uri: string) => void): void => {
    if (!facts.blockLists.get(uri)?.Enabled) return
    ask(uri)
    fetching.look()
  }

  for (const list of facts.blockLists.values()) matcher.set(list)
  matcher.useTable(blockTable.table)
  settle()
  fetching.look()
  const open = opened.move()
  return {
    learn(entries) {
      const changed = entries.filter(({ table }) => table === 'blockLists')
      for (const { key, before, after } of changed) {
        const list = after as BlockList | undefined
        if (list) matcher.set(list)
        else matcher.remove(key)
        if (!list) fetching.forget(key)
        else if (list.Enabled && !(before as BlockList | undefined)?.Enabled) fetching.ask(key)
      }
      if (changed.length > 0) settle()
      if (changed.length > 0 || entries.some(({ table, key }) => table === 'settings' && key === 'dnsBlock'))
        fetching.look()
    },
    refresh: (uri) => fetchNow(uri, fetching.ask),
    accept: (uri) => fetchNow(uri, fetching.accept),
    status(uri) {
      const list = facts.blockLists.get(uri)
      return list && statusOf(list)
    },
    listsOf(name) {
      const wire = writeName(name)
      return matcher
        .holders(wire, 0)
        .map(({ URI, spared, at }) => ({ URI, Domain: textOfName(wire, at), Exception: spared }))
    },
    blockedDomains: () => matcher.blockedNames(),
    names() {
      const blocking = [...facts.blockLists.values()].filter(({ Enabled, DontBlock }) => Enabled && !DontBlock)
      if (!blockTable.table || blocking.length === 0) return nothing()
      return machine.stream(listProgram('dump', directory, ...blocking.map(({ URI }) => URI)))
    },
    [Symbol.dispose]: () => open[Symbol.dispose](),
  }
}

function inspectNames(): Inspection {
  let entries = 0
  let foreign = 0
  const reader = openListReader({
    name: () => void entries++,
    cancel: () => undefined,
    ignore(entry) {
      if (entry === 'foreign') foreign++
    },
  })
  return {
    push: reader.push,
    counts() {
      reader.end()
      return { entries, foreign }
    },
  }
}

const nothing = () => ({
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {},
  [Symbol.dispose]: () => undefined,
})
