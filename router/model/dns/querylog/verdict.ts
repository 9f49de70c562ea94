/** What the rules of the home made of a question. */
interface VerdictRow {
  /** For the description of `Verdict` in the API. */
  readonly about: string
  /** For the description of `By` in the API; missing if it is empty. */
  readonly by?: string
  /** `Reason` of a record. What decided follows if `namesDecider`. */
  readonly reason: string
  readonly namesDecider?: true
  /** The sentence of the app; missing if it depends on what decided. */
  readonly title?: string
  /** Whether the query counts as blocked: always, or if the response code is NXDOMAIN. */
  readonly blocks?: 'always' | 'with NXDOMAIN'
  /** Whether the router has answered from its own data. */
  readonly isLocal?: true
  /** Whether a stage of the resolver decides it, by the question or by the answer of an upstream. */
  readonly decidesBy?: 'question' | 'answer'
  /** Whether there is a counter of the same name (`router/servers/dns/counters.ts`). */
  readonly isCounted?: true
}

/** All verdicts. New ones are added at the end: the position is stored in the log, in 4 bits. */
const VERDICT_ROWS = {
  passed: { about: 'no rule applies to the name', reason: '' },
  permitted: {
    about: 'an override permits the name',
    reason: 'permitted by an override',
    title: 'Allowed by a custom rule',
  },
  excluded: {
    about: 'the device is not filtered',
    reason: 'excluded from the filter',
    title: 'This device is not filtered',
  },
  paused: { about: 'the filter is paused', reason: 'the filter is paused', title: 'Blocking was paused' },
  quarantined: {
    about: 'the device is in quarantine',
    by: 'the MAC address of the device',
    reason: 'in quarantine',
    title: 'In quarantine',
    decidesBy: 'question',
    blocks: 'with NXDOMAIN',
    isLocal: true,
    isCounted: true,
  },
  overridden: {
    about: 'an override or safe search names the answer, or none',
    by: 'the domain of the override, or `safe search`',
    reason: 'overridden by',
    namesDecider: true,
    decidesBy: 'question',
    blocks: 'with NXDOMAIN',
    isLocal: true,
  },
  blocked: {
    about: 'a block list, an override, or an app that a rule blocks has the name',
    by: 'the URI of the list, the domain of the override, or `service ` and the name of the app',
    reason: 'blocked by',
    namesDecider: true,
    decidesBy: 'question',
    blocks: 'always',
  },
  canary: {
    about: 'the name would turn off the filter of a browser',
    by: 'the name',
    reason: 'keeps devices on this resolver:',
    namesDecider: true,
    title: 'Keeps browsers from bypassing the filter',
    decidesBy: 'question',
    blocks: 'always',
  },
  local: {
    about: 'a name of the home',
    by: 'where the router has the name from',
    reason: 'answered by',
    namesDecider: true,
    title: 'Answered by the router',
    decidesBy: 'question',
    isLocal: true,
    isCounted: true,
  },
  rebound: {
    about: 'a public name with an address of the home',
    by: 'the address',
    reason: 'blocked, because it resolves to a home address:',
    namesDecider: true,
    title: 'Blocked: a public domain resolved to a private address',
    decidesBy: 'answer',
    blocks: 'always',
    isCounted: true,
  },
  failed: {
    about: 'no resolver upstream gave a usable answer',
    by: 'the resolver with its failure',
    reason: 'no answer from upstream:',
    namesDecider: true,
  },
} as const satisfies Readonly<Record<string, VerdictRow>>

type Rows = typeof VERDICT_ROWS
export type VerdictKind = keyof Rows
type KindsWith<R> = { [K in VerdictKind]: Rows[K] extends R ? K : never }[VerdictKind]

/** What a stage may decide. */
export type DecisionKind = KindsWith<{ decidesBy: string }>
type QuestionDecision = KindsWith<{ decidesBy: 'question' }>
type CountedDecision = KindsWith<{ isCounted: true }>
type TitledVerdict = KindsWith<{ title: string }>

/** Verdicts by their number in a line of the log; `passed` is for nothing at all. */
export const VERDICTS = Object.keys(VERDICT_ROWS) as VerdictKind[]

export const verdictRow = (kind: VerdictKind): VerdictRow => VERDICT_ROWS[kind]

/** Whether it is decided before an upstream is asked. */
export const isOfQuestion = (kind: VerdictKind): kind is QuestionDecision => verdictRow(kind).decidesBy === 'question'
export const isCounted = (kind: VerdictKind): kind is CountedDecision => verdictRow(kind).isCounted === true
export const QUESTION_DECISIONS = VERDICTS.filter(isOfQuestion)

/** Sentences of the app. */
export const VERDICT_TITLES = Object.fromEntries(
  VERDICTS.flatMap((kind) => {
    const { title } = verdictRow(kind)
    return title === undefined ? [] : [[kind, title]]
  }),
) as Readonly<Record<TitledVerdict, string>>

/** Descriptions of verdicts as one sentence: `` `rebound`: the address; … ``. */
export const describeVerdicts = (field: 'about' | 'by'): string =>
  VERDICTS.flatMap((kind) => {
    const text = verdictRow(kind)[field]
    return text === undefined ? [] : [`\`${kind}\`: ${text}`]
  }).join('; ')
