import { z } from 'zod'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { type Fingerprint, isWithin, matches, type SignalType } from './fingerprint.ts'
import type { Signals } from './signals.ts'

const CONFIDENCES = ['Unknown', 'Low', 'Medium', 'High'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** Scores from which a confidence applies, in percent. */
const [HIGH, MEDIUM, LOW] = [80, 50, 20]
/** With a second category this close, the confidence is one step lower. */
const CLOSE = 15
const MOST_EVIDENCE = 8

/** The likely kind of a device. */
export const Classified = z.object({
  Vendor: z.string().meta({ description: 'The manufacturer; may be empty', example: 'Brother' }),
  Category: z.string().meta({ description: 'The kind of device; empty if unknown', example: 'Printer' }),
  Model: z.string().meta({ description: 'The model; may be empty', example: 'HL-L2350DW' }),
  Confidence: z.enum(CONFIDENCES).meta({ description: 'How certain the category is' }),
  Evidence: z
    .array(z.string())
    .meta({ description: 'The reasons, as sentences', example: ['It announces _ipp._tcp.'] }),
  Coded: z.array(CodedMessage).meta({ description: 'The reasons as codes with their values' }),
})
export type Classified = z.infer<typeof Classified>

interface Match {
  readonly rule: Fingerprint
  readonly evidence: Phrase
}

/**
 * Classifies a device by weighted rules; pure. Of each type of signal, the strongest rule of a category counts; the weights of different types
 * are combined as independent probabilities. Rules of the list `custom` win over others of the same weight.
 */
export function classify(signals: Signals, rules: readonly Fingerprint[]): Classified {
  const found = rules.flatMap((rule): Match[] => {
    const evidence = evidenceFor(rule, signals)
    return evidence === undefined ? [] : [{ rule, evidence }]
  })
  const ranked = [
    ...Map.groupBy(
      found.filter(({ rule }) => rule.Category !== ''),
      ({ rule }) => rule.Category,
    ),
  ]
    .map(([category, own]) => ({ category, own: strongest(own), score: scoreOf(own) }))
    .sort((a, b) => b.score - a.score)
  const decisive = found.find(({ rule }) => rule.Decisive && rule.Category !== '')
  const best = decisive ? ranked.find(({ category }) => category === decisive.rule.Category) : ranked[0]
  const score = decisive ? 100 : (best?.score ?? 0)
  const second = decisive ? 0 : (ranked[1]?.score ?? 0)
  const confidence = confidenceOf(score, score - second < CLOSE)
  const isKnown = confidence !== 'Unknown'
  const own = isKnown ? (best?.own ?? []) : []
  // A rule without a category describes the vendor alone.
  const about = byWeight([...own, ...found.filter(({ rule }) => rule.Category === '')])
  const evidence = unique([...about.map((one) => one.evidence), ...origin(signals)]).slice(0, MOST_EVIDENCE)
  return {
    Vendor: about.find(({ rule }) => rule.Vendor !== '')?.rule.Vendor ?? signals.OUIVendor,
    Category: isKnown ? (best?.category ?? '') : '',
    Model: about.find(({ rule }) => rule.Model !== '')?.rule.Model || announcedModel(signals),
    Confidence: confidence,
    ...evidenceFields(evidence),
  }
}

const unique = (all: readonly Phrase[]): Phrase[] => [...new Map(all.map((one) => [String(one), one])).values()]

/** Reasons as clients receive them. */
export const evidenceFields = (reasons: readonly Phrase[]) => ({
  Evidence: reasons.map(String),
  Coded: reasons.map((one) => one.toJSON()),
})

const byWeight = (found: readonly Match[]): Match[] => found.toSorted((a, b) => b.rule.Weight - a.rule.Weight)

/** The strongest match of each type of signal, the strongest first. */
const strongest = (found: readonly Match[]): Match[] => [
  ...Map.groupBy(byWeight(found), ({ rule }) => rule.SignalType)
    .values()
    .map(([first]) => first!),
]

const scoreOf = (found: readonly Match[]): number =>
  Math.round(100 * (1 - strongest(found).reduce((left, { rule }) => left * (1 - rule.Weight / 100), 1)))

function confidenceOf(score: number, isClose: boolean): Confidence {
  const level = score >= HIGH ? 3 : score >= MEDIUM ? 2 : score >= LOW ? 1 : 0
  return CONFIDENCES[isClose && level > 1 ? level - 1 : level]!
}

/** The sentence about the text that a rule matches; undefined if it matches none. */
export function evidenceFor(rule: Fingerprint, signals: Signals): Phrase | undefined {
  const pattern = rule.Pattern.toLowerCase()
  const { candidates, sentence } = SOURCES[rule.SignalType]
  const isMatch = rule.SignalType === 'dns' ? isWithin : (text: string, wanted: string) => matches(wanted, text)
  const text = candidates(signals, pattern).find((candidate) => isMatch(candidate.toLowerCase(), pattern))
  return text === undefined || text === '' ? undefined : sentence(text)
}

interface Source {
  readonly candidates: (signals: Signals, pattern: string) => readonly string[]
  readonly sentence: (text: string) => Phrase
}

/** Where the texts of a type of signal are, and what one of them shows. */
const SOURCES: Readonly<Record<SignalType, Source>> = {
  oui: {
    candidates: ({ MAC }, pattern) => (MAC.startsWith(pattern.replaceAll('-', ':')) ? [pattern] : []),
    sentence: (text) => phrase('home.kindByMacPrefix', text),
  },
  mac_vendor: {
    candidates: ({ OUIVendor }) => [OUIVendor],
    sentence: (text) => phrase('home.kindByMacVendor', text.replace(/\.$/, '')),
  },
  hostname: { candidates: ({ Hostname }) => [Hostname], sentence: (text) => phrase('home.kindByHostName', text) },
  mdns_service: {
    candidates: ({ Services }) => Services,
    sentence: (text) => phrase('home.kindByAnnouncement', text),
  },
  mdns_txt: {
    candidates: ({ TXT }) => Object.entries(TXT).map(([key, value]) => `${key}=${value}`),
    sentence: (text) => phrase('home.kindByText', text),
  },
  ssdp: {
    candidates: ({ SSDPHeaders }) => Object.values(SSDPHeaders),
    sentence: (text) => phrase('home.kindBySsdp', text),
  },
  dns: { candidates: ({ Domains }) => Domains, sentence: (text) => phrase('home.kindByDnsNames', text) },
  vendor_class: {
    candidates: ({ VendorClass }) => [VendorClass],
    sentence: (text) => phrase('home.kindByVendorClass', text),
  },
  dhcp_params: {
    candidates: ({ ParamReqList }) => [ParamReqList],
    sentence: (text) => phrase('home.kindByDhcpOptions', text),
  },
}

/** Keys of TXT records with a model: Bonjour Printing 1.2.1 `ty`, Google Cast and HomeKit `md`, AirPlay `am`, `_device-info` `model`. */
const MODEL_KEYS = ['ty', 'md', 'am', 'model']
const announcedModel = ({ TXT }: Signals): string =>
  MODEL_KEYS.map((key) => TXT[key] ?? '')
    .find((text) => text !== '')
    ?.slice(0, 64) ?? ''

const origin = ({ RandomMAC, OUIVendor }: Signals): Phrase[] => {
  if (RandomMAC) return [phrase('home.macRandom')]
  return OUIVendor === '' ? [] : [SOURCES.mac_vendor.sentence(OUIVendor)]
}

const SUGGESTED: Readonly<
  Record<string, { readonly groups: readonly string[]; readonly policies: readonly string[] }>
> = {
  Printer: { groups: ['printers'], policies: ['dns'] },
  Camera: { groups: ['cameras'], policies: ['dns'] },
  TV: { groups: ['media'], policies: ['wan', 'dns'] },
  'Media player': { groups: ['media'], policies: ['wan', 'dns'] },
  Speaker: { groups: ['media'], policies: ['wan', 'dns'] },
  'Smart home': { groups: ['smarthome'], policies: ['wan', 'dns'] },
}

/** Groups and policies that suit a kind of device. Nothing applies them without the owner: a device can announce anything. */
export function suggestionsFor(category: string): { SuggestedGroups: string[]; SuggestedPolicies: string[] } {
  const { groups = [], policies = category === '' ? [] : ['wan', 'dns'] } = SUGGESTED[category] ?? {}
  return { SuggestedGroups: [...groups], SuggestedPolicies: [...policies] }
}
