import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { openQueue } from '../../../machine/queue.ts'
import type { GeoBlockConfig, GeoList } from '../../../model/firewall/geoblock/config.ts'
import { readList } from '../../../model/firewall/geoblock/list.ts'
import {
  BLOCKED_NETWORKS,
  type BlockedNetworks,
  excess,
  MOST_RANGES,
  type NetworkSource,
  sourceOf,
  usable,
} from '../../../model/firewall/geoblock/networks.ts'
import type { GeoBlockStatus } from '../../../model/firewall/geoblock/status.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { hasAddress, rangeCount } from '../../../values/addressset.ts'
import { ipToNumber, isIp } from '../../../values/ip.ts'
import type { DownloadDeps, Inspection } from '../../dns/blocklists/lists/download.ts'
import { openFetching } from '../../dns/blocklists/lists/fetching.ts'
import { type GeoFiles, keptGeoLists, MOST_LIST_BYTES, pause, readNetworks } from './stored.ts'

/** Blocks connections with countries and networks of the internet. */
export interface GeoBlock extends Disposable {
  /**
   * Changes the configuration, and resolves when it is in force. Throws `Invalid` if the address of the caller would be blocked, or if
   * there are too many ranges, and `Unavailable` without the data on countries and networks.
   */
  configure(
    edit: (config: GeoBlockConfig) => GeoBlockConfig,
    caller: { readonly address: string },
  ): Promise<GeoBlockConfig>
  /**
   * Fetches the lists now, and compiles the networks again. `accepted`: the list whose document is used even if it differs too much
   * from the version before. Throws `Invalid` if there is no such list.
   */
  refresh(accepted?: string): Promise<void>
  status(): GeoBlockStatus
  /** Call with every change of the facts, after it is in force. */
  learn(entries: readonly Entry[]): void
}

