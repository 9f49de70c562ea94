import type { Core } from '../../../core.ts'
import { Invalid, NotFound, Unavailable } from '../../../errors.ts'
import { type BlockList, MOST_BLOCK_LISTS } from '../../../model/dns/blocklists/blocklist.ts'
import type { DnsBlockConfig, dnsBlock } from '../../../model/dns/blocklists/contract.ts'
import { domainOf } from '../../../model/dns/blocklists/domain.ts'
import type { GivenList } from '../../../model/dns/blocklists/given.ts'
import { DEFAULT_LIST } from '../../../model/dns/blocklists/key.ts'
import { type KeptOverride, listsInOrder, type Override } from '../../../model/dns/blocklists/override.ts'
import { catalogueOf } from '../../../model/dns/blocklists/services/catalogue.ts'
import { type DnsBlockSettings, MOST_EXCLUSIONS, type Pause } from '../../../model/dns/blocklists/settings.ts'
import type { Finding } from '../../../model/dns/blocklists/why.ts'
import { hostAddress } from '../../../model/dns/names/host.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { BlockLists } from './lists/lists.ts'
import { openOverrideBook } from './overrides.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock'> {
  readonly blockLists: Pick<BlockLists, 'accept' | 'status' | 'refresh' | 'listsOf' | 'blockedDomains' | 'names'>
  readonly resolver: {
    /** Undefined if the resolver is not available. */
    explain(name: string, ip: string): Promise<Finding | undefined>
    stats(): { readonly counters: { readonly received: number; readonly blocked: number } }
  }
}

export function dnsBlockHandlers({ facts, change, clock, blockLists, resolver }: Deps): Handlers<typeof dnsBlock> {
  const now = (): number => clock.now()
  const book = openOverrideBook({ facts, change }, now)
  const lists = (): BlockList[] => [...facts.blockLists.values()]

  const putList = async ({ body }: { body: GivenList }): Promise<BlockList[]> => {
    await change((draft) => {
      const before = draft.blockLists.get(body.URI)
      if (!before && facts.blockLists.size >= MOST_BLOCK_LISTS)
        throw new Invalid(phrase('dns.blockListsFull', MOST_BLOCK_LISTS))
      draft.blockLists.put(body.URI, revised(before, body))
    })
    return lists()
  }
  const removeList = async ({ body: { URI } }: { body: { URI: string } }): Promise<BlockList[]> => {
    await change((draft) => {
      if (!draft.blockLists.get(URI)) unknownBlockList(URI)
      draft.blockLists.remove(URI)
    })
    return lists()
  }
  const pauses = (): Pause[] => [...facts.pauses.values()].filter(({ Until }) => Until * 1000 > now())

  return {
    config: () => configOf(facts, pauses(), now()),

    override: async ({ body }) => void (await book.put(DEFAULT_LIST, body)),
    overrideIn: async ({ params, body }) => void (await book.put(params.list, body)),
    lift: async ({ body }) => void (await book.remove(DEFAULT_LIST, body)),
    liftIn: async ({ params, body }) => void (await book.remove(params.list, body)),
    putOverrideList: async ({ params, body }) => void (await book.putList(params.list, body)),
    removeOverrideList: async ({ params }) => void (await book.removeList(params.list)),

    blockList: lists,
    blockLists: lists,
    putBlockList: putList,
    putBlockLists: putList,
    removeBlockList: removeList,
    removeBlockLists: removeList,
    status: () => lists().flatMap(({ URI }) => blockLists.status(URI) ?? []),
    refresh({ body: { URI, Accept } }) {
      const list = facts.blockLists.get(URI) ?? unknownBlockList(URI)
      if (!list.Enabled) throw new Invalid(phrase('dns.blockListDisabled'), 'URI')
      if (Accept) blockLists.accept(URI)
      else blockLists.refresh(URI)
    },

    exclusions: () => facts.setting('dnsBlock').ClientIPExclusions,
    exclude: ({ body }) =>
      change((draft) => {
        const { ClientIPExclusions: before } = draft.setting('dnsBlock')
        if (before.includes(body)) return
        if (before.length >= MOST_EXCLUSIONS) throw new Invalid(phrase('dns.exclusionsFull', MOST_EXCLUSIONS))
        set(draft, { ClientIPExclusions: [...before, body] })
      }),
    include: ({ body }) =>
      change((draft) => {
        const { ClientIPExclusions: before } = draft.setting('dnsBlock')
        if (!before.includes(body)) throw new Invalid(phrase('dns.notExcluded', body))
        set(draft, { ClientIPExclusions: before.filter((ip) => ip !== body) })
      }),

    pauses,
    async pause({ body: { ClientIP, Minutes } }) {
      const pause: Pause = { ClientIP, Until: Math.ceil(now() / 1000) + Minutes * 60 }
      await change((draft) => draft.pauses.put(ClientIP, pause))
      return pause
    },
    resume: ({ body: { ClientIP } }) =>
      change((draft) => {
        if (!draft.pauses.get(ClientIP)) throw new NotFound(phrase('dns.filterNotPaused'))
        draft.pauses.remove(ClientIP)
      }),

    async why({ query: { name, client = '' } }) {
      const Name = domainOf(name)
      if (Name === undefined) throw new Invalid(phrase('dns.domain'), 'name')
      const plain = Name === '.' ? '.' : Name.slice(0, -1)
      const finding = await resolver.explain(plain, client)
      if (!finding) throw new Unavailable(phrase('dns.resolverStarting'))
      return { Name, ClientIP: client, ...finding, Lists: blockLists.listsOf(plain) }
    },
    services: () => shownServices(facts),
    async putServices({ body }) {
      await change((draft) => draft.set('dnsServices', { Catalogue: body }))
      return shownServices(facts)
    },
    async resetServices() {
      await change((draft) => draft.set('dnsServices', { Catalogue: null }))
      return shownServices(facts)
    },
    domains: () => jsonOfNames(blockLists.names()),
    metrics() {
      const { received, blocked } = resolver.stats().counters
      return { TotalQueries: received, BlockedQueries: blocked, BlockedDomains: blockLists.blockedDomains() }
    },

    setRefresh: ({ query }) => change((draft) => set(draft, { RefreshSeconds: query.seconds })),
    disableRebinding: ({ query }) => change((draft) => set(draft, { RebindingCheckDisable: query.value })),
    answerCanaries: ({ query }) => change((draft) => set(draft, { AnswerCanaries: query.value })),
    quarantineHost: ({ body }) =>
      change((draft) => set(draft, { QuarantineHostIP: body === '' ? body : hostAddress(body, 'the address') })),
  }
}