export function openGeoBlock(
  deps: Omit<DownloadDeps, 'machine' | 'mostBytes' | 'inspect' | 'emptyReason'> &
    GeoFiles &
    Pick<Core, 'facts' | 'change' | 'onFailure' | 'bus'> & {
      readonly machine: DownloadDeps['machine'] & GeoFiles['machine'] & Pick<Machine, 'makeDirectory'>
    },
): GeoBlock {
  const { machine, directory, facts, change, bus, onFailure } = deps
  const { clock } = machine
  const inTurn = openQueue()
  const kept = keptGeoLists(deps, onFailure)
  /** Why the networks of a list are not used. */
  const refused = new Map<string, Phrase>()
  let compiledAt = 0
  /** The configuration that the networks in force were compiled from. */
  let compiled: GeoBlockConfig | undefined
  let isClosed = false

  const config = (): GeoBlockConfig => facts.setting('geoBlock')
  const lists = (): Map<string, GeoList> => {
    const { Enabled, Lists } = config()
    return new Map(Enabled ? Lists.map((list) => [list.URI, list]) : [])
  }

  /** The networks of a configuration, without those of lists that are too large. */
  const networksOf = async (wanted: GeoBlockConfig): Promise<BlockedNetworks> => {
    const before = kept.all()
    const all = await readNetworks(deps, wanted, kept, onFailure)
    for (const { URI } of before) if (kept.get(URI) === undefined) fetching.lost(URI)
    refused.clear()
    for (const source of all.sources) {
      const reason = source.Type === 'list' ? excess(source) : undefined
      if (reason !== undefined) refused.set(source.Key, reason)
    }
    return await usable(all, pause)
  }

  const put = (draft: Draft, wanted: GeoBlockConfig, networks: BlockedNetworks): void => {
    if (wanted.Enabled && rangeCount(networks.all) > 0) draft.blockedNetworks.put(BLOCKED_NETWORKS, networks)
    else draft.blockedNetworks.remove(BLOCKED_NETWORKS)
  }
  const isInForce = (wanted: GeoBlockConfig): void => {
    compiled = wanted
    compiledAt = clock.now()
  }

  /** Compiles the networks of the present configuration. A failure keeps those in force. */
  const compile = (): Promise<void> =>
    inTurn(async () => {
      const wanted = config()
      const networks = wanted.Enabled ? await networksOf(wanted) : NONE
      if (isClosed) return
      const count = rangeCount(networks.all)
      if (count > MOST_RANGES) throw new Invalid(tooMany(count))
      await change((draft) => put(draft, wanted, networks))
      isInForce(wanted)
      bus.publish('firewall:geo_block:refresh', status())
    })
  const compileLater = (): void =>
    void compile().catch((error) => onFailure('blocked countries and networks could not be compiled', error))

  const fetching = openFetching({
    ...deps,
    kept,
    lists,
    refreshSeconds: () => config().RefreshSeconds,
    noun: 'list of networks',
    mostBytes: MOST_LIST_BYTES,
    inspect: inspectNetworks,
    emptyReason: phrase('firewall.listWithoutNetworks'),
    changed(uri) {
      if (!fetching.attempts(uri).isFetching) compileLater()
    },
  })
  const fetchDue = (): void => {
    const wanted = [...lists().values()].filter(({ Enabled }) => Enabled)
    if (wanted.length === 0) return
    try {
      machine.makeDirectory(directory)
      kept.only(config().Lists.map(({ URI }) => URI))
      fetching.look()
    } catch (error) {
      onFailure('lists of networks could not be stored', error)
    }
  }

  const status = (): GeoBlockStatus => {
    const { Enabled, DenyCountries, DenyASNs, Lists } = config()
    const networks = facts.blockedNetworks.get(BLOCKED_NETWORKS) ?? NONE
    const source = (Type: NetworkSource['Type'], Key: string): GeoBlockStatus['Sources'][number] => {
      const found = networks.sources.find((one) => one.Type === Type && one.Key === Key)
      const isList = Type === 'list'
      const error = isList ? (fetching.attempts(Key).error ?? refused.get(Key)) : undefined
      return {
        ...{ Type, Key, Ranges: found ? rangeCount(found.addresses) : 0, ASNs: found?.asns ?? 0 },
        LastFetch: timeText(isList ? kept.get(Key)?.fetchedAt : undefined),
        Error: String(error ?? ''),
        ...(error && { Coded: error.toJSON() }),
        Acceptable: isList && fetching.attempts(Key).isAcceptable,
      }
    }
    return {
      Enabled,
      LastRefresh: Enabled ? timeText(compiledAt || undefined) : '',
      RangesProgrammed: rangeCount(networks.all),
      RoutesProgrammed: 0,
      Sources: [
        ...DenyCountries.map((code) => source('country', code)),
        ...DenyASNs.map(({ ASN }) => source('asn', String(ASN))),
        ...Lists.filter(({ Enabled }) => Enabled).map(({ URI }) => source('list', URI)),
      ],
    }
  }

  // The networks were compiled before the first pass.
  if (facts.blockedNetworks.size > 0) isInForce(config())
  else if (config().Enabled) compileLater()
  fetchDue()
  return {
    async configure(edit, { address }) {
      await inTurn(async () => {
        const wanted = edit(config())
        const networks = wanted.Enabled ? await networksOf(wanted) : NONE
        demandRoom(networks)
        demandOtherAddress(networks, address)
        await change((draft) => {
          draft.set('geoBlock', wanted)
          put(draft, wanted, networks)
        })
        isInForce(facts.setting('geoBlock'))
      })
      fetchDue()
      return config()
    },
    async refresh(accepted) {
      if (accepted !== undefined && !lists().get(accepted)?.Enabled)
        throw new Invalid(phrase('firewall.geoListNotUsed'), 'accept')
      if (accepted !== undefined) fetching.accept(accepted)
      for (const { URI, Enabled } of lists().values()) if (Enabled) fetching.ask(URI)
      await compile()
      fetchDue()
    },
    status,
    learn(entries) {
      // Reverted, or restored from a backup.
      const isChanged = entries.some(({ table, key }) => table === 'settings' && key === 'geoBlock')
      if (!isChanged) return
      void inTurn(async () => undefined).then(() => {
        if (isClosed || compiled === config()) return
        compileLater()
        fetchDue()
      })
    },
    [Symbol.dispose]() {
      isClosed = true
      fetching[Symbol.dispose]()
    },
  }
}

const NONE: BlockedNetworks = { sources: [], all: new Uint32Array() }

const timeText = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toISOString())

const tooMany = (count: number): Phrase => phrase('firewall.tooManyBlockedRanges', count, MOST_RANGES)

function demandRoom({ all }: BlockedNetworks): void {
  const count = rangeCount(all)
  if (count > MOST_RANGES) throw new Invalid(tooMany(count))
}

/** An owner who uses the app over the internet would close their own way in. */
function demandOtherAddress(networks: BlockedNetworks, address: string): void {
  if (!isIp(address) || !hasAddress(networks.all, ipToNumber(address))) return
  const { Type, Name } = sourceOf(networks, ipToNumber(address))!
  const field = { country: 'DenyCountries', asn: 'DenyASNs', list: 'Lists' }[Type]
  throw new Invalid(phrase('firewall.ownAddressBlocked', address, Name), field)
}

function inspectNetworks(): Inspection {
  const chunks: Uint8Array[] = []
  return {
    push: (bytes) => void chunks.push(Uint8Array.from(bytes)),
    counts() {
      const { asns, ranges, foreign } = readList(Buffer.concat(chunks).toString())
      return { entries: asns.length + ranges.length, foreign }
    },
  }
}