const shownServices = (facts: Pick<Facts, 'setting'>) => {
  const settings = facts.setting('dnsServices')
  return { ...catalogueOf(settings), BuiltIn: settings.Catalogue === null }
}

const set = (draft: Draft, some: Partial<DnsBlockSettings>): void =>
  draft.set('dnsBlock', { ...draft.setting('dnsBlock'), ...some })

/** What is left out stays as it was: clients of API 0.3.0 know of nothing but `Enabled`. */
function revised(before: BlockList | undefined, { URI, ...given }: GivenList): BlockList {
  const AllowPrivate = given.AllowPrivate ?? before?.AllowPrivate
  return {
    URI,
    Enabled: given.Enabled ?? before?.Enabled ?? true,
    Tags: given.Tags ?? before?.Tags ?? [],
    Category: given.Category ?? before?.Category ?? '',
    DontBlock: given.DontBlock ?? before?.DontBlock ?? false,
    ...(AllowPrivate === undefined ? {} : { AllowPrivate }),
  }
}

function configOf(facts: Facts, Pauses: Pause[], nowMs: number): DnsBlockConfig {
  const lasting = [...facts.overrides.values()].filter(
    ({ Expiration }) => Expiration === 0 || Expiration * 1000 > nowMs,
  )
  const byList = Map.groupBy(lasting, ({ List }) => List)
  const of = (list: string, type: Override['Type']): Override[] =>
    (byList.get(list) ?? []).filter(({ Type }) => Type === type).map(shown)
  return {
    ...facts.setting('dnsBlock'),
    BlockLists: [...facts.blockLists.values()],
    OverrideLists: listsInOrder(facts.overrideLists.values()).map(({ Name, Enabled, Tags }) => ({
      Name,
      Enabled,
      Tags,
      PermitDomains: of(Name, 'permit'),
      BlockDomains: of(Name, 'block'),
    })),
    PermitDomains: of(DEFAULT_LIST, 'permit'),
    BlockDomains: of(DEFAULT_LIST, 'block'),
    Pauses,
  }
}

const shown = ({ List: _list, Suspended: _suspended, ...override }: KeptOverride): Override => override

const unknownBlockList = (uri: string): never => {
  throw new NotFound(phrase('dns.blockListUnknown', JSON.stringify(uri)))
}

/** Lines, one name each, as chunks of one JSON array: a million names are never in memory together. */
async function* jsonOfNames(lines: AsyncIterable<Uint8Array> & Disposable): AsyncGenerator<string> {
  using reading = lines
  const text = new TextDecoder()
  let rest = ''
  let before = '['
  for await (const bytes of reading) {
    const names = (rest + text.decode(bytes, { stream: true })).split('\n')
    rest = names.pop() ?? ''
    if (names.length === 0) continue
    yield before + names.map((name) => JSON.stringify(name)).join(',')
    before = ','
  }
  if (rest !== '') {
    yield before + JSON.stringify(rest)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
